import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconPlus, IconStethoscope } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useEnvironment } from '@/app/roots.tsx';
import { useAct, useRead } from '@/api/hooks.ts';
import { Card, type Column, Empty, List, Page } from '@/components/page.tsx';
import { Moment } from '@/components/values.tsx';
import { StayingModal } from '@/components/StayingModal.tsx';
import { EndpointForm } from './EndpointForm.tsx';
import { webhooksRoute } from './routes.tsx';
import { SecretModal, type Shown } from './SecretModal.tsx';
import { type Webhook, WebhookHealth, WebhookStatus } from './states.tsx';

const columns: readonly Column<Webhook>[] = [
  {
    header: 'Webhook',
    cell: ({ id, url, description }) => (
      <>
        <Anchor size="sm" fw={500} style={{ overflowWrap: 'anywhere' }} renderRoot={(props) => <Link from={webhooksRoute.fullPath} to="./$webhookId" params={{ webhookId: id }} {...props} />}>{url}</Anchor>
        {description !== null && <Text size="xs" c="dimmed">{description}</Text>}
      </>
    ),
  },
  { header: 'Status', cell: (webhook) => <WebhookStatus webhook={webhook} /> },
  { header: 'Health', cell: (webhook) => <WebhookHealth webhook={webhook} /> },
  { header: 'Events', wide: true, cell: ({ events, filter }) => <Text size="sm">{events.length > 3 ? `${events.slice(0, 3).join(', ')} and ${events.length - 3} more` : events.join(', ')}{filter === null ? '' : ', filtered'}</Text> },
  { header: 'Signed', wide: true, cell: ({ signed }) => (signed ? 'Yes' : 'No') },
  { header: 'Created', wide: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

export function WebhooksPage() {
  const environment = useEnvironment();
  const { add = false } = webhooksRoute.useSearch();
  const navigate = webhooksRoute.useNavigate();
  const { data, error, refetch } = useRead('listWebhooks', { path: { environment } });
  const create = useAct('createWebhook', { refresh: ['listWebhooks'] });
  const [shown, setShown] = useState<Shown | null>(null);
  const close = (): void => {
    create.reset();
    void navigate({ search: {} });
  };
  const addButton = <Button leftSection={<IconPlus size={16} />} onClick={() => void navigate({ search: { add: true } })}>Add a webhook</Button>;
  return (
    <Page title="Webhooks" lead="Addresses that are told what happened: signed, at least once, and again until they acknowledge it."
      actions={<><Button variant="default" leftSection={<IconStethoscope size={16} />} renderRoot={(props) => <Link from={webhooksRoute.fullPath} to="./signature-doctor" {...props} />}>Signature doctor</Button>{data !== undefined && data.data.length > 0 && addButton}</>}>
      <Card>
        <List label="Webhooks" columns={columns} rows={data?.data} rowKey={({ id }) => id} error={error} onRetry={() => void refetch()}
          empty={<Empty title="No webhook yet" action={<Group>{addButton}</Group>}>Add the address of your server, choose what it should hear of, and send it a test. No public address yet? <Text span ff="monospace" size="sm">openteller listen</Text> brings events to your own machine.</Empty>} />
      </Card>
      <StayingModal opened={add} onClose={close} title="Add a webhook" size="lg">
        <EndpointForm submitLabel="Add the webhook" busy={create.isPending} error={create.error} onCancel={close}
          onSubmit={(body) => create.mutate({ path: { environment }, body }, { onSuccess: ({ data: { id, url, secret } }) => {
            close();
            setShown({ id, url, secret });
          } })} />
      </StayingModal>
      <SecretModal shown={shown} onClose={() => setShown(null)} />
    </Page>
  );
}
