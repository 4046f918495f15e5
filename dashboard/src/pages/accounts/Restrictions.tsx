/** What the account may do, the liens on it, and everything that was done to either. */
import { Button, Code, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CallName, Data } from '@/api/client.ts';
import { useAct, useRead } from '@/api/hooks.ts';
import { useMay } from '@/app/session.ts';
import { Ask } from '@/components/Ask.tsx';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, type Column, Empty, List } from '@/components/page.tsx';
import { Moment, Money, Status } from '@/components/values.tsx';
import { naira } from '@/lib/format.ts';
import { useMemberNames } from '@/pages/transfers/people.ts';
import type { AccountPart } from './AccountPage.tsx';
import { isRestriction, restrictionNames, restrictions } from './restrictions.ts';

const shownAnew: readonly CallName[] = ['getAccount', 'listRestrictions', 'readAccountKeeping', 'listAccounts'];
const historySize = 20;

export function Restrictions(part: AccountPart) {
  const mayChange = useMay().scope(part.environment, 'account:write');
  const { account: { restriction, restrictionReason, type } } = part;
  const { words: name, tone, effect } = restrictions[restriction];
  return (
    <Stack>
      <Card title="Restriction" actions={mayChange ? <Restrict {...part} /> : null}>
        <Group gap="sm"><Status tone={tone}>{name}</Status><Text size="sm">{effect}</Text></Group>
        {restriction !== 'none' && restrictionReason !== null && <Text size="sm" mt="xs">Reason: {restrictionReason}</Text>}
      </Card>
      {type !== 'virtual' && <Liens {...part} mayChange={mayChange} />}
      <History {...part} />
    </Stack>
  );
}

function Restrict({ environment, account: { accountNumber, restriction } }: AccountPart) {
  const [opened, setOpened] = useState(false);
  const [next, setNext] = useState<typeof restriction>('no_debit');
  const [reason, setReason] = useState('');
  const restrict = useAct('restrictAccount', { refresh: shownAnew });
  const open = (): void => {
    setNext(restriction === 'none' ? 'no_debit' : 'none');
    setReason('');
    restrict.reset();
    setOpened(true);
  };
  return (
    <>
      <Button variant="default" onClick={open}>{restriction === 'none' ? 'Restrict' : 'Change or lift'}</Button>
      <Ask opened={opened} title="What may this account do?" confirm={next === 'none' ? 'Lift the restriction' : 'Restrict the account'} color={next === 'none' ? 'teller' : 'red'} busy={restrict.isPending} error={restrict.error}
        disabled={reason.trim().length < 3 || next === restriction} onClose={() => setOpened(false)}
        onConfirm={() => restrict.mutate({ path: { environment, accountNumber }, body: { restriction: next, reason: reason.trim() } }, { onSuccess: () => setOpened(false) })}>
        <NativeSelect label="Restriction" value={next} data={restrictionNames.filter((name) => name !== restriction).map((name) => ({ value: name, label: restrictions[name].words }))}
          description={restrictions[next].effect} inputWrapperOrder={['label', 'input', 'description', 'error']} onChange={({ currentTarget: { value } }) => (isRestriction(value) ? setNext(value) : undefined)} />
        <Textarea label="Reason" description="Kept in the audit log." minLength={3} maxLength={500} autosize minRows={2} required value={reason} onChange={({ currentTarget: { value } }) => setReason(value)} />
        <Text size="sm" c="dimmed">Transfers that are already confirmed run to their end.</Text>
      </Ask>
    </>
  );
}

type Lien = Data<'readAccountKeeping'>['liens'][number];

function Liens({ mayChange, ...part }: AccountPart & { mayChange: boolean }) {
  const { environment, account: { accountNumber } } = part;
  const nameOf = useMemberNames();
  const { data, error, refetch } = useRead('readAccountKeeping', { path: { environment, accountNumber } });
  const columns: readonly Column<Lien>[] = [
    { header: 'Since', cell: ({ at }) => <Moment at={at} /> },
    { header: 'Amount', align: 'right', cell: ({ amount }) => <Money amount={amount} fw={600} /> },
    { header: 'Reason', cell: ({ reason }) => reason },
    { header: 'By', wide: true, cell: ({ actor }) => <Actor name={nameOf(actor)} /> },
    ...(mayChange ? [{ header: 'Release', cell: (lien: Lien) => <Release {...part} lien={lien} /> }] : []),
  ];
  return (
    <Card title="Liens" actions={mayChange ? <Place {...part} /> : null}>
      <List label="Liens" columns={columns} rows={data?.data.liens} rowKey={({ lienId }) => lienId} error={error} onRetry={() => void refetch()} empty={<Empty title="No lien">A lien keeps an amount from being spent until it is released.</Empty>} />
    </Card>
  );
}

