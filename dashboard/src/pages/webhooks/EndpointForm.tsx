/** Address, events, filter and note of a webhook; for a new one, whether it is signed. */
import { Button, Fieldset, Group, PasswordInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CallError, Input } from '@/api/client.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { KindsInput } from './kinds.tsx';
import type { Webhook } from './states.tsx';

type Body = Input<'createWebhook'>['body'];
type EndpointFormProps = { webhook?: Webhook; submitLabel: string; busy: boolean; error: CallError | null; onSubmit(body: Body): void; onCancel(): void };

export function EndpointForm({ webhook, submitLabel, busy, error, onSubmit, onCancel }: EndpointFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<string[]>(webhook?.events ?? ['payment.*']);
  const [customerId, setCustomerId] = useState(webhook?.filter?.customerId ?? '');
  const [accountNumber, setAccountNumber] = useState(webhook?.filter?.accountNumber ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [signing, setSigning] = useState<'made' | 'own' | 'none'>('made');
  const [secret, setSecret] = useState('');
  const fieldError = (field: string): string | null => error?.refusals.find((refusal) => refusal.field?.startsWith(field) === true)?.message ?? null;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const filter = customerId === '' && accountNumber === '' ? null : { customerId: customerId === '' ? null : customerId.trim(), accountNumber: accountNumber === '' ? null : accountNumber.trim() };
    onSubmit({
      url: url.trim(), events, filter, description: description.trim() === '' ? null : description.trim(),
      ...(webhook === undefined && signing === 'own' ? { secret } : {}), ...(webhook === undefined && signing === 'none' ? { secret: null } : {}),
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput label="Address" description="Where events are posted. In live: https and a public host name." placeholder="https://hooks.example.com/openteller" value={url} onChange={(event) => setUrl(event.currentTarget.value)} error={fieldError('/url')} required data-autofocus />
        <KindsInput value={events} onChange={setEvents} error={fieldError('/events')} required />
        <Fieldset legend="Only about (optional)">
          <Group grow align="flex-start">
            <TextInput label="Customer" placeholder="customerId" value={customerId} onChange={(event) => setCustomerId(event.currentTarget.value)} error={fieldError('/filter/customerId')} />
            <TextInput label="Account" placeholder="accountNumber" inputMode="numeric" value={accountNumber} onChange={(event) => setAccountNumber(event.currentTarget.value)} error={fieldError('/filter/accountNumber')} />
          </Group>
        </Fieldset>
        <TextInput label="Note" description="For yourself." value={description} onChange={(event) => setDescription(event.currentTarget.value)} maxLength={200} error={fieldError('/description')} />
        {webhook === undefined && (
          <Stack gap={6}>
            <Text size="sm" fw={500}>Signature</Text>
            <SegmentedControl aria-label="Signature" value={signing} onChange={(value) => setSigning(value === 'own' || value === 'none' ? value : 'made')} data={[{ value: 'made', label: 'A new secret' }, { value: 'own', label: 'My own secret' }, { value: 'none', label: 'Nothing signed' }]} />
            {signing === 'made' && <Text size="xs" c="dimmed">The secret is shown once, after this.</Text>}
            {signing === 'own' && <PasswordInput label="Your secret" description="16 to 256 characters." value={secret} onChange={(event) => setSecret(event.currentTarget.value)} error={fieldError('/secret')} minLength={16} required />}
            {signing === 'none' && <Text size="xs" c="dimmed">Only for receivers that are protected otherwise: anybody can post there.</Text>}
          </Stack>
        )}
        {error !== null && <ErrorNote error={error} />}
        <Group justify="flex-end"><Button variant="default" onClick={onCancel}>Leave it</Button><Button type="submit" loading={busy}>{submitLabel}</Button></Group>
      </Stack>
    </form>
  );
}
