/** Sends an invented event of any kind to one webhook, with data that may be changed first. */
import { Anchor, Button, Group, JsonInput, Select, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useEnvironment } from '@/app/roots.tsx';
import { useAct, useRead } from '@/api/hooks.ts';
import { pretty } from '@/components/code.tsx';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card } from '@/components/page.tsx';
import { useKinds } from './kinds.tsx';
import { DeliveryStatus, outcomeText, waitOf, type Webhook } from './states.tsx';

export function TestEvent({ webhook }: { webhook: Webhook }) {
  const environment = useEnvironment();
  const kinds = useKinds();
  const [kind, setKind] = useState('webhook.test');
  /** Null: the sample as it is. */
  const [written, setWritten] = useState<string | null>(null);
  const send = useAct('testWebhook', { refresh: ['listWebhookDeliveries', 'getWebhook'] });
  const chosen = kinds?.find((each) => each.kind === kind);
  const text = written ?? pretty(chosen?.sample ?? {});
  const data = readObject(text);
  return (
    <Card title="Send a test event">
      <Stack maw={720}>
        <Text size="sm" c="dimmed">It goes to this webhook alone, whatever it selects, signed like any other and marked <Text span ff="monospace" inherit>&quot;test&quot;: true</Text>.</Text>
        <Select label="Kind" description={chosen?.meaning} searchable allowDeselect={false} data={kinds?.map((each) => each.kind) ?? ['webhook.test']} value={kind} onChange={(next) => {
          setKind(next ?? 'webhook.test');
          setWritten(null);
        }} />
        <JsonInput label="data" description="An object of at most 16 KB. Change what you like." value={text} onChange={setWritten} autosize minRows={6} maxRows={24} formatOnBlur error={data === null ? 'This is no JSON object.' : null} styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }} spellCheck={false} />
        {send.error !== null && <ErrorNote error={send.error} />}
        <Group>
          <Button leftSection={<IconSend size={16} />} loading={send.isPending} disabled={data === null} onClick={() => data !== null && send.mutate({ path: { environment, id: webhook.id }, body: { event: kind, ...(written === null ? {} : { data }) } })}>Send it</Button>
          {written !== null && <Button variant="default" onClick={() => setWritten(null)}>Back to the sample</Button>}
        </Group>
        {send.data !== undefined && <Outcome deliveryId={send.data.data.deliveryId} wait={waitOf(webhook)} />}
      </Stack>
    </Card>
  );
}

function Outcome({ deliveryId, wait }: { deliveryId: string; wait: string | null }) {
  const environment = useEnvironment();
  const { data, error } = useRead('getWebhookDelivery', { path: { environment, deliveryId } }, { refreshMs: 1_500 });
  if (error !== null && data === undefined) return <ErrorNote error={error} />;
  return (
    <Group gap="xs" aria-live="polite">
      <DeliveryStatus status={data?.data.status ?? 'pending'} />
      <Text size="sm">{wait !== null && (data?.data.attempts ?? 0) === 0 ? wait : data === undefined ? 'On its way.' : outcomeText(data.data)}{data?.data.latencyMs == null ? '' : `, ${data.data.latencyMs} ms`}</Text>
      <Anchor size="sm" renderRoot={(props) => <Link to="/$environment/webhooks/deliveries/$deliveryId" params={{ environment, deliveryId }} {...props} />}>See the delivery</Anchor>
    </Group>
  );
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
