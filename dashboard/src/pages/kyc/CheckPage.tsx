import { Alert, Grid, List as Bullets, Skeleton, Stack, Text } from '@mantine/core';
import { useRead } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { useMay } from '@/app/session.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, type Column, Facts, List, Page } from '@/components/page.tsx';
import { TextLink } from '@/components/TextLink.tsx';
import { Copyable, Moment, Status, type Tone } from '@/components/values.tsx';
import { words } from '@/lib/format.ts';
import { Outcome } from './check.tsx';
import { isRetriable, RetryCheck } from './RetryCheck.tsx';
import { checkRoute } from './routes.tsx';
import { advice, type Check, checkKinds, parts } from './words.ts';

export function CheckPage() {
  const environment = useEnvironment();
  const may = useMay();
  const { checkId } = checkRoute.useParams();
  const { data, error } = useRead('readKycCheck', { path: { environment, checkId } });
  const crumbs = [{ label: 'Identity checks', to: `/${environment}/kyc` }];
  if (data === undefined) return <Page title="Identity check" crumbs={crumbs}>{error === null ? <Skeleton h={240} /> : <ErrorNote error={error} />}</Page>;
  const check = data.data;
  const note = check.review === null || check.review.status === 'pending' ? advice[check.outcome] : undefined;
  return (
    <Page title={`Check: ${checkKinds[check.kind]}`} crumbs={crumbs} lead={<Outcome check={check} />}>
      {note !== undefined && <Alert color={check.outcome === 'blocked' ? 'red' : 'yellow'} title="What to do">{note}{check.review?.status === 'pending' && may.scope(environment, 'kyc:run') && <> <TextLink to={`/${environment}/identity-reviews`} search={{ check: checkId }} underline="always" c="inherit">Open the review</TextLink></>}</Alert>}
      {check.duplicateOf.length > 0 && (
        <Alert color="red" title="Another check seems to show the same person or picture">
          <Bullets size="sm">{check.duplicateOf.map((other) => <Bullets.Item key={other}><TextLink to={`/${environment}/kyc/checks/${other}`} underline="always" c="inherit">{other}</TextLink></Bullets.Item>)}</Bullets>
          <Text size="sm">An alarm for people, and no reason against anybody by itself.</Text>
        </Alert>
      )}
      {isRetriable(check) && may.scope(environment, 'kyc:run') && <RetryCheck key={checkId} check={check} />}
      <Grid>
        <Grid.Col span={{ base: 12, md: 6 }}><CompareCard check={check} /></Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}><AboutCard check={check} /></Grid.Col>
      </Grid>
    </Page>
  );
}

type Part = { name: string; tone: Tone; word: string; score: number | undefined };

const columns: readonly Column<Part>[] = [
  { header: 'Part', cell: ({ name }) => name },
  { header: 'Result', cell: ({ tone, word }) => <Status tone={tone}>{word}</Status> },
  { header: 'Score', align: 'right', cell: ({ score }) => score },
];
const tones = { pass: 'good', review: 'attention', fail: 'bad', not_readable: 'neutral' } as const;
const statuses = { pass: 'Pass', review: 'For people', fail: 'Fail', not_readable: 'Not readable' } as const;

function CompareCard({ check: { fields, reading, score, threshold } }: { check: Check }) {
  const compared = Object.entries(fields).map(([name, equal]): Part => ({
    name: words(name.replaceAll(/([A-Z])/g, ' $1')), score: undefined,
    ...(equal === null ? { tone: 'neutral', word: 'Not asked' } : equal ? { tone: 'good', word: 'Equal' } : { tone: 'bad', word: 'Different' }),
  }));
  const read = (reading?.checks ?? []).map(({ id, status, score: partScore }): Part => ({ name: parts[id] ?? words(id), tone: tones[status], word: statuses[status], score: partScore }));
  const rows = [...compared, ...read];
  return (
    <Card title="What was compared">
      <Stack gap="sm">
        {score !== null && <Text size="sm">Score <b>{score}</b>{threshold === null ? '' : ` of 100; ${threshold} would pass`}</Text>}
        {rows.length === 0 ? <Text size="sm" c="dimmed">Nothing was compared.</Text> : <List label="Parts of the check" columns={columns} rows={rows} rowKey={({ name }) => name} error={null} empty={null} />}
        <Text size="xs" c="dimmed">Never what the registry holds, nor what was read from a document.</Text>
      </Stack>
    </Card>
  );
}

function AboutCard({ check }: { check: Check }) {
  const environment = useEnvironment();
  return (
    <Card title="About the check">
      <Facts facts={[
        ['Check', <Copyable key="check" text={check.checkId} label="the check's identifier" />],
        ['When', <Moment key="when" at={check.createdAt} />],
        ['Customer', check.customerId === null ? 'Nobody in particular' : <TextLink key="customer" to={`/${environment}/customers/${check.customerId}`}>{check.customerId}</TextLink>],
        ['Provider', check.provider],
        ['Its reference', check.providerReference === null ? null : <Copyable key="reference" text={check.providerReference} label="the provider's reference" />],
        ['Consent', check.consent],
        ['Decided', check.review === null ? null : check.review.decidedAt === null ? 'Waits for people' : <Moment key="decided" at={check.review.decidedAt} />],
        ['Tried again', check.retryOf === null ? null : <TextLink key="retry" to={`/${environment}/kyc/checks/${check.retryOf}`}>{check.retryOf}</TextLink>],
        ['Asked by', <Copyable key="by" text={check.credentialId} label="who asked" />],
        ['requestId', <Copyable key="request" text={check.requestId} label="the requestId" />],
        ['Engine', check.reading === null ? null : Object.entries(check.reading.engine).map(([name, value]) => `${name} ${value}`).join(', ')],
      ]} />
    </Card>
  );
}
