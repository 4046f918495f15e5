import { Anchor, Button, Group, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEnvironment } from '@/app/roots.tsx';
import { type Answer, call, type CallError, type Data } from '@/api/client.ts';
import { Card, type Column, Empty, List, Page } from '@/components/page.tsx';
import { Copyable, Moment } from '@/components/values.tsx';
import { KindsInput } from '@/pages/webhooks/kinds.tsx';
import { eventsRoute } from './routes.tsx';

type Event = Data<'searchEvents'>[number];

/** Newest first; older ones are asked for. No count: counting a kind would look at every event. */
export function EventsPage() {
  const environment = useEnvironment();
  const { kinds, from, to } = eventsRoute.useSearch();
  const navigate = eventsRoute.useNavigate();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery<Answer<'searchEvents'>, CallError, { pages: Answer<'searchEvents'>[] }, readonly unknown[], string | undefined>({
    queryKey: ['searchEvents', environment, kinds, from, to],
    queryFn: ({ pageParam, signal }) => call('searchEvents', { path: { environment }, query: { kinds, from, to, before: pageParam }, signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const rows = data?.pages.flatMap((page) => page.data);
  const columns: readonly Column<Event>[] = [
    { header: 'Event', cell: ({ eventId, event }) => <Anchor size="sm" renderRoot={(props) => <Link to="/$environment/events/$eventId" params={{ environment, eventId }} {...props} />}>{event}</Anchor> },
    { header: 'When', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { header: 'About', cell: ({ subject }) => <Copyable text={subject} label="what it is about" /> },
    { header: 'Sequence', align: 'right', wide: true, cell: ({ sequence }) => sequence },
  ];
  const set = (change: { kinds?: string; from?: string; to?: string }): void => void navigate({ search: (before) => Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== '')), replace: true });
  const filtered = kinds !== undefined || from !== undefined || to !== undefined;
  return (
    <Page title="Events" lead="Everything your systems were told, or could have pulled. Newest first.">
      <Card>
        <Group align="flex-start" mb="md">
          <div style={{ flex: '2 1 280px' }}><KindsInput label="Kinds" description="Empty: all of them." value={kinds === undefined ? [] : kinds.split(',')} onChange={(next) => set({ kinds: next.join(',') })} /></div>
          <TextInput style={{ flex: '1 1 140px' }} type="date" label="From" description="Lagos day." value={from ?? ''} onChange={(event) => set({ from: event.currentTarget.value })} />
          <TextInput style={{ flex: '1 1 140px' }} type="date" label="To" description="This day too." value={to ?? ''} onChange={(event) => set({ to: event.currentTarget.value })} />
        </Group>
        <List label="Events" columns={columns} rows={rows} rowKey={({ eventId }) => eventId} error={error} onRetry={() => void refetch()}
          empty={filtered ? <Empty title={hasNextPage ? 'None among the newest' : 'No such event'}>{hasNextPage ? 'The newest 2,000 were looked at. Look further back.' : 'Choose other kinds or days.'}</Empty> : <Empty title="Nothing happened yet">Open a customer, generate an account or make a transfer: each writes its events here, and to your webhooks.</Empty>} />
        {hasNextPage && <Group justify="center" mt="md"><Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>Look further back</Button></Group>}
      </Card>
    </Page>
  );
}
