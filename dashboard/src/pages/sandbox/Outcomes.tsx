/** Decides transfers that stay pending, and gives successful ones back, as the other bank would. */
import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { Data } from '@/api/client.ts';
import { useAct, useRead } from '@/api/hooks.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, type Column, Empty, List } from '@/components/page.tsx';
import { Copyable, Moment, Money, Status } from '@/components/values.tsx';
import { words } from '@/lib/format.ts';

type Transfer = Data<'listTransfers'>[number];
type Outcome = 'settle' | 'fail' | 'reverse';
const path = { environment: 'test' } as const;

export function Outcomes() {
  const [status, setStatus] = useState<'PENDING' | 'SUCCESS'>('PENDING');
  const list = useRead('listTransfers', { path, query: { page: '1', pageSize: '20', status } }, { keep: true, refreshMs: 3_000 });
  const decide = useAct('controlSandboxTransfer', { refresh: ['listTransfers'] });
  const tell = (transactionId: string, outcome: Outcome): void => decide.mutate({ path: { ...path, transactionId, outcome } }, { onSuccess: () => notifications.show({ title: 'The rail was told', message: 'The result arrives as from a real one: through the worker, the status and your webhooks.' }) });
  const busy = decide.isPending ? decide.variables.path.transactionId : null;
  const button = ({ transactionId }: Transfer, outcome: Outcome, label: string) => <Button size="compact-sm" variant="default" loading={busy === transactionId && decide.variables?.path.outcome === outcome} onClick={() => tell(transactionId, outcome)}>{label}</Button>;
  const columns: readonly Column<Transfer>[] = [
    { header: 'Transfer', cell: ({ transactionId, beneficiaryAccountName }) => <><Text size="sm">{beneficiaryAccountName}</Text><Copyable text={transactionId} label="the transactionId" shown={`${transactionId.slice(0, 12)}…`} /></> },
    { header: 'Amount', align: 'right', cell: ({ amount }) => <Money amount={amount} /> },
    { header: 'Stage', cell: ({ stage }) => <Status tone="waiting">{stage}</Status> },
    { header: 'Initiated', wide: true, cell: ({ initiatedAt }) => <Moment at={initiatedAt} /> },
    {
      header: 'Decide',
      cell: (transfer) => {
        if (status === 'SUCCESS') return button(transfer, 'reverse', 'Give back');
        return transfer.stage === 'confirming' || transfer.stage === 'review'
          ? <Group gap={6} wrap="nowrap">{button(transfer, 'settle', 'Settle')}{button(transfer, 'fail', 'Fail')}</Group>
          : <Text size="xs" c="dimmed">{words(transfer.stage)}: not at the rail</Text>;
      },
    },
  ];
  return (
    <Card>
      <SegmentedControl size="xs" mb="sm" aria-label="Which transfers" value={status} onChange={(next) => setStatus(next === 'SUCCESS' ? 'SUCCESS' : 'PENDING')} data={[{ value: 'PENDING', label: 'Pending' }, { value: 'SUCCESS', label: 'Successful' }]} />
      {decide.error !== null && <ErrorNote error={decide.error} />}
      <List label="Transfers to decide" columns={columns} rows={list.data?.data} rowKey={({ transactionId }) => transactionId} error={list.error} onRetry={() => void list.refetch()}
        empty={status === 'PENDING' ? <Empty title="Nothing is pending">Send to 0000000019, or name the scenario stays_pending: the transfer waits here until you decide it.</Empty> : <Empty title="No successful transfer yet">The newest twenty stand here, and can be given back once each.</Empty>} />
    </Card>
  );
}
