import { Alert, Anchor, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CallName, Environment } from '@/api/client.ts';
import { useAct, useRead } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { useMay } from '@/app/session.ts';
import { Ask } from '@/components/Ask.tsx';
import { DownloadButton } from '@/components/DownloadButton.tsx';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, type Column, Facts, List, Page } from '@/components/page.tsx';
import { Copyable, Moment, Money, Status } from '@/components/values.tsx';
import { count, naira, words } from '@/lib/format.ts';
import { type Batch, batchStates, type Item, itemStages } from './batch-states.ts';
import { batchRoute } from './routes.tsx';

const pageSize = 100;
const shownAnew: readonly CallName[] = ['getBulkTransfer', 'listBulkTransferItems', 'listBulkTransfers'];
const isOver = (state: Batch['state'] | undefined): boolean => state === 'completed' || state === 'cancelled' || state === 'expired';

export function BatchPage() {
  const environment = useEnvironment();
  const { batchId } = batchRoute.useParams();
  const { page = 1 } = batchRoute.useSearch();
  const navigate = batchRoute.useNavigate();
  const may = useMay().scope(environment, 'transfer:initiate');
  const { data, error } = useRead('getBulkTransfer', { path: { environment, batchId } }, { refreshMs: (answer) => (isOver(answer?.data.state) ? null : 2_000) });
  const batch = data?.data;
  // By what the payments say themselves: the whole may be over while the last of them is still shown as it was.
  const items = useRead('listBulkTransferItems', { path: { environment, batchId }, query: { page: String(page), pageSize: String(pageSize) } }, { keep: true, refreshMs: (answer) => (answer?.data.every(({ status }) => status !== 'PENDING') === true ? null : 2_000) });
  const crumbs = [{ label: 'Bulk transfers', to: `/${environment}/bulk` }];
  if (batch === undefined) return <Page title="Bulk transfer" crumbs={crumbs}>{error === null ? <Skeleton h={280} /> : <ErrorNote error={error} />}</Page>;
  return (
    <Page title={batch.reference ?? 'Bulk transfer'} crumbs={crumbs}
      actions={<>{may && !isOver(batch.state) && <Cancel environment={environment} batch={batch} />}<DownloadButton name="listBulkTransferItems" input={{ path: { environment, batchId } }} accept="text/csv" file={`${batchId}.csv`}>Results as CSV</DownloadButton></>}>
      <Group gap="sm" aria-live="polite"><Status tone={batchStates[batch.state].tone}>{batchStates[batch.state].words}</Status><Copyable text={batchId} label="the batchId" /></Group>
      {may && batch.state === 'ready' && <Confirm environment={environment} batch={batch} />}
      <Card title="The whole"><BatchFacts batch={batch} environment={environment} /></Card>
      <Card title="Payments">
        <List label="Payments" columns={columnsOf(environment)} rows={items.data?.data} rowKey={({ line }) => String(line)} error={items.error} onRetry={() => void items.refetch()} paging={{ page, pageSize, total: items.data?.total, onPage: (next) => void navigate({ search: { page: next } }) }} empty={null} />
      </Card>
    </Page>
  );
}

function columnsOf(environment: Environment): readonly Column<Item>[] {
  return [
    { header: 'Line', cell: ({ line }) => line },
    { header: 'To', cell: (item) => <Stack gap={0}><Text size="sm">{item.beneficiaryAccountName ?? '–'}</Text><Text size="xs" c="dimmed">{item.beneficiaryAccountNumber} at {item.beneficiaryBankCode}</Text></Stack> },
    { header: 'In your file', wide: true, cell: ({ givenName, duplicateOf }) => <>{givenName ?? '–'}{duplicateOf !== null && <Text size="xs">Same as line {duplicateOf}</Text>}</> },
    { header: 'Amount', align: 'right', cell: ({ amount }) => <Money amount={amount} /> },
    { header: 'Charges', align: 'right', wide: true, cell: ({ charges }) => <Money amount={charges} /> },
    { header: 'Status', cell: ({ stage, reason }) => <Stack gap={2} align="flex-start"><Status tone={itemStages[stage].tone}>{itemStages[stage].words}</Status>{reason !== null && <Text size="xs">{words(reason)}</Text>}</Stack> },
    { header: 'Transfer', wide: true, cell: ({ transactionId }) => (transactionId === null ? '–' : <Anchor size="sm" renderRoot={(props) => <Link to={`/${environment}/transfers/${transactionId}`} {...props} />}>…{transactionId.slice(-8)}</Anchor>) },
  ];
}

