import { Grid, SegmentedControl, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Data } from '@/api/client.ts';
import { useRead } from '@/api/hooks.ts';
import { loadPart } from '@/app/parts.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, Page } from '@/components/page.tsx';
import { Moment } from '@/components/values.tsx';
import { count, naira } from '@/lib/format.ts';
import { CheckRates } from './CheckRates.tsx';
import { duration, share } from './figures.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { homeRoute } from './routes.tsx';
import { Waiting } from './Waiting.tsx';
import { WebhookHealth } from './WebhookHealth.tsx';

export type Home = Data<'readHome'>;

const refreshMs = 60_000;
const pictureHeight = 240;

// What draws them is as large as half of the frame, and comes after the figures.
const charts = () => loadPart(() => import('./charts.tsx'));
const ValueByDay = lazy(() => charts().then((module) => ({ default: module.ValueByDay })));
const TransfersByDay = lazy(() => charts().then((module) => ({ default: module.TransfersByDay })));
const TimesByDay = lazy(() => charts().then((module) => ({ default: module.TimesByDay })));

export function HomePage() {
  const environment = useEnvironment();
  const { days = 30 } = homeRoute.useSearch();
  const asked = days === 14 ? '14' : days === 90 ? '90' : '30';
  const navigate = homeRoute.useNavigate();
  const { data, error } = useRead('readHome', { path: { environment }, query: { days: asked } }, { keep: true, refreshMs });
  const home = data?.data;
  const span = home?.started === true && (
    <SegmentedControl size="xs" aria-label="Days shown" value={asked} onChange={(next) => void navigate({ search: next === '14' ? { days: 14 } : next === '90' ? { days: 90 } : {} })}
      data={[{ value: '14', label: '14 days' }, { value: '30', label: '30 days' }, { value: '90', label: '90 days' }]} />
  );
  return (
    <Page title={environment === 'live' ? 'Live' : 'Sandbox'} actions={span}>
      {home !== undefined ? home.started ? <Figures home={home} /> : <FirstSteps /> : error === null ? <Waitful /> : <ErrorNote error={error} />}
    </Page>
  );
}

function Waitful() {
  return <Stack><Skeleton h={90} /><SimpleGrid cols={{ base: 2, md: 4 }}>{['value', 'transfers', 'rate', 'time'].map((each) => <Skeleton key={each} h={96} />)}</SimpleGrid><Skeleton h={280} /></Stack>;
}

function Figures({ home: { transfers, checks, webhooks, waiting, asOf } }: { home: Home }) {
  const ended = transfers.completed + transfers.failed;
  return (
    <Stack>
      <Waiting waiting={waiting} />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <Figure label="Value arrived" value={naira(transfers.value)} />
        <Figure label="Transfers that arrived" value={count(transfers.completed)} note={`${count(transfers.failed)} failed`} />
        <Figure label="Success rate" value={share(transfers.completed, ended)} note="of those that came to an end" />
        <Figure label="Time to the end" value={duration(transfers.p50Seconds)} note={transfers.p95Seconds === null ? 'half of them in that' : `95 of 100 within ${duration(transfers.p95Seconds)}`} />
      </SimpleGrid>
      <Card title="Value by day"><Suspense fallback={<Skeleton h={pictureHeight} />}><ValueByDay days={transfers.days} /></Suspense></Card>
      <Grid>
        <Grid.Col span={{ base: 12, md: 6 }}><Card title="Transfers by day"><Suspense fallback={<Skeleton h={pictureHeight} />}><TransfersByDay days={transfers.days} /></Suspense></Card></Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}><Card title="Time to the end"><Suspense fallback={<Skeleton h={pictureHeight} />}><TimesByDay days={transfers.days} /></Suspense></Card></Grid.Col>
        {checks !== null && <Grid.Col span={{ base: 12, md: 6 }}><Card title="Identity checks"><CheckRates checks={checks} /></Card></Grid.Col>}
        {webhooks !== null && <Grid.Col span={{ base: 12, md: 6 }}><Card title="Webhooks"><WebhookHealth webhooks={webhooks} failed={waiting.failedDeliveries} /></Card></Grid.Col>}
      </Grid>
      <Text size="xs" c="dimmed">Days are those of Lagos, on which transfers came to their end. As of <Moment at={asOf} />.</Text>
    </Stack>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <section className="card">
      <Text size="sm" c="dimmed">{label}</Text>
      <Text fz={26} fw={650} lh={1.25} className="tabular" style={{ overflowWrap: 'anywhere' }}>{value}</Text>
      {note !== undefined && <Text size="xs" c="dimmed">{note}</Text>}
    </section>
  );
}
