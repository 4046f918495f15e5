/** What the bank was asked, and what it answered. */
import { Text } from '@mantine/core';
import { Card, type Column, Empty, Facts, List } from '@/components/page.tsx';
import { Copyable, Status } from '@/components/values.tsx';
import { exactMoment, instant, words } from '@/lib/format.ts';
import { type Story, verdictTones } from './timeline.ts';

type Rail = NonNullable<Story['rail']>;
type Answer = Rail['answers'][number];

const columns: readonly Column<Answer>[] = [
  { header: 'Answered', cell: ({ at }) => <time dateTime={at} title={exactMoment(at)}>{instant(at)}</time> },
  { header: 'To what', cell: ({ asked }) => (asked ? 'Status query' : 'The payment') },
  { header: 'Code', cell: ({ code }) => code ?? 'None' },
  { header: 'Meaning', cell: ({ meaning, detail }) => [meaning, detail === null ? null : words(detail)].filter((part) => part !== null).join('. ') },
  { header: 'Proves', cell: ({ verdict }) => <Status tone={verdictTones[verdict] ?? 'neutral'}>{proofs[verdict] ?? verdict}</Status> },
  { header: 'Took', align: 'right', cell: ({ tookMs }) => (tookMs === null ? '–' : `${tookMs} ms`) },
];

const proofs: Readonly<Record<string, string>> = { success: 'It arrived', reject: 'It was refused', not_found: 'Not found there', indeterminate: 'Nothing' };

export function RailAnswers({ rail }: { rail: Rail }) {
  const left = rail.queries + 1 - rail.answers.length;
  return (
    <Card title="At the bank">
      <Facts facts={[['Rail', rail.name], ['Reference', <Copyable key="reference" text={rail.reference} label="the reference" />], ['Status asked', `${rail.queries} ${rail.queries === 1 ? 'time' : 'times'}`]]} />
      <List label="Answers of the bank" columns={columns} rows={rail.answers} rowKey={({ at, asked }) => `${at} ${asked}`} error={null} empty={<Empty title="No answer yet">The payment was sent at {instant(rail.intentAt)}.</Empty>} />
      {rail.answers.length > 0 && left > 0 && <Text size="sm" c="dimmed">{left} more in between are not kept.</Text>}
    </Card>
  );
}
