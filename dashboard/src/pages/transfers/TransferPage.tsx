import { Alert, Anchor, Grid, Group, Skeleton, Stack, Timeline, Text } from '@mantine/core';
import { IconCircleCheck, IconHandStop } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Environment } from '@/api/client.ts';
import { useRead } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, Facts, Page } from '@/components/page.tsx';
import { Copyable, Moment, Money, Status, toneColour } from '@/components/values.tsx';
import { exactMoment, instant, naira, sumNaira } from '@/lib/format.ts';
import { Decide, TakeBack } from './Decide.tsx';
import { LedgerEntries } from './LedgerEntries.tsx';
import { RailAnswers } from './RailAnswers.tsx';
import { transferRoute } from './routes.tsx';
import { retryAdvice, stages } from './stages.ts';
import { type Story, timelineOf } from './timeline.ts';
import { TransferActions } from './TransferActions.tsx';
import { TransferEvents } from './TransferEvents.tsx';
import { TransferVotes } from './TransferVotes.tsx';

export function TransferPage() {
  const environment = useEnvironment();
  const { transactionId } = transferRoute.useParams();
  const { data, error } = useRead('readTransferStory', { path: { environment, transactionId } }, { refreshMs: (answer) => (answer === undefined ? null : lookAgainMs(answer.data)) });
  const story = data?.data;
  const crumbs = [{ label: 'Transfers', to: `/${environment}/transfers` }];
  if (story === undefined) return <Page title="Transfer" crumbs={crumbs}>{error === null ? <Waiting /> : <ErrorNote error={error} />}</Page>;
  return (
    <Page title={`${naira(story.transfer.amount)} to ${story.transfer.beneficiaryAccountName}`} crumbs={crumbs} actions={<><TakeBack environment={environment} story={story} /><TransferActions environment={environment} transfer={story.transfer} /></>}>
      {error !== null && <ErrorNote error={error} />}
      <Told story={story} environment={environment} />
    </Page>
  );
}

/** Two seconds while it moves, half a minute while it waits for people or its time; not again once it is over and told. */
function lookAgainMs({ transfer, events }: Story): number | null {
  if (transfer.stage === 'scheduled' || transfer.stage === 'review') return 30_000;
  if (!transfer.conclusive) return 2_000;
  return events.some(({ deliveries }) => deliveries.some(({ status, nextAttemptAt }) => status === 'pending' && nextAttemptAt !== null)) ? 5_000 : null;
}

function Waiting() {
  return <Grid><Grid.Col span={{ base: 12, md: 7 }}><Skeleton h={320} /></Grid.Col><Grid.Col span={{ base: 12, md: 5 }}><Skeleton h={320} /></Grid.Col></Grid>;
}

function Told({ story, environment }: { story: Story; environment: Environment }) {
  const { transfer } = story;
  const { words, tone } = stages[transfer.stage];
  const advice = retryAdvice(transfer);
  return (
    <>
      <Group gap="sm" aria-live="polite"><Status tone={tone}>{words}</Status><Copyable text={transfer.transactionId} label="the transactionId" /></Group>
      <Alert color={toneColour(advice.tone)} icon={advice.safe ? <IconCircleCheck aria-hidden /> : <IconHandStop aria-hidden />} title={advice.title}>{advice.text}</Alert>
      <Decide environment={environment} story={story} />
      <Grid>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Card title="What happened">
            <Moments story={story} />
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack>
            <Card title="The transfer"><TransferFacts story={story} environment={environment} /></Card>
            <Card title="Charges"><Charges transfer={transfer} /></Card>
          </Stack>
        </Grid.Col>
      </Grid>
      {(story.votes.length > 0 || story.reversalVotes.length > 0 || story.exceptions.length > 0) && <TransferVotes story={story} />}
      {story.rail !== null && <RailAnswers rail={story.rail} />}
      <LedgerEntries entries={story.entries} environment={environment} />
      <TransferEvents events={story.events} />
    </>
  );
}

function Moments({ story }: { story: Story }) {
  const steps = timelineOf(story);
  return (
    <Timeline active={steps.length} bulletSize={14} lineWidth={2}>
      {steps.map(({ at, title, tone, lines }, index) => (
        <Timeline.Item key={`${at} ${title} ${index}`} title={title} color={toneColour(tone)}>
          {lines.map((line) => <Text key={line} size="sm" style={{ overflowWrap: 'anywhere' }}>{line}</Text>)}
          <Text size="xs" c="dimmed"><time dateTime={at} title={exactMoment(at)}>{instant(at)}</time></Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

function TransferFacts({ story: { transfer, bank, onUs }, environment }: { story: Story; environment: Environment }) {
  const link = (to: string, text: string) => <Anchor size="sm" renderRoot={(props) => <Link to={to} {...props} />}>{text}</Anchor>;
  return (
    <Facts facts={[
      ['Amount', <Money key="amount" amount={transfer.amount} fw={600} />],
      ['From account', link(`/${environment}/accounts/${transfer.sourceAccountNumber}`, transfer.sourceAccountNumber)],
      ['Customer', transfer.customerId === null ? 'None: a collection account' : link(`/${environment}/customers/${transfer.customerId}`, transfer.customerId)],
      ['To', transfer.beneficiaryAccountName],
      ['At', `${transfer.beneficiaryAccountNumber}, ${bank ?? transfer.beneficiaryBankCode}${onUs ? ' (on our own books)' : ''}`],
      ['Narration', transfer.narration === '' ? null : transfer.narration],
      ['Session id', transfer.sessionId === null ? null : <Copyable key="session" text={transfer.sessionId} label="the session id" />],
      ['Response code', transfer.responseCode],
      ...(transfer.scheduledFor === null ? [] : [['Starts', <Moment key="starts" at={transfer.scheduledFor} />] as const]),
      ...(transfer.batchId === null ? [] : [['Bulk transfer', link(`/${environment}/bulk/${transfer.batchId}`, transfer.batchId)] as const]),
    ]} />
  );
}

function Charges({ transfer: { amount, fee, vat, stampDuty } }: Pick<Story, 'transfer'>) {
  return (
    <Facts facts={[
      ['Fee', <Money key="fee" amount={fee} />],
      ['VAT', <Money key="vat" amount={vat} />],
      ['Stamp duty', <Money key="duty" amount={stampDuty} />],
      ['Leaves the account', <Money key="total" amount={sumNaira([amount, fee, vat, stampDuty])} fw={600} />],
    ]} />
  );
}
