/** What was booked in a span of days, with the balance after each entry; as a file, the whole of it. */
import { Anchor, Group, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Data, Environment } from '@/api/client.ts';
import { useRead } from '@/api/hooks.ts';
import { DownloadButton } from '@/components/DownloadButton.tsx';
import { Card, type Column, Empty, List } from '@/components/page.tsx';
import { Moment, Money } from '@/components/values.tsx';
import { count, day, naira } from '@/lib/format.ts';
import type { AccountPart } from './AccountPage.tsx';

type Entry = Data<'readStatement'>['transactions'][number];
const pageSize = 50;
/** Noon, so that no clock makes it the day before. */
const dayOf = (lagos: string): string => day(`${lagos}T12:00:00+01:00`);

function columnsOf(environment: Environment): readonly Column<Entry>[] {
  return [
    { header: 'When', cell: ({ at }) => <Moment at={at} /> },
    {
      header: 'What',
      cell: ({ narration, counterparty, code, reference }) => (
        <Stack gap={0}>
          {code === 'credit' ? <Text size="sm">{narration}</Text> : <Anchor size="sm" renderRoot={(props) => <Link to={`/${environment}/transfers/${reference}`} {...props} />}>{narration}</Anchor>}
          {counterparty !== null && <Text size="xs" c="dimmed">{counterparty}</Text>}
        </Stack>
      ),
    },
    { header: 'Debit', align: 'right', cell: ({ type, amount }) => (type === 'DEBIT' ? <Money amount={amount} /> : null) },
    { header: 'Credit', align: 'right', cell: ({ type, amount }) => (type === 'CREDIT' ? <Text span inherit c="teller"><Money amount={amount} /></Text> : null) },
    { header: 'Balance', align: 'right', cell: ({ balance }) => <Money amount={balance} fw={500} /> },
  ];
}

export function Statement({ environment, account: { accountNumber }, search, onSearch }: AccountPart) {
  const { page = 1 } = search;
  // What the address leaves open is the service's to say: the days of a sandbox are not the browser's.
  const asked = { accountNumber, ...(search.from === undefined ? {} : { startDate: search.from }), ...(search.to === undefined ? {} : { endDate: search.to }) };
  const { data, error, refetch } = useRead('readStatement', { path: { environment }, body: { ...asked, page, pageSize } }, { keep: true });
  const totals = data?.data;
  const { from = totals?.startDate, to = totals?.endDate } = search;
  const days = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const set = (changes: { from?: string; to?: string }): void => onSearch({ ...days, ...changes });
  const body = { accountNumber, ...(from === undefined ? {} : { startDate: from }), ...(to === undefined ? {} : { endDate: to }) };
  const file = ['statement', accountNumber, from, to].filter((part) => part !== undefined).join('-');
  return (
    <Card title="Statement" actions={
      <Group gap="xs" className="no-print">
        <DownloadButton name="readStatement" input={{ path: { environment }, body }} accept="application/pdf" file={`${file}.pdf`}>PDF</DownloadButton>
        <DownloadButton name="readStatement" input={{ path: { environment }, body }} accept="text/csv" file={`${file}.csv`}>CSV</DownloadButton>
      </Group>
    }>
      <Group gap="sm" mb="md" align="flex-end" role="search" aria-label="Days of the statement">
        <TextInput type="date" label="From" value={from ?? ''} max={to} onChange={({ currentTarget: { value } }) => (value === '' ? undefined : set({ from: value }))} />
        <TextInput type="date" label="To" value={to ?? ''} min={from} onChange={({ currentTarget: { value } }) => (value === '' ? undefined : set({ to: value }))} />
      </Group>
      {totals !== undefined && (
        <Text size="sm" c="dimmed" mb="md">
          {totals.startDate === totals.endDate ? dayOf(totals.startDate) : `${dayOf(totals.startDate)} to ${dayOf(totals.endDate)}`}: opened with {naira(totals.openingBalance)}, {naira(totals.totalCredits)} in, {naira(totals.totalDebits)} out, closed with {naira(totals.closingBalance)}
        </Text>
      )}
      <List label="Entries" columns={columnsOf(environment)} rows={totals?.transactions} rowKey={({ id }) => id} error={error} onRetry={() => void refetch()} paging={{ page, pageSize, total: data?.total, onPage: (next) => onSearch({ ...days, page: next }) }}
        empty={<Empty title="Nothing was booked in these days">Take other days, or look at the transfers that are still on their way.</Empty>} />
      {data !== undefined && data.total > 0 && <Text size="xs" c="dimmed">The files hold all {count(data.total)} entries.</Text>}
    </Card>
  );
}
