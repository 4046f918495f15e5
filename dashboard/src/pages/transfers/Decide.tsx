/** The vote of a member about one transfer: what it needs depends on how the transfer stands. */
import { Alert, Button, Group, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconGavel } from '@tabler/icons-react';
import { useState } from 'react';
import type { CallName, Environment } from '@/api/client.ts';
import { useAct } from '@/api/hooks.ts';
import { useMay, useSession } from '@/app/session.ts';
import { Ask } from '@/components/Ask.tsx';
import { naira, words } from '@/lib/format.ts';
import type { Story } from './timeline.ts';

const shownAnew: readonly CallName[] = ['readTransferStory', 'listDecisions', 'listTransfers'];
type Props = { environment: Environment; story: Story };

/** Nothing where nothing is to be decided, or the role may not. */
export function Decide({ environment, story }: Props) {
  const may = useMay().permission('transfers:decide');
  const { transfer, exceptions } = story;
  const open = exceptions.filter(({ resolvedAt }) => resolvedAt === null);
  if (!may) return null;
  return (
    <>
      {transfer.stage === 'review' && <Review environment={environment} story={story} />}
      {open.map((exception) => <ExceptionVote key={exception.kind} environment={environment} story={story} kind={exception.kind} />)}
    </>
  );
}

function Review({ environment, story: { transfer, votes } }: Props) {
  const { member } = useSession();
  const [opened, setOpened] = useState(false);
  const [verdict, setVerdict] = useState<string | null>(null);
  const [evidence, setEvidence] = useState('');
  const vote = useAct('voteOnReview', { refresh: shownAnew });
  const own = votes.find(({ memberId }) => memberId === member.memberId);
  const close = (): void => {
    setOpened(false);
    vote.reset();
  };
  const send = (): void => {
    if (verdict !== 'success' && verdict !== 'failure') return;
    vote.mutate({ path: { environment, transactionId: transfer.transactionId }, body: { verdict, evidence: evidence.trim() } }, { onSuccess: close });
  };
  return (
    <Alert color="yellow" icon={<IconGavel aria-hidden />} title="Did it arrive? Two people decide">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{own === undefined ? votesText(votes.length) : `You said that it ${own.verdict === 'success' ? 'arrived' : 'failed'}. A second member must say the same.`}</Text>
        {own === undefined && <Button onClick={() => setOpened(true)}>Decide</Button>}
      </Stack>
      <Ask opened={opened} title="Did this transfer arrive?" confirm="Give your vote" busy={vote.isPending} error={vote.error} disabled={verdict === null || evidence.trim().length < 3} onClose={close} onConfirm={send}>
        <Radio.Group label="What you found out" value={verdict} onChange={setVerdict} required>
          <Stack gap="xs" mt={4}>
            <Radio value="success" label="It arrived" description={`${naira(transfer.amount)} is booked as paid.`} />
            <Radio value="failure" label="It failed" description="What is held is free again, and the payment may be made anew." />
          </Stack>
        </Radio.Group>
        <Evidence value={evidence} onChange={setEvidence} such=", such as the line of a settlement report" />
        <Text size="sm" c="dimmed">Nothing moves until a second member says the same. A vote is not changed.</Text>
      </Ask>
    </Alert>
  );
}

function votesText(votes: number): string {
  if (votes === 0) return 'Nobody has voted yet. The money stays held until two members have said the same.';
  return votes === 1 ? 'One member has voted. If you say the same, it is decided.' : 'The votes disagree. Yours decides if it agrees with one of them.';
}

