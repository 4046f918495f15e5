import { Anchor, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEnvironment } from '@/app/roots.tsx';
import { useMay } from '@/app/session.ts';
import type { Data } from '@/api/client.ts';
import { useRead } from '@/api/hooks.ts';
import { CodeBlock, pretty } from '@/components/code.tsx';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, type Column, Empty, Facts, List, Page } from '@/components/page.tsx';
import { Copyable, Moment } from '@/components/values.tsx';
import { DeliveryStatus, outcomeText } from '@/pages/webhooks/states.tsx';
import { eventRoute } from './routes.tsx';

type Delivery = Data<'readEvent'>['deliveries'][number];

export function EventPage() {
  const environment = useEnvironment();
  const { eventId } = eventRoute.useParams();
  const may = useMay();
  const { data, error } = useRead('readEvent', { path: { environment, eventId } });
  const event = data?.data;
  const managing = may.scope(environment, 'webhook:manage');
  const columns: readonly Column<Delivery>[] = [
    {
      header: 'Webhook', cell: ({ deliveryId, url }) => (managing
        ? <Anchor size="sm" style={{ overflowWrap: 'anywhere' }} renderRoot={(props) => <Link to="/$environment/webhooks/deliveries/$deliveryId" params={{ environment, deliveryId }} {...props} />}>{url}</Anchor>
        : <Text size="sm" style={{ overflowWrap: 'anywhere' }}>{url}</Text>),
    },
    { header: 'Status', cell: ({ status }) => <DeliveryStatus status={status} /> },
    { header: 'Answer', cell: outcomeText },
    { header: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
  ];
  return (
    <Page title={event?.event ?? 'Event'} crumbs={[{ label: 'Events', to: `/${environment}/events` }]}>
      {error !== null && event === undefined && <ErrorNote error={error} />}
      {event === undefined ? error === null && <Card><Skeleton h={160} /></Card> : (
        <>
          <Card><Facts facts={[['Written', <Moment key="at" at={event.createdAt} />], ['About', <Copyable key="subject" text={event.subject} label="what it is about" />], ['Sequence', event.sequence], ['eventId', <Copyable key="id" text={event.eventId} label="the eventId" />]]} /></Card>
          <Card title="As it is sent"><CodeBlock label="the event" text={pretty(event.body)} /></Card>
          <Card title="Deliveries">
            <List label="Deliveries of this event" columns={columns} rows={event.deliveries} rowKey={({ deliveryId }) => deliveryId} error={null} empty={<Empty title="Sent to no webhook">No webhook had selected this kind when it was written. It can be pulled with GET /events.</Empty>} />
          </Card>
        </>
      )}
    </Page>
  );
}
