import { Alert, Anchor, Button, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconClock, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEnvironment } from '@/app/roots.tsx';
import { useMay } from '@/app/session.ts';
import type { Data } from '@/api/client.ts';
import { useAct, useRead } from '@/api/hooks.ts';
import { CodeBlock } from '@/components/code.tsx';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, type Column, Empty, Facts, List, Page } from '@/components/page.tsx';
import { Copyable, Moment } from '@/components/values.tsx';
import { count } from '@/lib/format.ts';
import { deliveryRoute } from './routes.tsx';
import { DeliveryStatus, outcomeText, waitOf } from './states.tsx';

type Delivery = Data<'getWebhookDelivery'>;
type Attempt = Delivery['attemptLog'][number];

const columns: readonly Column<Attempt & { key: string }>[] = [
  { header: 'Attempt', cell: ({ attempt }) => attempt },
  { header: 'When', cell: ({ at }) => <Moment at={at} /> },
  { header: 'Answer', cell: outcomeText },
  { header: 'Latency', align: 'right', cell: ({ latencyMs }) => (latencyMs === null ? '–' : `${latencyMs} ms`) },
  { header: 'Next was planned', wide: true, cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? '–' : <Moment at={nextAttemptAt} />) },
];

export function DeliveryPage() {
  const environment = useEnvironment();
  const { deliveryId } = deliveryRoute.useParams();
  const { data, error } = useRead('getWebhookDelivery', { path: { environment, deliveryId } }, { refreshMs: 5_000 });
  const replay = useAct('replayWebhookDelivery', { refresh: ['getWebhookDelivery', 'listWebhookDeliveries', 'getWebhook'] });
  const delivery = data?.data;
  const wait = useWait(delivery);
  const told = (): void => void notifications.show(wait === null ? { title: 'Sent again', message: 'The same event under the same id, with a new time and signature.' } : { title: 'It will be sent again', message: wait });
  return (
    <Page title={delivery === undefined ? 'Delivery' : `Delivery of ${delivery.event}`} crumbs={[{ label: 'Webhooks', to: `/${environment}/webhooks` }]}
      actions={<Button leftSection={<IconRefresh size={16} />} variant="default" loading={replay.isPending} disabled={delivery === undefined}
        onClick={() => replay.mutate({ path: { environment, deliveryId } }, { onSuccess: told })}>Send again</Button>}>
      {error !== null && delivery === undefined && <ErrorNote error={error} />}
      {replay.error !== null && <ErrorNote error={replay.error} />}
      {delivery === undefined ? error === null && <Card><Skeleton h={120} /></Card> : (
        <>
          {delivery.status === 'pending' && wait !== null && <Alert color="yellow" icon={<IconClock aria-hidden />} title="It waits">{wait}</Alert>}
          <Card>
            <Facts facts={[
              ['Status', <DeliveryStatus key="status" status={delivery.status} />], ['Answer', outcomeText(delivery)], ['Attempts', attemptsOf(delivery)],
              ['Next attempt', delivery.nextAttemptAt === null ? null : <Moment key="next" at={delivery.nextAttemptAt} />],
              ['Delivered', delivery.deliveredAt === null ? null : <Moment key="delivered" at={delivery.deliveredAt} />],
              ['deliveryId', <Copyable key="id" text={delivery.deliveryId} label="the deliveryId" />],
            ]} />
          </Card>
          <Card title="Attempts">
            <List label="Attempts" columns={columns} rows={delivery.attemptLog.map((attempt, at) => ({ ...attempt, key: `${at}` }))} rowKey={({ key }) => key} error={null} empty={<Empty title="No attempt yet">Attempts are kept for 30 days.</Empty>} />
          </Card>
          <Sent eventId={delivery.eventId} />
        </>
      )}
    </Page>
  );
}

/** Why its webhook is sent nothing now; null: nothing stands against it, or who looks may not know. */
function useWait(delivery: Delivery | undefined): string | null {
  const environment = useEnvironment();
  const may = useMay();
  const event = useRead('readEvent', { path: { environment, eventId: delivery?.eventId ?? '' } }, { enabled: delivery !== undefined && may.scope(environment, 'event:read') });
  const webhookId = event.data?.data.deliveries.find(({ deliveryId }) => deliveryId === delivery?.deliveryId)?.webhookId;
  const webhook = useRead('getWebhook', { path: { environment, id: webhookId ?? '' } }, { enabled: webhookId !== undefined, refreshMs: 5_000 });
  return webhook.data === undefined ? null : waitOf(webhook.data.data);
}

/** Sending again counts anew; what was tried before stays in the table. */
function attemptsOf({ attempts, attemptLog }: Delivery): string {
  return attemptLog.length > attempts ? `${count(attempts)} since it was sent again, ${count(attemptLog.length)} in all` : count(attempts);
}

/** What each attempt sends. A signature is made anew each time and kept nowhere. */
function Sent({ eventId }: { eventId: string }) {
  const environment = useEnvironment();
  const may = useMay();
  const readable = may.scope(environment, 'event:read');
  const { data, error } = useRead('readEvent', { path: { environment, eventId } }, { enabled: readable });
  const headers = [
    'Content-Type: application/json', 'User-Agent: openteller-webhooks/1', `webhook-id: ${eventId}`, 'webhook-timestamp: <seconds since 1970, of the attempt>', 'webhook-signature: v1,<base64>',
    'X-Service-Signature: sha256=<hex>', `X-Service-Event-Id: ${eventId}`, 'X-Service-Timestamp: <as webhook-timestamp>', 'X-Service-Attempt: <from 1>',
  ].join('\n');
  return (
    <Card title="What is sent" actions={readable && <Anchor size="sm" renderRoot={(props) => <Link to="/$environment/events/$eventId" params={{ environment, eventId }} {...props} />}>The event and its other deliveries</Anchor>}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">The signatures are of each attempt and are kept nowhere. What the receiver answered is kept as its status alone: its body may be anybody's.</Text>
        <CodeBlock label="the headers" text={headers} />
        {error !== null && <ErrorNote error={error} />}
        {readable && (data === undefined ? error === null && <Skeleton h={80} /> : <CodeBlock label="the body" text={JSON.stringify(data.data.body)} />)}
      </Stack>
    </Card>
  );
}
