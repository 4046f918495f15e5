import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Data } from '@/api/client.ts';
import { useRead } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { Card, type Column, Empty, List, Page } from '@/components/page.tsx';
import { Moment, Money } from '@/components/values.tsx';
import { words } from '@/lib/format.ts';

type Waiting = Data<'listDecisions'>;
type Review = Waiting['reviews'][number];
type Reversal = Waiting['reversals'][number];
type Exception = Waiting['exceptions'][number];

/** What waits, the oldest first; each line leads to the transfer, where its evidence stands and the vote is given. */
export function ReviewsPage() {
  const environment = useEnvironment();
  const { data, error, refetch } = useRead('listDecisions', { path: { environment } }, { refreshMs: 15_000 });
  const waiting = data?.data;
  const retry = (): void => void refetch();
  const transfer = ({ transactionId, amount }: { transactionId: string; amount: number }) => <Anchor size="sm" fw={500} renderRoot={(props) => <Link to={`/${environment}/transfers/${transactionId}`} {...props} />}><Money amount={amount} /></Anchor>;
  const to = ({ beneficiaryAccountNumber, beneficiaryBankCode }: { beneficiaryAccountNumber: string; beneficiaryBankCode: string }) => <Text span inherit>{beneficiaryAccountNumber} at {beneficiaryBankCode}</Text>;
  const reviews: readonly Column<Review>[] = [
    { header: 'Transfer', cell: transfer },
    { header: 'To', wide: true, cell: to },
    { header: 'Confirmed', wide: true, cell: ({ authorizedAt }) => <Moment at={authorizedAt} /> },
    { header: 'The bank last said', cell: ({ lastAnswer }) => saidOf(lastAnswer) },
    { header: 'Votes', cell: ({ forSuccess, forFailure }) => votesOf([[forSuccess, 'arrived'], [forFailure, 'failed']]) },
  ];
  const reversals: readonly Column<Reversal>[] = [
    { header: 'Transfer', cell: transfer },
    { header: 'To', wide: true, cell: to },
    { header: 'Why', cell: ({ reason }) => reason },
    { header: 'Votes', cell: ({ inFavour, against }) => votesOf([[inFavour, 'for'], [against, 'against']]) },
  ];
  const exceptions: readonly Column<Exception>[] = [
    { header: 'Transfer', cell: transfer },
    { header: 'What the bank says', cell: ({ kind, responseCode }) => `${words(kind)}${responseCode === null ? '' : ` (${responseCode})`}` },
    { header: 'Since', wide: true, cell: ({ at }) => <Moment at={at} /> },
    { header: 'Votes', cell: ({ recovered, notRecovered }) => votesOf([[recovered, 'recovered'], [notRecovered, 'not recovered']]) },
  ];
  return (
    <Page title="Transfer reviews" lead="What no bank decides, two people do: each looks at the evidence, and nothing moves until two different members have said the same.">
      <Stack>
        <Card title="In review">
          <List label="Transfers in review" columns={reviews} rows={waiting?.reviews} rowKey={({ transactionId }) => transactionId} error={error} onRetry={retry} empty={<Empty title="Nothing is in review">Transfers without a definite answer for 23 hours come here, and refusals that speak of fraud. Their money stays held.</Empty>} />
        </Card>
        <Card title="To be taken back">
          <List label="Transfers to be taken back" columns={reversals} rows={waiting?.reversals} rowKey={({ transactionId }) => transactionId} error={error} onRetry={retry} empty={<Empty title="Nobody wants a transfer taken back">It begins on the page of a transfer that arrived.</Empty>} />
        </Card>
        <Card title="Exceptions">
          <List label="Open exceptions" columns={exceptions} rows={waiting?.exceptions} rowKey={({ transactionId, kind }) => `${transactionId} ${kind}`} error={error} onRetry={retry} empty={<Empty title="No open exception">When the rail contradicts a result that was final, the books are put right and two people find out what it was.</Empty>} />
        </Card>
      </Stack>
    </Page>
  );
}

function saidOf(answer: Review['lastAnswer']): string {
  if (answer === null) return 'Nothing';
  return [answer.code, answer.meaning, answer.detail === null ? null : words(answer.detail)].filter((part) => part !== null).join(', ') || words(answer.verdict);
}

function votesOf(votes: readonly (readonly [number, string])[]): string {
  const given = votes.filter(([number]) => number > 0);
  return given.length === 0 ? 'None yet' : given.map(([number, word]) => `${number} ${word}`).join(', ');
}