function ExceptionVote({ environment, story: { transfer }, kind }: Props & { kind: Story['exceptions'][number]['kind'] }) {
  const [opened, setOpened] = useState(false);
  const [recovered, setRecovered] = useState<string | null>(null);
  const [evidence, setEvidence] = useState('');
  const vote = useAct('voteOnException', { refresh: shownAnew });
  const close = (): void => {
    setOpened(false);
    vote.reset();
  };
  return (
    <Alert color="red" icon={<IconGavel aria-hidden />} title={`The rail contradicts what was final: ${words(kind).toLowerCase()}`}>
      <Group><Button color="red" onClick={() => setOpened(true)}>Decide what it was</Button></Group>
      <Ask opened={opened} title="What was it?" confirm="Give your vote" busy={vote.isPending} error={vote.error} disabled={recovered === null || evidence.trim().length < 3} onClose={close}
        onConfirm={() => vote.mutate({ path: { environment, transactionId: transfer.transactionId }, body: { kind, recovered: recovered === 'yes', evidence: evidence.trim() } }, { onSuccess: close })}>
        <Radio.Group label="Has the other side put it right?" value={recovered} onChange={setRecovered} required>
          <Stack gap="xs" mt={4}>
            <Radio value="yes" label="Yes, it is recovered" description="The compensating entry is taken back by its opposite." />
            <Radio value="no" label="No" description="The amount stays on the account of the rail's exceptions." />
          </Stack>
        </Radio.Group>
        <Evidence value={evidence} onChange={setEvidence} />
        <Text size="sm" c="dimmed">Nothing moves until a second member says the same. A vote is not changed.</Text>
      </Ask>
    </Alert>
  );
}

/** For a transfer that arrived: the first, or the second, of two votes to take it back. */
export function TakeBack({ environment, story: { transfer, onUs, reversalVotes } }: Props) {
  const may = useMay().permission('transfers:decide');
  const { member } = useSession();
  const [opened, setOpened] = useState(false);
  const [verdict, setVerdict] = useState<string | null>('for');
  const [reason, setReason] = useState('');
  const [evidence, setEvidence] = useState('');
  const [session, setSession] = useState('');
  const vote = useAct('voteOnReversal', { refresh: shownAnew });
  if (!may || transfer.stage !== 'completed' || reversalVotes.some(({ memberId }) => memberId === member.memberId)) return null;
  const needsSession = !onUs && verdict === 'for';
  const close = (): void => {
    setOpened(false);
    vote.reset();
  };
  const send = (): void => {
    if (verdict !== 'for' && verdict !== 'against') return;
    vote.mutate({ path: { environment, transactionId: transfer.transactionId }, body: { verdict, reason: reason.trim(), evidence: evidence.trim(), receivedSessionId: needsSession ? session.trim() : null } }, { onSuccess: close });
  };
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>{reversalVotes.length === 0 ? 'Take it back' : 'Vote on taking it back'}</Button>
      <Ask opened={opened} title="Take this transfer back?" confirm="Give your vote" color="red" busy={vote.isPending} error={vote.error} disabled={reason.trim().length < 3 || evidence.trim().length < 3 || (needsSession && !/^\d{30}$/.test(session.trim()))} onClose={close} onConfirm={send}>
        <Text size="sm">When two members are for it, {naira(transfer.amount)} and its charges go back to the payer{onUs ? ', as far as the beneficiary still has the money' : '. Only the other bank can give its money back: name the session id under which it came'}.</Text>
        <Radio.Group label="Your vote" value={verdict} onChange={setVerdict}>
          <Group mt={4}><Radio value="for" label="For it" /><Radio value="against" label="Against it" /></Group>
        </Radio.Group>
        {needsSession && <TextInput label="Session id of the money that came back" description="30 digits." inputMode="numeric" required value={session} onChange={({ currentTarget: { value } }) => setSession(value)} />}
        <TextInput label="Reason" maxLength={500} required value={reason} onChange={({ currentTarget: { value } }) => setReason(value)} />
        <Evidence value={evidence} onChange={setEvidence} />
      </Ask>
    </>
  );
}

function Evidence({ value, onChange, such = '' }: { value: string; onChange(text: string): void; such?: string }) {
  return <Textarea label="Evidence" description={`What you saw${such}. Kept in the audit log.`} maxLength={500} autosize minRows={2} required value={value} onChange={(event) => onChange(event.currentTarget.value)} />;
}
