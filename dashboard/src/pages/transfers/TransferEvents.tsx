/** What a transfer told webhooks, and where that went. */
import { Code, Stack, Text } from '@mantine/core';
import { Card, type Column, Empty, List } from '@/components/page.tsx';
import { Copyable, Moment, Status, type Tone } from '@/components/values.tsx';
import { exactMoment, instant, words } from '@/lib/format.ts';
import type { Story } from './timeline.ts';

type Event = Story['events'][number];
type Delivery = Event['deliveries'][number];

const tones: Readonly<Record<Delivery['status'], Tone>> = { delivered: 'good', pending: 'waiting', failed: 'bad' };

const columns: readonly Column<Event>[] = [
  { header: 'When', cell: ({ at }) => <time dateTime={at} title={exactMoment(at)}>{instant(at)}</time> },
  { header: 'Event', cell: ({ kind }) => <Code>{kind}</Code> },
  { header: 'Deliveries', cell: ({ deliveries }) => (deliveries.length === 0 ? <Text size="sm" c="dimmed">No webhook selected it</Text> : <Stack gap={6}>{deliveries.map((delivery) => <Delivered key={delivery.deliveryId} delivery={delivery} />)}</Stack>) },
  { header: 'Id', wide: true, cell: ({ eventId }) => <Copyable text={eventId} label="the event's id" shown={`…${eventId.slice(-8)}`} /> },
];

function Delivered({ delivery: { url, status, attempts, httpStatus, error, latencyMs, nextAttemptAt } }: { delivery: Delivery }) {
  const said = httpStatus === null ? (error === null ? null : words(error)) : `HTTP ${httpStatus}`;
  return (
    <div>
      <Status tone={tones[status]}>{status}</Status> <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>{url}</Text>
      <Text size="xs" c="dimmed">
        {[`${attempts} ${attempts === 1 ? 'try' : 'tries'}`, said, latencyMs === null ? null : `${latencyMs} ms`].filter((part) => part !== null).join(' · ')}
        {nextAttemptAt !== null && status === 'pending' && attempts > 0 && <> · next <Moment at={nextAttemptAt} /></>}
      </Text>
    </div>
  );
}

export function TransferEvents({ events }: { events: readonly Event[] }) {
  return (
    <Card title="Events and webhooks">
      <List label="Events" columns={columns} rows={events} rowKey={({ eventId }) => eventId} error={null} empty={<Empty title="No event yet" />} />
    </Card>
  );
}