function BatchFacts({ batch, environment }: { batch: Batch; environment: Environment }) {
  const standing = Object.entries(batch.counts).filter(([, number]) => number > 0).map(([stage, number]) => `${count(number)} ${words(stage).toLowerCase()}`);
  return (
    <Facts facts={[
      ['From', <Anchor key="from" size="sm" renderRoot={(props) => <Link to={`/${environment}/accounts/${batch.sourceAccountNumber}`} {...props} />}>{batch.sourceAccountNumber}</Anchor>],
      ['Sent', <>{count(batch.count)} payments, <Money amount={batch.requested} /></>],
      ['Accepted', batch.payments === null ? 'Names are still asked' : <>{count(batch.payments)}, <Money amount={batch.total ?? 0} fw={600} /> and <Money amount={batch.charges ?? 0} /> charges</>],
      ['How they stand', standing.join(', ')],
      ['Created', <Moment key="created" at={batch.createdAt} />],
      ...(batch.scheduledFor === null ? [] : [['Starts', <Moment key="starts" at={batch.scheduledFor} />] as const]),
      ...(batch.confirmedAt === null ? [['Confirm by', <Moment key="by" at={batch.expiresAt} />] as const] : [['Confirmed', <Moment key="confirmed" at={batch.confirmedAt} />] as const]),
      ['What the OTP confirms', batch.hash === null ? null : <Copyable key="hash" text={batch.hash} label="the hash" shown={`${batch.hash.slice(0, 16)}…`} />],
    ]} />
  );
}

function Confirm({ environment, batch: { batchId, payments, total, counts } }: { environment: Environment; batch: Batch }) {
  const [otpReferenceId, setReference] = useState<string | null>(null);
  const [otp, setOtp] = useState('');
  const path = { environment, batchId };
  const sendCode = useAct('sendBulkTransferOtp');
  const validate = useAct('validateBulkTransfer', { refresh: shownAnew });
  const send = (): void => sendCode.mutate({ path }, { onSuccess: ({ data }) => setReference(data.otpReferenceId) });
  return (
    <Alert color="blue" title={`${count(payments ?? 0)} ${payments === 1 ? 'payment waits' : 'payments wait'} for the OTP: ${naira(total ?? 0)}`}>
      <Stack gap="sm" align="flex-start">
        {counts.refused > 0 && <Text size="sm">{count(counts.refused)} {counts.refused === 1 ? 'was' : 'were'} refused and will not be paid: look at the reasons below before you confirm.</Text>}
        {otpReferenceId === null
          ? <Button loading={sendCode.isPending} onClick={send}>Send the OTP</Button>
          : (
            <form onSubmit={(event) => {
              event.preventDefault();
              validate.mutate({ path, body: { otpReferenceId, otp } });
            }}>
              <Group align="flex-end">
                <TextInput label="OTP" description="Sent to the phone of the account" inputMode="numeric" maxLength={6} autoComplete="one-time-code" required value={otp} onChange={({ currentTarget: { value } }) => setOtp(value.replaceAll(/\D/g, ''))} />
                <Button type="submit" loading={validate.isPending} disabled={otp.length !== 6}>Confirm and pay</Button>
                <Button variant="default" loading={sendCode.isPending} onClick={send}>Send another</Button>
              </Group>
            </form>
          )}
        {(sendCode.error ?? validate.error) !== null && <ErrorNote error={sendCode.error ?? validate.error} />}
      </Stack>
    </Alert>
  );
}

function Cancel({ environment, batch: { batchId, state } }: { environment: Environment; batch: Batch }) {
  const [opened, setOpened] = useState(false);
  const cancel = useAct('cancelBulkTransfer', { refresh: shownAnew });
  return (
    <>
      <Button variant="default" c="red" onClick={() => setOpened(true)}>Cancel</Button>
      <Ask opened={opened} title="Cancel this bulk transfer?" confirm="Cancel the bulk transfer" color="red" busy={cancel.isPending} error={cancel.error} onClose={() => setOpened(false)}
        onConfirm={() => cancel.mutate({ path: { environment, batchId } }, { onSuccess: () => setOpened(false) })}>
        <Text size="sm">{state === 'processing' ? 'Payments that have not started will not be made. Those that have started go on.' : 'None of its payments will be made.'} It cannot be taken up again.</Text>
      </Ask>
    </>
  );
}