function Place({ environment, account: { accountNumber } }: AccountPart) {
  const [opened, setOpened] = useState(false);
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const place = useAct('placeLien', { refresh: shownAnew });
  const open = (): void => {
    setAmount('');
    setReason('');
    place.reset();
    setOpened(true);
  };
  return (
    <>
      <Button variant="default" onClick={open}>Place a lien</Button>
      <Ask opened={opened} title="Place a lien" confirm="Place the lien" color="red" busy={place.isPending} error={place.error} disabled={amount === '' || reason.trim().length < 3} onClose={() => setOpened(false)}
        onConfirm={() => place.mutate({ path: { environment, accountNumber }, body: { amount, reason: reason.trim() } }, { onSuccess: () => setOpened(false) })}>
        <Text size="sm">This amount cannot be spent until the lien is released. It may exceed the balance, and then takes what comes in.</Text>
        <TextInput label="Amount in naira" inputMode="decimal" required value={amount} onChange={({ currentTarget: { value } }) => setAmount(value.replaceAll(/[,\s]/g, ''))} />
        <Textarea label="Reason" description="Kept in the history." maxLength={500} autosize minRows={2} required value={reason} onChange={({ currentTarget: { value } }) => setReason(value)} />
      </Ask>
    </>
  );
}

function Release({ environment, account: { accountNumber }, lien }: AccountPart & { lien: Lien }) {
  const [opened, setOpened] = useState(false);
  const [reason, setReason] = useState('');
  const release = useAct('releaseLien', { refresh: shownAnew });
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpened(true)}>Release</Button>
      <Ask opened={opened} title={`Release the lien of ${naira(lien.amount)}?`} confirm="Release the lien" busy={release.isPending} error={release.error} disabled={reason.trim().length < 3} onClose={() => setOpened(false)}
        onConfirm={() => release.mutate({ path: { environment, accountNumber, lienId: lien.lienId }, query: { reason: reason.trim() } }, { onSuccess: () => setOpened(false) })}>
        <Text size="sm">The amount can be spent again at once.</Text>
        <Textarea label="Reason" description="Kept in the history." maxLength={500} autosize minRows={2} required value={reason} onChange={({ currentTarget: { value } }) => setReason(value)} />
      </Ask>
    </>
  );
}

type Done = Data<'listRestrictions'>[number];

const kinds: Readonly<Record<Done['kind'], string>> = { RESTRICTION: 'Restriction', LIEN_PLACED: 'Lien placed', LIEN_RELEASED: 'Lien released', DORMANT: 'Became dormant' };

function History({ environment, account: { accountNumber }, search, onSearch }: AccountPart) {
  const { page = 1 } = search;
  const nameOf = useMemberNames();
  const { data, error, refetch } = useRead('listRestrictions', { path: { environment, accountNumber }, query: { page: String(page), pageSize: String(historySize) } }, { keep: true });
  const columns: readonly Column<Done>[] = [
    { header: 'When', cell: ({ at }) => <Moment at={at} /> },
    { header: 'What', cell: (done) => whatOf(done) },
    { header: 'Reason', cell: ({ reason }) => reason ?? '–' },
    { header: 'By', wide: true, cell: ({ actor }) => <Actor name={nameOf(actor)} /> },
  ];
  return (
    <Card title="History">
      {error !== null && data !== undefined && <ErrorNote error={error} />}
      <List label="History of restrictions" columns={columns} rows={data?.data} rowKey={({ id }) => id} error={error} onRetry={() => void refetch()} paging={{ page, pageSize: historySize, total: data?.total, onPage: (next) => onSearch({ tab: 'restrictions', page: next }) }} empty={<Empty title="Nothing was ever restricted" />} />
    </Card>
  );
}

function whatOf({ kind, restriction, amount }: Done): string {
  if (kind === 'RESTRICTION') return restriction !== null && isRestriction(restriction) ? restrictions[restriction].words : kinds[kind];
  return amount === null ? kinds[kind] : `${kinds[kind]}: ${naira(amount)}`;
}

/** A member by name; a credential, or one who left, by id. */
function Actor({ name }: { name: string }) {
  return /^[a-z]{3}_/.test(name) ? <Code>{`${name.slice(0, 3)} …${name.slice(-6)}`}</Code> : name;
}
