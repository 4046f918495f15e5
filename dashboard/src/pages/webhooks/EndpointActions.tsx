/** What is done to one webhook: pause and resume, edit, replace its secret, delete. */
import { Button, Group, Menu, NumberInput, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDots, IconEdit, IconKey, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useEnvironment } from '@/app/roots.tsx';
import { useAct } from '@/api/hooks.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { StayingModal } from '@/components/StayingModal.tsx';
import { EndpointForm } from './EndpointForm.tsx';
import { webhookRoute } from './routes.tsx';
import { SecretModal, type Shown } from './SecretModal.tsx';
import type { Webhook } from './states.tsx';

type Opened = 'edit' | 'rotate' | 'activate' | 'delete' | null;
const reads = ['getWebhook', 'listWebhooks', 'listWebhookDeliveries'] as const;

export function EndpointActions({ webhook }: { webhook: Webhook }) {
  const environment = useEnvironment();
  const path = { environment, id: webhook.id };
  const [opened, setOpened] = useState<Opened>(null);
  const update = useAct('updateWebhook', { refresh: reads });
  const close = (): void => {
    update.reset();
    setOpened(null);
  };
  const paused = webhook.status === 'paused';
  const switchTo = paused ? 'active' : 'paused';
  const failed = ({ message }: Error): void => void notifications.show({ color: 'red', title: 'Nothing was changed', message });
  return (
    <>
      <Button variant={paused ? 'filled' : 'default'} leftSection={paused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />} loading={update.isPending && opened === null}
        onClick={() => update.mutate({ path, body: { status: switchTo } }, { onError: failed, onSuccess: () => notifications.show({ title: paused ? 'Resumed' : 'Paused', message: paused ? 'What was kept is sent now, oldest first.' : 'New deliveries are kept until you resume it.' }) })}>
        {paused ? 'Resume' : 'Pause'}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target><Button variant="default" leftSection={<IconDots size={16} />}>More</Button></Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconEdit size={16} />} onClick={() => setOpened('edit')}>Edit</Menu.Item>
          {webhook.signed && <Menu.Item leftSection={<IconKey size={16} />} onClick={() => setOpened('rotate')}>Replace the secret</Menu.Item>}
          {webhook.nextSecretAt !== null && <Menu.Item leftSection={<IconKey size={16} />} onClick={() => setOpened('activate')}>Let the new secret sign alone</Menu.Item>}
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setOpened('delete')}>Delete</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <StayingModal opened={opened === 'edit'} onClose={close} title="Edit the webhook" size="lg">
        <EndpointForm webhook={webhook} submitLabel="Save" busy={update.isPending} error={update.error} onCancel={close}
          onSubmit={({ url, events, filter, description }) => update.mutate({ path, body: { url, events, filter: filter ?? null, description: description ?? null } }, { onSuccess: close })} />
      </StayingModal>
      <Rotate webhook={webhook} opened={opened === 'rotate'} onClose={close} />
      <Activate webhook={webhook} opened={opened === 'activate'} onClose={close} />
      <Delete webhook={webhook} opened={opened === 'delete'} onClose={close} />
    </>
  );
}

type Part = { webhook: Webhook; opened: boolean; onClose(): void };

function Rotate({ webhook, opened, onClose }: Part) {
  const environment = useEnvironment();
  const rotate = useAct('rotateWebhookSecret', { refresh: reads });
  const [hours, setHours] = useState<number>(24);
  const [shown, setShown] = useState<Shown | null>(null);
  return (
    <>
      <StayingModal opened={opened} onClose={onClose} title="Replace the secret">
        <Stack>
          <Text size="sm">A new secret is made and shown once. During the overlap webhook-signature carries a signature of each secret, so that you can change your receivers one after the other. X-Service-Signature stays with the old one until it ends.</Text>
          <NumberInput label="Overlap in hours" description="0 to 72. With 0 the old secret ends now: for one that leaked." min={0} max={72} allowDecimal={false} value={hours} onChange={(value) => setHours(Number(value))} />
          {rotate.error !== null && <ErrorNote error={rotate.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>Leave it</Button>
            <Button loading={rotate.isPending} onClick={() => rotate.mutate({ path: { environment, id: webhook.id }, body: { overlapHours: hours } }, { onSuccess: ({ data: { id, url, secret } }) => {
              onClose();
              setShown({ id, url, secret });
            } })}>Make a new secret</Button>
          </Group>
        </Stack>
      </StayingModal>
      <SecretModal shown={shown} onClose={() => setShown(null)}>{hours === 0 ? 'The old secret signs nothing any more.' : `Both secrets sign for ${hours} hours.`}</SecretModal>
    </>
  );
}

function Activate({ webhook, opened, onClose }: Part) {
  const environment = useEnvironment();
  const activate = useAct('activateWebhookSecret', { refresh: reads });
  return (
    <StayingModal opened={opened} onClose={onClose} title="Let the new secret sign alone">
      <Stack>
        <Text size="sm">From now on only the new secret signs. A receiver that still has the old one refuses everything.</Text>
        {activate.error !== null && <ErrorNote error={activate.error} />}
        <Group justify="flex-end"><Button variant="default" onClick={onClose}>Leave it</Button><Button loading={activate.isPending} onClick={() => activate.mutate({ path: { environment, id: webhook.id } }, { onSuccess: onClose })}>End the old secret</Button></Group>
      </Stack>
    </StayingModal>
  );
}

function Delete({ webhook, opened, onClose }: Part) {
  const environment = useEnvironment();
  const navigate = webhookRoute.useNavigate();
  const remove = useAct('deleteWebhook', { refresh: ['listWebhooks'] });
  return (
    <StayingModal opened={opened} onClose={onClose} title="Delete the webhook">
      <Stack>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>{webhook.url} is told nothing more. What waits for it is dropped, and its deliveries are no longer shown. This cannot be undone; to stop it for a while, pause it.</Text>
        {remove.error !== null && <ErrorNote error={remove.error} />}
        <Group justify="flex-end"><Button variant="default" onClick={onClose}>Leave it</Button><Button color="red" loading={remove.isPending} onClick={() => remove.mutate({ path: { environment, id: webhook.id } }, { onSuccess: () => void navigate({ to: '/$environment/webhooks', params: { environment }, search: {} }) })}>Delete it</Button></Group>
      </Stack>
    </StayingModal>
  );
}
