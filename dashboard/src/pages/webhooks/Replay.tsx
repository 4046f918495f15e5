/** Sends many events again: what failed in a span of time, to this webhook, another, or an address of this replay alone. */
import { Alert, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useEnvironment } from '@/app/roots.tsx';
import type { Input } from '@/api/client.ts';
import { useAct, useRead } from '@/api/hooks.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { StayingModal } from '@/components/StayingModal.tsx';
import { count } from '@/lib/format.ts';
import { KindsInput } from './kinds.tsx';
import { waitOf, type Webhook } from './states.tsx';

type State = 'failed' | 'delivered' | 'any';
const toState = (text: string): State => (text === 'delivered' || text === 'any' ? text : 'failed');
/** What the field gives is the time of day in Lagos, which has no summer time. */
const inLagos = (text: string): string | undefined => (text === '' ? undefined : `${text}:00+01:00`);

export function Replay({ webhook, opened, onClose }: { webhook: Webhook; opened: boolean; onClose(): void }) {
  const environment = useEnvironment();
  const others = useRead('listWebhooks', { path: { environment } }, { enabled: opened }).data?.data.filter(({ id }) => id !== webhook.id) ?? [];
  const replay = useAct('replayWebhook', { refresh: ['listWebhookDeliveries', 'getWebhook'] });
  const [state, setState] = useState<State>('failed');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [events, setEvents] = useState<string[]>([]);
  const [target, setTarget] = useState('same');
  const [toUrl, setToUrl] = useState('');
  const done = replay.data?.data;
  const wait = target === 'same' ? waitOf(webhook) : null;

  const body = (begin: string | undefined): Input<'replayWebhook'>['body'] => ({
    state, from: begin, to: inLagos(to), ...(events.length === 0 ? {} : { events }),
    ...(target === 'same' ? {} : target === 'url' ? { toUrl: toUrl.trim() } : { toEndpointId: target }),
  });
  const send = (begin: string | undefined): void => replay.mutate({ path: { environment, id: webhook.id }, body: body(begin) });
  const close = (): void => {
    replay.reset();
    onClose();
  };
  return (
    <StayingModal opened={opened} onClose={close} title="Send many again" size="lg">
      <form onSubmit={(event) => {
        event.preventDefault();
        send(inLagos(from));
      }}>
        <Stack>
          <NativeSelect label="Deliveries that" value={state} onChange={(event) => setState(toState(event.currentTarget.value))} data={[{ value: 'failed', label: 'failed' }, { value: 'delivered', label: 'were delivered' }, { value: 'any', label: 'failed or were delivered' }]} />
          <Group grow align="flex-start">
            <TextInput type="datetime-local" label="Written from" description="Lagos time; empty: the first." value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
            <TextInput type="datetime-local" label="Written before" description="Lagos time; empty: now." value={to} onChange={(event) => setTo(event.currentTarget.value)} />
          </Group>
          <KindsInput label="Only these kinds" description="Empty: all of them." value={events} onChange={setEvents} />
          <NativeSelect label="To" value={target} onChange={(event) => setTarget(event.currentTarget.value)} data={[{ value: 'same', label: 'this webhook' }, ...others.map(({ id, url }) => ({ value: id, label: url })), { value: 'url', label: 'another address, this once' }]} />
          {target === 'url' && <TextInput label="Address" value={toUrl} onChange={(event) => setToUrl(event.currentTarget.value)} required />}
          {replay.error !== null && <ErrorNote error={replay.error} />}
          {done !== undefined && (
            <Alert color="teller" title={done.queued === 0 ? 'Nothing was found to send' : `${count(done.queued)} ${done.queued === 1 ? 'event' : 'events'} ${wait !== null ? 'will be' : done.queued === 1 ? 'is' : 'are'} sent again`}>
              {done.queued > 0 && wait !== null && `${wait} `}
              {done.more ? 'More were found than one replay takes.' : 'Receivers that know their ids skip what they had already.'}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>{done === undefined ? 'Leave it' : 'Close'}</Button>
            {done?.more === true && done.nextFrom !== null ? <Button loading={replay.isPending} onClick={() => send(done.nextFrom ?? undefined)}>Go on</Button> : <Button type="submit" loading={replay.isPending}>Send again</Button>}
          </Group>
        </Stack>
      </form>
    </StayingModal>
  );
}
