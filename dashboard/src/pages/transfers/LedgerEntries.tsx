/** What was held and booked for a transfer. */
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Environment } from '@/api/client.ts';
import { Card, type Column, Empty, List } from '@/components/page.tsx';
import { Money, Status, type Tone } from '@/components/values.tsx';
import { exactMoment, instant, words } from '@/lib/format.ts';
import type { Story } from './timeline.ts';

type Entry = Story['entries'][number];

const kinds: Readonly<Record<Entry['kind'], { words: string; tone: Tone }>> = {
  pending: { words: 'Held', tone: 'waiting' }, post: { words: 'Hold booked', tone: 'good' }, void: { words: 'Hold released', tone: 'neutral' }, single: { words: 'Booked', tone: 'good' },
};
const codes: Readonly<Record<Entry['code'], string>> = { transfer: 'Transfer', fee: 'Fee', vat: 'VAT', duty: 'Stamp duty', credit: 'Credit', return: 'Return', correction: 'Correction' };
const rank = Object.keys(codes);
const ownAccounts: Readonly<Record<string, string>> = { rail_clearing: 'Clearing with the rail', fee_income: 'Fee income', vat_payable: 'VAT payable', duty_payable: 'Stamp duty payable', rail_exceptions: 'Exceptions of the rail' };

export function LedgerEntries({ entries, environment }: { entries: readonly Entry[]; environment: Environment }) {
  const account = (id: string) => (/^\d{10}$/.test(id) ? <Anchor size="sm" renderRoot={(props) => <Link to={`/${environment}/accounts/${id}`} {...props} />}>{id}</Anchor> : (ownAccounts[id] ?? words(id)));
  const columns: readonly Column<Entry>[] = [
    { header: 'When', cell: ({ at }) => <time dateTime={at} title={exactMoment(at)}>{instant(at)}</time> },
    { header: 'What', cell: ({ code }) => codes[code] },
    { header: 'How', cell: ({ kind }) => <Status tone={kinds[kind].tone}>{kinds[kind].words}</Status> },
    { header: 'Debited', cell: ({ debitAccount }) => account(debitAccount) },
    { header: 'Credited', cell: ({ creditAccount }) => account(creditAccount) },
    { header: 'Amount', align: 'right', cell: ({ amount }) => <Money amount={amount} /> },
  ];
  const inOrder = entries.toSorted((a, b) => a.at.localeCompare(b.at) || rank.indexOf(a.code) - rank.indexOf(b.code));
  return (
    <Card title="Holds and ledger entries">
      <List label="Ledger entries" columns={columns} rows={inOrder} rowKey={({ entryId }) => entryId} error={null} empty={<Empty title="Nothing is held or booked">Money is held when the OTP is confirmed, and booked when the result is final.</Empty>} />
    </Card>
  );
}
