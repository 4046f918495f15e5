/** The queue of checks that people decide, by mouse or by keyboard: J and K go on and back, A accepts, R rejects. */
import { Alert, Button, Grid, Group, Kbd, NavLink, Skeleton, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import type { Data } from '@/api/client.ts';
import { useAct, useRead } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { AskModal } from '@/components/AskModal.tsx';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, Empty, Facts, Page } from '@/components/page.tsx';
import { TextLink } from '@/components/TextLink.tsx';
import { Moment } from '@/components/values.tsx';
import { moment } from '@/lib/format.ts';
import { Pictures } from './Pictures.tsx';
import { reviewsRoute } from './routes.tsx';
import { checkKindName } from './words.ts';

type Reviews = Data<'listKycReviews'>;
type Waiting = Reviews['checks'][number];

export function ReviewsPage() {
  const environment = useEnvironment();
  const { data, error } = useRead('listKycReviews', { path: { environment } }, { refreshMs: 30_000 });
  return (
    <Page title="Identity reviews" lead="Checks that were too close to call. You see the pictures, and say whether it is the same person.">
      {data === undefined ? error === null ? <Skeleton h={300} /> : <ErrorNote error={error} />
        : data.data.checks.length === 0 ? <Card><Empty title="Nothing waits for you">A check comes here when a document or a face was too close to call.</Empty></Card> : <Queue reviews={data.data} />}
    </Page>
  );
}

function Queue({ reviews: { checks, needed } }: { reviews: Reviews }) {
  const { check: asked } = reviewsRoute.useSearch();
  const navigate = reviewsRoute.useNavigate();
  const [verdict, setVerdict] = useState<'pass' | 'fail' | null>(null);
  const at = Math.max(0, checks.findIndex(({ checkId }) => checkId === asked));
  const current = checks[at];
  const go = (to: number): void => {
    const next = checks[to];
    if (next !== undefined && verdict === null) void navigate({ search: { check: next.checkId }, replace: true });
  };
  const vote = (next: 'pass' | 'fail'): void => {
    // While one vote is on its way, a key must not turn it into the other.
    if (current?.mine === null && verdict === null) setVerdict(next);
  };
  useHotkeys([['j', () => go(at + 1)], ['k', () => go(at - 1)], ['a', () => vote('pass')], ['r', () => vote('fail')]]);
  if (current === undefined) return null;
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 3 }}>
        <Card>
          <nav aria-label="Checks that wait">
            {checks.map((check, index) => (
              <NavLink key={check.checkId} component="button" type="button" active={index === at} onClick={() => go(index)} label={checkKindName(check.kind)} description={`${moment(check.createdAt)}${check.mine === null ? '' : ' · you have voted'}`}
                styles={{ description: { color: 'inherit', opacity: 1 } }} />
            ))}
          </nav>
          <Text size="xs" c="dimmed" mt="sm" visibleFrom="sm"><Kbd size="xs">J</Kbd> next <Kbd size="xs">K</Kbd> back <Kbd size="xs">A</Kbd> accept <Kbd size="xs">R</Kbd> reject</Text>
        </Card>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 9 }}><Decision key={current.checkId} check={current} needed={needed} onVote={vote} /></Grid.Col>
      <VerdictModal check={current} verdict={verdict} needed={needed} onClose={() => setVerdict(null)} />
    </Grid>
  );
}

function Decision({ check, needed, onVote }: { check: Waiting; needed: number; onVote(verdict: 'pass' | 'fail'): void }) {
  const environment = useEnvironment();
  return (
    <Stack>
      <Card title={checkKindName(check.kind)} actions={<Group gap="xs"><Button onClick={() => onVote('pass')} disabled={check.mine !== null}>Accept</Button><Button color="red.8" onClick={() => onVote('fail')} disabled={check.mine !== null}>Reject</Button></Group>}>
        <Facts facts={[
          ['Likeness', check.score === null ? null : `${check.score}${check.threshold === null ? '' : `; ${check.threshold} would pass`}`],
          ['Customer', check.customerId === null ? 'Nobody in particular' : <TextLink key="customer" to={`/${environment}/customers/${check.customerId}`}>{check.customerId}</TextLink>],
          ['Made', <Moment key="made" at={check.createdAt} />],
          ['Votes', `${check.forPass} to accept, ${check.forFail} to reject; ${needed === 1 ? 'one decides' : `${needed} members must say the same`}`],
          ['Check', <TextLink key="check" to={`/${environment}/kyc/checks/${check.checkId}`}>{check.checkId}</TextLink>],
        ]} />
        {check.mine !== null && <Alert mt="sm" color="blue" title="You have voted">Another member must say the same.</Alert>}
      </Card>
      <Pictures checkId={check.checkId} has={check.hasPictures} />
    </Stack>
  );
}

function VerdictModal({ check, verdict, needed, onClose }: { check: Waiting; verdict: 'pass' | 'fail' | null; needed: number; onClose(): void }) {
  const environment = useEnvironment();
  const { mutate, isPending, error, reset } = useAct('decideKycReview', { refresh: ['listKycReviews', 'readKycCheck', 'listKycChecks', 'readCustomer', 'readHome'] });
  const leave = (): void => {
    reset();
    onClose();
  };
  const accept = verdict === 'pass';
  return (
    <AskModal opened={verdict !== null} onClose={leave} title={accept ? 'Accept this check?' : 'Reject this check?'} confirm={accept ? 'Accept' : 'Reject'} danger={!accept} reason="Reason" busy={isPending} error={error}
      onConfirm={(reason) => verdict !== null && mutate({ path: { environment, checkId: check.checkId }, body: { verdict, reason } }, { onSuccess: leave })}>
      <Text size="sm">{needed === 1 ? 'This decides the check, and is not taken back.' : 'Your vote is kept, and is not taken back; another member must say the same.'} {accept && check.kind === 'face' && 'The customer gains a tier with it.'} The reason stands in the audit log.</Text>
    </AskModal>
  );
}
