/** What was sent to a webhook and what came back, and sending it again. */
import { Anchor, Button, Group, SegmentedControl } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useEnvironment } from '@/app/roots.tsx';
import { useRead } from '@/api/hooks.ts';
import { Card, type Column, Empty, List } from '@/components/page.tsx';
import { Moment } from '@/components/values.tsx';
import { Replay } from './Replay.tsx';
import { webhookRoute } from './routes.tsx';
import { type Delivery, DeliveryStatus, outcomeText, type Webhook } from './states.tsx';

const pageSize = 20;

export function Deliveries({ webhook }: { webhook: Webhook }) {
  const environment = useEnvironment();
  const { page = 1, status } = webhookRoute.useSearch();
  const navigate = webhookRoute.useNavigate();
  const [replaying, setReplaying] = useState(false);
  const { data, error, refetch } = useRead('listWebhookDeliveries', { path: { environment, id: webhook.id }, query: { page: String(page), pageSize: String(pageSize), ...(status === undefined ? {} : { status }) } }, { keep: true, refreshMs: 5_000 });
  const columns: readonly Column<Delivery>[] = [
    { header: 'Event', cell: ({ deliveryId, event }) => <Anchor size="sm" renderRoot={(props) => <Link to="/$environment/webhooks/deliveries/$deliveryId" params={{ environment, deliveryId }} {...props} />}>{event}</Anchor> },
    { header: 'Status', cell: (delivery) => <DeliveryStatus status={delivery.status} /> },
    { header: 'Answer', cell: outcomeText },
    { header: 'Attempts', align: 'right', wide: true, cell: ({ attempts }) => attempts },
    { header: 'Latency', align: 'right', wide: true, cell: ({ latencyMs }) => (latencyMs === null ? '–' : `${latencyMs} ms`) },
    { header: 'Written', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { header: 'Next attempt', wide: true, cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? '–' : <Moment at={nextAttemptAt} />) },
  ];
  const choose = (next: string): void => void navigate({ search: next === 'pending' || next === 'delivered' || next === 'failed' ? { status: next } : {} });
  return (
    <Card>
      <Group justify="space-between" mb="sm">
        <SegmentedControl size="xs" aria-label="Which deliveries" value={status ?? 'all'} onChange={choose} data={[{ value: 'all', label: 'All' }, { value: 'pending', label: 'Pending' }, { value: 'delivered', label: 'Delivered' }, { value: 'failed', label: 'Failed' }]} />
        <Button variant="default" size="xs" leftSection={<IconRefresh size={14} />} onClick={() => setReplaying(true)}>Send many again</Button>
      </Group>
      <List label="Deliveries" columns={columns} rows={data?.data} rowKey={({ deliveryId }) => deliveryId} error={error} onRetry={() => void refetch()} paging={{ page, pageSize, total: data?.total, onPage: (next) => void navigate({ search: (before) => ({ ...before, page: next }) }) }}
        empty={status === undefined
          ? <Empty title="Nothing was sent yet" action={<Button variant="default" onClick={() => void navigate({ search: { tab: 'test' } })}>Send a test event</Button>}>The first event that this webhook selects stands here, with what came back.</Empty>
          : <Empty title={`No ${status} delivery`}>Deliveries in other states are under All.</Empty>} />
      <Replay webhook={webhook} opened={replaying} onClose={() => setReplaying(false)} />
    </Card>
  );
}
