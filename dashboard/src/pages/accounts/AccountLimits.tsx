/** What this account alone may send, and below which balance somebody is told. */
import { Anchor, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CallName, Data } from '@/api/client.ts';
import { useAct, useRead } from '@/api/hooks.ts';
import { useMay } from '@/app/session.ts';
import { Ask } from '@/components/Ask.tsx';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, Facts } from '@/components/page.tsx';
import { Moment, Money } from '@/components/values.tsx';
import { count } from '@/lib/format.ts';
import type { AccountPart } from './AccountPage.tsx';

const shownAnew: readonly CallName[] = ['getAccount', 'readAccountKeeping', 'listAccounts'];
type OwnLimits = NonNullable<Data<'readAccountKeeping'>['limits']>;

export function AccountLimits(part: AccountPart) {
  const { environment, account: { accountNumber, customerId, lowBalance, type } } = part;
  const mayChange = useMay().scope(environment, 'account:write');
  const { data, error } = useRead('readAccountKeeping', { path: { environment, accountNumber } });
  if (type === 'virtual') return <Card><Text size="sm">Nothing leaves this number, so it has no limits of its own.</Text></Card>;
  const limits = data?.data.limits ?? null;
  return (
    <Stack>
      <Card title="Own limits" actions={mayChange && data !== undefined ? <SetLimits {...part} limits={limits} /> : null}>
        <Text size="sm" mb="sm">They only lower what the policy allows.{' '}
          {customerId !== null && <>What the customer may still send today stands with <Anchor inherit underline="always" renderRoot={(props) => <Link to={`/${environment}/customers/${customerId}`} {...props} />}>the customer</Anchor>.</>}
        </Text>
        {error !== null && <ErrorNote error={error} />}
        <Facts facts={[
          ['One transfer', amountOf(limits?.perTransfer)],
          ['A day', amountOf(limits?.perDay)],
          ['Transfers a day', limits === null || limits.perDayTransfers === null ? 'As the policy says' : count(limits.perDayTransfers)],
          ...(limits === null ? [] : [['Set', <Moment key="set" at={limits.at} />] as const, ['Reason', limits.reason] as const]),
        ]} />
      </Card>
      <Card title="Low balance" actions={mayChange ? <SetLowBalance {...part} /> : null}>
        <Text size="sm">
          {lowBalance === null
            ? 'Nobody is told. With a threshold, the event account.low_balance goes to webhooks when a transfer takes the available balance below it.'
            : <>The event account.low_balance goes to webhooks when a transfer takes the available balance below <Money amount={lowBalance} fw={600} />.</>}
        </Text>
      </Card>
    </Stack>
  );
}

const amountOf = (amount: number | null | undefined) => (amount === null || amount === undefined ? 'As the policy says' : <Money amount={amount} />);
const typed = (text: string): string | null => (text === '' ? null : text);
const plain = (text: string): string => text.replaceAll(/[,\s]/g, '');

function SetLimits({ environment, account: { accountNumber }, limits }: AccountPart & { limits: OwnLimits | null }) {
  const [opened, setOpened] = useState(false);
  const [perTransfer, setPerTransfer] = useState('');
  const [perDay, setPerDay] = useState('');
  const [perDayTransfers, setPerDayTransfers] = useState('');
  const [reason, setReason] = useState('');
  const set = useAct('setAccountLimits', { refresh: shownAnew });
  const open = (): void => {
    setPerTransfer(String(limits?.perTransfer ?? ''));
    setPerDay(String(limits?.perDay ?? ''));
    setPerDayTransfers(String(limits?.perDayTransfers ?? ''));
    setReason('');
    set.reset();
    setOpened(true);
  };
  const body = { perTransfer: typed(perTransfer), perDay: typed(perDay), perDayTransfers: perDayTransfers === '' ? null : Number(perDayTransfers), reason: reason.trim() };
  return (
    <>
      <Button variant="default" onClick={open}>Change</Button>
      <Ask opened={opened} title="Own limits of this account" confirm="Set the limits" busy={set.isPending} error={set.error} disabled={reason.trim().length < 3} onClose={() => setOpened(false)}
        onConfirm={() => set.mutate({ path: { environment, accountNumber }, body }, { onSuccess: () => setOpened(false) })}>
        <Text size="sm" c="dimmed">An empty field leaves it to the policy.</Text>
        <Group grow align="flex-start">
          <TextInput label="One transfer, naira" inputMode="decimal" value={perTransfer} onChange={({ currentTarget: { value } }) => setPerTransfer(plain(value))} />
          <TextInput label="A day, naira" inputMode="decimal" value={perDay} onChange={({ currentTarget: { value } }) => setPerDay(plain(value))} />
        </Group>
        <TextInput label="Transfers a day" inputMode="numeric" value={perDayTransfers} onChange={({ currentTarget: { value } }) => setPerDayTransfers(value.replaceAll(/\D/g, ''))} />
        <Textarea label="Reason" description="Kept in the audit log." maxLength={500} autosize minRows={2} required value={reason} onChange={({ currentTarget: { value } }) => setReason(value)} />
      </Ask>
    </>
  );
}

function SetLowBalance({ environment, account: { accountNumber, lowBalance } }: AccountPart) {
  const [opened, setOpened] = useState(false);
  const [threshold, setThreshold] = useState('');
  const set = useAct('setLowBalance', { refresh: shownAnew });
  const open = (): void => {
    setThreshold(String(lowBalance ?? ''));
    set.reset();
    setOpened(true);
  };
  return (
    <>
      <Button variant="default" onClick={open}>{lowBalance === null ? 'Set a threshold' : 'Change'}</Button>
      <Ask opened={opened} title="Be told when the money runs low" confirm={threshold === '' ? 'Tell nobody' : 'Set the threshold'} busy={set.isPending} error={set.error} onClose={() => setOpened(false)}
        onConfirm={() => set.mutate({ path: { environment, accountNumber }, body: { threshold: typed(threshold) } }, { onSuccess: () => setOpened(false) })}>
        <TextInput label="Threshold in naira" description="Empty: nobody is told." inputMode="decimal" value={threshold} onChange={({ currentTarget: { value } }) => setThreshold(plain(value))} />
      </Ask>
    </>
  );
}
