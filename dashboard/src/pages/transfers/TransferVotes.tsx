/** What people said about a transfer, and what contradicted it. */
import { Code } from '@mantine/core';
import { Card, type Column, List } from '@/components/page.tsx';
import { Moment, Status, type Tone } from '@/components/values.tsx';
import { words } from '@/lib/format.ts';
import { useMemberNames } from './people.ts';
import type { Story } from './timeline.ts';

type Said = { key: string; at: string; who: string; said: string; tone: Tone; why: string; evidence: string };

export function TransferVotes({ story: { votes, reversalVotes, exceptions } }: { story: Story }) {
  const nameOf = useMemberNames();
  const said: Said[] = [
    ...votes.map(({ memberId, verdict, evidence, at }): Said => ({ key: `vote ${memberId}`, at, who: nameOf(memberId), said: verdict === 'success' ? 'It arrived' : 'It failed', tone: verdict === 'success' ? 'good' : 'bad', why: '', evidence })),
    ...reversalVotes.map(({ memberId, verdict, reason, evidence, receivedSessionId, at }): Said => ({
      key: `reversal ${memberId}`, at, who: nameOf(memberId), said: verdict === 'for' ? 'Take it back' : 'Leave it', tone: 'neutral', why: reason, evidence: receivedSessionId === null ? evidence : `${evidence} (came back as ${receivedSessionId})`,
    })),
    ...exceptions.map(({ kind, responseCode, at, resolvedAt, resolution, recovered }): Said => ({
      key: `exception ${kind}`, at, who: 'The bank', said: words(kind), tone: resolvedAt === null ? 'bad' : 'neutral', why: responseCode === null ? '' : `Code ${responseCode}`,
      evidence: resolution === null ? 'Open' : `${resolution} (${recovered === true ? 'recovered' : 'not recovered'})`,
    })),
  ];
  const columns: readonly Column<Said>[] = [
    { header: 'When', cell: ({ at }) => <Moment at={at} /> },
    { header: 'Who', cell: ({ who }) => (who.startsWith('mem_') ? <Code>{who}</Code> : who) },
    { header: 'Said', cell: ({ said: text, tone }) => <Status tone={tone}>{text}</Status> },
    { header: 'Why', cell: ({ why }) => why },
    { header: 'Evidence', cell: ({ evidence }) => evidence },
  ];
  return <Card title="Decisions"><List label="Decisions" columns={columns} rows={said} rowKey={({ key }) => key} error={null} empty={null} /></Card>;
}
