import { Alert, Button, Code, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconScale } from '@tabler/icons-react';
import type { Data, Environment } from '@/api/client.ts';
import { useAct, useRead } from '@/api/hooks.ts';
import { useMay, useSession } from '@/app/session.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { TextLink } from '@/components/TextLink.tsx';
import { Card, type Column, Empty, Facts, List, Page } from '@/components/page.tsx';
import { Copyable, Moment, Money, Status, type Tone } from '@/components/values.tsx';
import { count, words } from '@/lib/format.ts';

type Late = Data<'listLateTransfers'>[number];
type Health = Data<'readHealth'>;

const deadlines: Readonly<Record<Late['past'], { tone: Tone; says: string }>> = {
  '60s': { tone: 'waiting', says: 'Over 60 seconds' }, '4m': { tone: 'attention', says: 'Over 4 minutes' }, '10m': { tone: 'bad', says: 'Over 10 minutes' }, '23h': { tone: 'bad', says: 'Over 23 hours' },
};
const clocks: Readonly<Record<string, string>> = { '60s': '60 s', '4m': '4 min', '10m': '10 min', '23h': '23 h' };
const states: Readonly<Record<Health['identityProviders'][number]['state'], { tone: Tone; says: string }>> = {
  closed: { tone: 'good', says: 'Asked' }, half_open: { tone: 'waiting', says: 'Being tried' }, open: { tone: 'bad', says: 'Rests after trouble' },
};

/** One's own transfer is looked at on its page; another organization's by its own people, whom its page here names. */
function lateColumns(own: string, maySee: (environment: Environment) => boolean): readonly Column<Late>[] {
  return [
    { header: 'Deadline', cell: ({ past }) => <Status tone={deadlines[past].tone}>{deadlines[past].says}</Status> },
    { header: 'Waits for', align: 'right', cell: ({ ageSeconds }) => span(ageSeconds) },
    { header: 'State', cell: ({ state }) => words(state) },
    { header: 'Amount', align: 'right', cell: ({ amount }) => <Money amount={amount} /> },
    { header: 'Organization', cell: ({ organizationId, organization, environment }) => <><TextLink size="sm" to={`/operator/organizations/${organizationId}`}>{organization}</TextLink><Text size="xs" c="dimmed">{environment === 'live' ? 'Live' : 'Sandbox'}</Text></> },
    {
      header: 'Transfer',
      cell: ({ organizationId, environment, transactionId }) => (organizationId === own && maySee(environment)
        ? <TextLink size="sm" to={`/${environment}/transfers/${transactionId}`}>…{transactionId.slice(-8)}</TextLink>
        : <><Copyable text={transactionId} label="the transfer" shown={`…${transactionId.slice(-8)}`} /><Text size="xs" c="dimmed">Its own people see it</Text></>),
    },
    { header: 'Confirmed', wide: true, cell: ({ confirmedAt }) => <Moment at={confirmedAt} /> },
  ];
}
const providers: readonly Column<Health['identityProviders'][number]>[] = [
  { header: 'Provider', cell: ({ provider }) => words(provider) },
  { header: 'Question', cell: ({ question }) => words(question) },
  { header: 'State', cell: ({ state }) => <Status tone={states[state].tone}>{states[state].says}</Status> },
];

/** The service as a whole, read anew every ten seconds while somebody looks. */
export function ServicePage() {
  const health = useRead('readHealth', {}, { refreshMs: 10_000 });
  const waiting = useRead('listLateTransfers', {}, { refreshMs: 10_000 });
  const { organization } = useSession();
  const may = useMay();
  const late = lateColumns(organization.organizationId, (environment) => may.scope(environment, 'transfer:read'));
  return (
    <Page title="Service" lead="Rails, identity providers, transfers that take too long, and the books. Read anew every ten seconds.">
      {health.error !== null && health.data === undefined ? <ErrorNote error={health.error} /> : <Environments health={health.data?.data} />}
      <Card title="Transfers that take too long">
        <List label="Late transfers" columns={late} rows={waiting.data?.data} rowKey={({ transactionId }) => transactionId} error={waiting.error} onRetry={() => void waiting.refetch()}
          empty={<Empty title="None">A confirmed transfer stands here after 60 seconds without an end. After 23 hours two people of its organization decide: under Transfer reviews, or with npm run review.</Empty>} />
      </Card>
      <Card title="Identity providers">
        <List label="Identity providers" columns={providers} rows={health.data?.data.identityProviders} rowKey={({ provider, question }) => `${provider} ${question}`} error={health.error}
          empty={<Empty title="No provider of live is configured">The sandbox asks nobody.</Empty>} />
      </Card>
      <Books />
    </Page>
  );
}

function Environments({ health }: { health: Health | undefined }) {
  if (health === undefined) return <Skeleton h={160} />;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      {health.environments.map(({ environment, configured, rail, identity, institutionsAgeSeconds, pending }) => (
        <Card key={environment} title={environment === 'live' ? 'Live' : 'Sandbox'} actions={configured ? <Status tone="good">Configured</Status> : <Status tone="neutral">Not configured</Status>}>
          <Facts facts={[
            ['Rail', rail], ['Identity', identity], ['List of banks', institutionsAgeSeconds === null ? null : `${span(institutionsAgeSeconds)} old`],
            ...pending.map(({ olderThan, transfers }) => [`Late by ${clocks[olderThan] ?? olderThan}`, transfers === 0 ? '0' : <Status key={olderThan} tone={olderThan === '60s' ? 'waiting' : 'bad'}>{count(transfers)}</Status>] as const),
          ]} />
        </Card>
      ))}
    </SimpleGrid>
  );
}

function Books() {
  const may = useMay();
  const { data, error } = useRead('readBooksCheck', {}, { refreshMs: 2_000 });
  const start = useAct('startBooksCheck', { refresh: ['readBooksCheck'] });
  const last = data?.data.last ?? null;
  const running = last?.state === 'running';
  return (
    <Card title="The books"
      actions={may.permission('operator:manage') && data?.data.available === true && <Button variant="default" leftSection={<IconScale size={16} aria-hidden />} loading={start.isPending || running} onClick={() => start.mutate({})}>Check the books</Button>}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">Recomputes every balance, and compares our entries, our transfers and the rail&apos;s own book. It reads everything there is; one check runs at a time, beside all other work.</Text>
        {error !== null && data === undefined && <ErrorNote error={error} />}
        {start.error !== null && <ErrorNote error={start.error} />}
        {last !== null && <Facts facts={[['Begun', <Moment key="begun" at={last.startedAt} />], ['Ended', running ? 'It runs' : <Moment key="ended" at={last.finishedAt} />], ['Asked for by', <Copyable key="who" text={last.startedBy} label="who" />]]} />}
        {last?.state === 'done' && last.differences === 0 && <Alert color="teller" icon={<IconCircleCheck aria-hidden />} title="Zero differences">Every kobo is accounted for.</Alert>}
        {last?.state === 'done' && last.differences !== null && last.differences > 0 && <Alert color="red" title={`${count(last.differences)} differences`}><Code block>{last.lines.join('\n')}</Code></Alert>}
        {last?.state === 'failed' && <Alert color="yellow" title="The check did not come to its end">The log of the service says why. Run it again.</Alert>}
      </Stack>
    </Card>
  );
}

function span(seconds: number): string {
  if (seconds < 120) return `${Math.floor(seconds)} s`;
  if (seconds < 7_200) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3_600)} h` : `${Math.floor(seconds / 86_400)} days`;
}
