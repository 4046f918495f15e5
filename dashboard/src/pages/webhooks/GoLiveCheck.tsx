/** Attacks the receiver as the Internet would, and says what to mend. */
import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useEnvironment } from '@/app/roots.tsx';
import type { Data } from '@/api/client.ts';
import { useAct, useRead } from '@/api/hooks.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, type Column, Empty, List } from '@/components/page.tsx';
import { Moment, Status, type Tone } from '@/components/values.tsx';
import { words } from '@/lib/format.ts';
import { outcomeText, type Webhook } from './states.tsx';

type Report = Data<'getWebhookCheck'>;
type Case = Report['cases'][number];

const verdicts: Record<Case['verdict'], Tone> = { pass: 'good', warn: 'attention', fail: 'bad', skipped: 'neutral' };
const grades: Record<Report['grade'], { colour: string; meaning: string }> = {
  A: { colour: 'teller', meaning: 'Nothing to mend. This receiver is ready for live.' }, B: { colour: 'teller', meaning: 'Warnings only. This receiver is ready for live.' },
  C: { colour: 'yellow', meaning: 'Something fails, or could not be tried.' }, F: { colour: 'red', meaning: 'Genuine events do not arrive, or forged ones are taken.' },
};
const columns: readonly Column<Case>[] = [
  { header: 'Verdict', cell: ({ verdict }) => <Status tone={verdicts[verdict]}>{verdict}</Status> },
  { header: 'Case', cell: ({ name, sent }) => <><Text size="sm" fw={500}>{words(name)}</Text><Text size="xs" c="dimmed" maw={320}>{sent}</Text></> },
  { header: 'Found', cell: ({ finding, fix }) => <Stack gap={2} maw={420}><Text size="sm">{finding}</Text>{fix !== null && <Text size="sm" fw={500}>{fix}</Text>}</Stack> },
  { header: 'Answers', wide: true, cell: ({ answers }) => <Text size="xs" maw={220}>{answersText(answers)}</Text> },
];

function answersText(answers: Case['answers']): string {
  if (answers.length === 0) return '–';
  const texts = answers.map((answer) => outcomeText(answer));
  const slowest = Math.max(...answers.map(({ latencyMs }) => latencyMs));
  return `${[...new Set(texts)].map((text) => `${texts.filter((each) => each === text).length > 1 ? `${texts.filter((each) => each === text).length} × ` : ''}${text}`).join(', ')}, ${slowest} ms`;
}

export function GoLiveCheck({ webhook }: { webhook: Webhook }) {
  const environment = useEnvironment();
  const path = { environment, id: webhook.id };
  const last = useRead('getWebhookCheck', { path });
  const check = useAct('checkWebhook', { refresh: ['getWebhookCheck'] });
  const report = last.data?.data;
  const never = last.error?.status === 404;
  const button = <Button leftSection={<IconShieldCheck size={16} />} loading={check.isPending} onClick={() => check.mutate({ path })}>{report === undefined ? 'Check the receiver' : 'Check again'}</Button>;
  return (
    <Card title="Go-live check" {...(never ? {} : { actions: button })}>
      <Stack>
        {check.isPending && <Text size="sm" aria-live="polite">The receiver is being tried: a genuine event, the same again, forged ones, late ones, slow ones, ten at once. It takes up to a minute.</Text>}
        {check.error !== null && <ErrorNote error={check.error} />}
        {report !== undefined && (
          <Alert color={grades[report.grade].colour} title={<Group gap="xs"><Badge color={grades[report.grade].colour} variant="filled" size="lg">{report.grade}</Badge>{grades[report.grade].meaning}</Group>}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>{report.url} was checked <Moment at={report.checkedAt} />, in {(report.durationMs / 1000).toFixed(1)} s.{report.url === webhook.url ? '' : ' The webhook has another address now.'}</Text>
          </Alert>
        )}
        {never
          ? <Empty title="Not checked yet" action={button}>A dozen cases, from the genuine article to a forged, late or broken one. Every event says <Text span ff="monospace" size="sm">test: true</Text>: your receiver does nothing with them but answer.</Empty>
          : <List label="Cases of the check" columns={columns} rows={report?.cases} rowKey={({ name }) => name} error={last.error} onRetry={() => void last.refetch()} empty={null} />}
      </Stack>
    </Card>
  );
}
