import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import type { Data } from '@/api/client.ts';
import { useAct, usePress, useRead } from '@/api/hooks.ts';
import { FormModal } from '@/components/FormModal.tsx';
import { Card, type Column, Empty, List } from '@/components/page.tsx';
import { PasskeyNote } from '@/components/PasskeyNote.tsx';
import { Moment } from '@/components/values.tsx';
import { browserHasPasskeys, makePasskey } from '@/lib/passkey.ts';

type Passkey = Data<'listPasskeys'>['passkeys'][number];
type Step = { step: 'add' } | { step: 'rename' | 'remove'; passkey: Passkey };

/** Keys on the member's devices: each signs in by itself. */
export function PasskeysCard() {
  const { data, error, refetch } = useRead('listPasskeys', {});
  const [open, setOpen] = useState<Step | null>(null);
  const close = (): void => setOpen(null);
  const available = data?.data.available === true && browserHasPasskeys();
  const columns: Column<Passkey>[] = [
    { header: 'Passkey', cell: ({ name }) => <Text size="sm" fw={600}>{name}</Text> },
    { header: 'Last used', cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
    { header: 'Made', wide: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { header: 'Actions', align: 'right', cell: (passkey) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button size="compact-sm" variant="default" onClick={() => setOpen({ step: 'rename', passkey })} aria-label={`Rename ${passkey.name}`}>Rename</Button>
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => setOpen({ step: 'remove', passkey })} aria-label={`Remove ${passkey.name}`}>Remove</Button>
      </Group>
    ) },
  ];
  return (
    <Card title="Passkeys" actions={available ? <Button variant="default" leftSection={<IconFingerprint size={16} />} onClick={() => setOpen({ step: 'add' })}>Add a passkey</Button> : undefined}>
      <Stack gap="sm">
        <Text size="sm">{data?.data.available === false
          ? 'There are none at this address: browsers bind passkeys to a host name. The operator sets PUBLIC_URL to one, on a machine of your own to http://localhost:3000.'
          : 'A key on your device, opened by finger, face or PIN. It signs you in without password and code, and works on no page but this one.'}</Text>
        {data?.data.available !== false && <List label="Passkeys" columns={columns} rows={data?.data.passkeys} rowKey={({ passkeyId }) => passkeyId} error={error} onRetry={() => void refetch()} empty={<Empty title="No passkey yet">{available ? 'Add one on each device that you use.' : 'This browser knows no passkeys.'}</Empty>} />}
      </Stack>
      {open?.step === 'add' && <Add onClose={close} />}
      {open?.step === 'rename' && <Rename passkey={open.passkey} onClose={close} />}
      {open?.step === 'remove' && <Remove passkey={open.passkey} onClose={close} />}
    </Card>
  );
}

function Add({ onClose }: { onClose(): void }) {
  const [name, setName] = useState('');
  const begin = useAct('beginPasskeyEnrolment');
  const enrol = useAct('enrolPasskey', { refresh: ['listPasskeys', 'readSession'] });
  const { mutate, error, isPending } = usePress<unknown, Error, void>(async () => {
    const { data } = await begin.mutateAsync({});
    return enrol.mutateAsync({ body: { name, response: await makePasskey(data.options) } });
  }, onClose);
  return (
    <FormModal title="Add a passkey" action="Make it" busy={isPending} error={null} onClose={onClose} onSubmit={() => mutate()}>
      <Text size="sm">Your browser asks you next. It may keep the key on this device, on your phone, or on a security key.</Text>
      <TextInput label="Name" description="For you: the device, such as Office laptop." maxLength={100} value={name} onChange={(event) => setName(event.currentTarget.value)} required data-autofocus />
      <PasskeyNote error={error} />
    </FormModal>
  );
}

function Rename({ passkey, onClose }: { passkey: Passkey; onClose(): void }) {
  const [name, setName] = useState(passkey.name);
  const { mutate, error, isPending } = useAct('renamePasskey', { refresh: ['listPasskeys'] });
  return (
    <FormModal title={`Rename ${passkey.name}`} action="Rename" busy={isPending} error={error} onClose={onClose} onSubmit={() => mutate({ path: { passkeyId: passkey.passkeyId }, body: { name } }, { onSuccess: onClose })}>
      <TextInput label="Name" maxLength={100} value={name} onChange={(event) => setName(event.currentTarget.value)} required data-autofocus />
    </FormModal>
  );
}

function Remove({ passkey, onClose }: { passkey: Passkey; onClose(): void }) {
  const { mutate, error, isPending } = useAct('removePasskey', { refresh: ['listPasskeys', 'readSession'] });
  return (
    <FormModal title={`Remove ${passkey.name}`} action="Remove" danger busy={isPending} error={error} onClose={onClose} onSubmit={() => mutate({ path: { passkeyId: passkey.passkeyId } }, { onSuccess: onClose })}>
      <Text size="sm">It signs nobody in from then on. What the device keeps of it you can delete there.</Text>
    </FormModal>
  );
}
