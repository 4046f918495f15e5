import { Button, Group, Stack, Text } from '@mantine/core';
import type { Data } from '@/api/client.ts';
import { useAct, useRead } from '@/api/hooks.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, type Column, Empty, List } from '@/components/page.tsx';
import { Moment, Status } from '@/components/values.tsx';

type Session = Data<'listSessions'>[number];

/** Where the member is signed in. */
export function SessionsCard() {
  const { data, error, refetch } = useRead('listSessions', {});
  const end = useAct('endSession', { refresh: ['listSessions'] });
  const endOthers = useAct('endOtherSessions', { refresh: ['listSessions'] });
  const failed = end.error ?? endOthers.error;
  const columns: Column<Session>[] = [
    { header: 'Device', cell: ({ device, current, network }) => <Stack gap={2}><Group gap={6}><Text size="sm" fw={600}>{device}</Text>{current && <Status tone="good">This one</Status>}</Group><Text size="xs" c="dimmed">{network}</Text></Stack> },
    { header: 'Last seen', cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
    { header: 'Signed in', wide: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { header: 'Actions', align: 'right', cell: ({ sessionId, current, device }) => !current && <Button size="compact-sm" variant="default" aria-label={`End the session of ${device}`} onClick={() => end.mutate({ path: { sessionId } })}>End</Button> },
  ];
  return (
    <Card title="Where you are signed in" actions={(data?.data.length ?? 0) > 1 ? <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>End all others</Button> : undefined}>
      {failed !== null && <ErrorNote error={failed} />}
      <List label="Sessions" columns={columns} rows={data?.data} rowKey={({ sessionId }) => sessionId} error={error} onRetry={() => void refetch()} empty={<Empty title="None" />} />
    </Card>
  );
}
