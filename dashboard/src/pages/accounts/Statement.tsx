/** What was booked in a span of days, with the balance after each entry; as a file, the whole of it. */
import { Anchor, Group, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Data, Environment } from '@/api/client.ts';
import { useRead } from '@/api/hooks.ts';
import { useLagosDays } from '@/app/session.ts';
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
  const dayBefore = useLagosDays(environment);
  const { from = dayBefore(30), to = dayBefore(0), page = 1 } = search;
  const body = { accountNumber, startDate: from, endDate: to };
  const { data, error, refetch } = useRead('readStatement', { path: { environment }, body: { ...body, page, pageSize } }, { keep: true });
  const totals = data?.data;
  const set = (changes: { from?: string; to?: string }): void => onSearch({ from, to, ...changes });
  const file = `statement-${accountNumber}-${from}-${to}`;
  return (
    <Card title="Statement" actions={
      <Group gap="xs" className="no-print">
        <DownloadButton name="readStatement" input={{ path: { environment }, body }} accept="application/pdf" file={`${file}.pdf`}>PDF</DownloadButton>
        <DownloadButton name="readStatement" input={{ path: { environment }, body }} accept="text/csv" file={`${file}.csv`}>CSV</DownloadButton>
      </Group>
    }>
      <Group gap="sm" mb="md" align="flex-end" role="search" aria-label="Days of the statement">
        <TextInput type="date" label="From" value={from} max={to} onChange={({ currentTarget: { value } }) => (value === '' ? undefined : set({ from: value }))} />
        <TextInput type="date" label="To" value={to} min={from} onChange={({ currentTarget: { value } }) => (value === '' ? undefined : set({ to: value }))} />
      </Group>
      {totals !== undefined && (
        <Text size="sm" c="dimmed" mb="md">
          {from === to ? dayOf(from) : `${dayOf(from)} to ${dayOf(to)}`}: opened with {naira(totals.openingBalance)}, {naira(totals.totalCredits)} in, {naira(totals.totalDebits)} out, closed with {naira(totals.closingBalance)}
        </Text>
      )}
      <List label="Entries" columns={columnsOf(environment)} rows={totals?.transactions} rowKey={({ id }) => id} error={error} onRetry={() => void refetch()} paging={{ page, pageSize, total: data?.total, onPage: (next) => onSearch({ from, to, page: next }) }}
        empty={<Empty title="Nothing was booked in these days">Take other days, or look at the transfers that are still on their way.</Empty>} />
      {data !== undefined && data.total > 0 && <Text size="xs" c="dimmed">The files hold all {count(data.total)} entries.</Text>}
    </Card>
  );
}
