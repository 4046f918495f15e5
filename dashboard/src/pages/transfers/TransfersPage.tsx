import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Environment } from '@/api/client.ts';
import { useRead } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { DownloadButton } from '@/components/DownloadButton.tsx';
import { Card, type Column, Empty, List, Page } from '@/components/page.tsx';
import { Copyable, Moment, Money, Status } from '@/components/values.tsx';
import { count, sumNaira } from '@/lib/format.ts';
import { useBankNames } from './bank-names.ts';
import { transfersRoute } from './routes.tsx';
import { filterOf, isFiltered, transferPath } from './search.ts';
import { stages, type Transfer } from './stages.ts';
import { TransferFilters } from './TransferFilters.tsx';

const pageSize = 50;

export function transferColumns(environment: Environment, bankName: (code: string) => string): readonly Column<Transfer>[] {
  return [
    { header: 'Initiated', wide: true, cell: ({ initiatedAt }) => <Moment at={initiatedAt} /> },
    {
      header: 'To',
      cell: ({ transactionId, beneficiaryAccountName, beneficiaryAccountNumber, beneficiaryBankCode }) => (
        <Stack gap={0}>
          <Anchor size="sm" fw={500} renderRoot={(props) => <Link to={transferPath(environment, transactionId)} {...props} />}>{beneficiaryAccountName}</Anchor>
          <Text size="xs" c="dimmed">{beneficiaryAccountNumber} · {bankName(beneficiaryBankCode)}</Text>
        </Stack>
      ),
    },
    { header: 'From', wide: true, cell: ({ sourceAccountNumber }) => <Anchor size="sm" renderRoot={(props) => <Link to={`/${environment}/accounts/${sourceAccountNumber}`} {...props} />}>{sourceAccountNumber}</Anchor> },
    { header: 'Amount', align: 'right', cell: ({ amount }) => <Money amount={amount} /> },
    { header: 'Status', cell: ({ stage }) => <Status tone={stages[stage].tone}>{stages[stage].words}</Status> },
    { header: 'Transaction', wide: true, cell: ({ transactionId }) => <Copyable text={transactionId} label="the transactionId" shown={`…${transactionId.slice(-8)}`} /> },
  ];
}

export function TransfersPage() {
  const environment = useEnvironment();
  const search = transfersRoute.useSearch();
  const navigate = transfersRoute.useNavigate();
  const { page = 1 } = search;
  const query = { ...filterOf(search), page: String(page), pageSize: String(pageSize) };
  const { data, error, refetch } = useRead('listTransfers', { path: { environment }, query }, { keep: true, refreshMs: 15_000 });
  const bankName = useBankNames(environment);
  const rows = data?.data;
  return (
    <Page title="Transfers" lead="Money that leaves your customers' and collection accounts, newest first."
      actions={<DownloadButton name="listTransfers" input={{ path: { environment }, query: filterOf(search) }} accept="text/csv" file={`transfers-${environment}.csv`}>{isFiltered(search) ? 'Export these as CSV' : 'Export as CSV'}</DownloadButton>}>
      <Card><TransferFilters search={search} onChange={(next) => void navigate({ search: next })} /></Card>
      <Card>
        <List label="Transfers" columns={transferColumns(environment, bankName)} rows={rows} rowKey={({ transactionId }) => transactionId} error={error} onRetry={() => void refetch()} paging={{ page, pageSize, total: data?.total, onPage: (next) => void navigate({ search: (before) => ({ ...before, page: next }) }) }} empty={<NothingFound filtered={isFiltered(search)} environment={environment} onClear={() => void navigate({ search: {} })} />}>
          {rows !== undefined && rows.length > 0 && <PageTotals rows={rows} />}
        </List>
      </Card>
    </Page>
  );
}

/** Of what stands on the page; the export holds the whole list. */
function PageTotals({ rows }: { rows: readonly Transfer[] }) {
  const charges = sumNaira(rows.flatMap(({ fee, vat, stampDuty }) => [fee, vat, stampDuty]));
  return (
    <Group gap="lg" my="sm" aria-label="Totals of this page" role="group">
      <Text size="sm"><Text span c="dimmed" inherit>On this page </Text>{count(rows.length)} {rows.length === 1 ? 'transfer' : 'transfers'}</Text>
      <Text size="sm"><Text span c="dimmed" inherit>Amounts </Text><Money amount={sumNaira(rows.map(({ amount }) => amount))} fw={600} /></Text>
      <Text size="sm"><Text span c="dimmed" inherit>Charges </Text><Money amount={charges} /></Text>
      <Text size="sm"><Text span c="dimmed" inherit>Arrived </Text><Money amount={sumNaira(rows.flatMap(({ stage, amount }) => (stage === 'completed' ? [amount] : [])))} /></Text>
    </Group>
  );
}

function NothingFound({ filtered, environment, onClear }: { filtered: boolean; environment: Environment; onClear(): void }) {
  if (filtered) return <Empty title="No transfer fits" action={<Button variant="default" onClick={onClear}>Clear the filters</Button>}>Take a filter away, or widen the dates.</Empty>;
  return (
    <Empty title="No transfers yet">
      {environment === 'test'
        ? 'A transfer begins with a name enquiry: POST /transfer/name-enquiry, then POST /transfer/customer/initiate, and POST /transfer/validate with the OTP. On the sandbox 123456 passes as OTP.'
        : 'The first payment that your program initiates with live credentials stands here.'}
    </Empty>
  );
}
