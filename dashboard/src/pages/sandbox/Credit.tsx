/** Money arrives from another bank. */
import { Alert, Autocomplete, Button, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAct, useRead } from '@/api/hooks.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card } from '@/components/page.tsx';
import { Copyable } from '@/components/values.tsx';
import { naira } from '@/lib/format.ts';
import { sandboxRoute } from './routes.tsx';

const path = { environment: 'test' } as const;

export function Credit() {
  const { account } = sandboxRoute.useSearch();
  const accounts = useRead('listAccounts', { path, query: { page: '1', pageSize: '50' } });
  const credit = useAct('simulateCredit', { refresh: ['getAccount', 'listAccounts'] });
  const [accountNumber, setAccountNumber] = useState(account ?? '');
  const [amount, setAmount] = useState<number | string>(20_000);
  const [narration, setNarration] = useState('');
  const [senderName, setSenderName] = useState('');
  const done = credit.data?.data;
  return (
    <Card title="Simulate a credit">
      <form onSubmit={(event) => {
        event.preventDefault();
        credit.mutate({ path, body: { accountNumber: accountNumber.trim(), amount, ...(narration === '' ? {} : { narration }), ...(senderName === '' ? {} : { senderName }) } });
      }}>
        <Stack maw={520}>
          <Autocomplete label="Account" description="One of yours or of your customers. Restrictions and the tier's maximum balance count." data={accounts.data?.data.map((each) => each.accountNumber) ?? []} value={accountNumber} onChange={setAccountNumber} inputMode="numeric" maxLength={10} required />
          <NumberInput label="Amount" prefix="₦" decimalScale={2} thousandSeparator="," min={0.01} value={amount} onChange={setAmount} required />
          <Group grow align="flex-start"><TextInput label="Narration" value={narration} onChange={(event) => setNarration(event.currentTarget.value)} maxLength={150} /><TextInput label="Sender" value={senderName} onChange={(event) => setSenderName(event.currentTarget.value)} maxLength={100} /></Group>
          {credit.error !== null && <ErrorNote error={credit.error} />}
          {done !== undefined && <Alert color="teller" title={`${naira(done.amount)} arrived on ${done.accountNumber}`}>Session <Copyable text={done.sessionId} label="the session id" /></Alert>}
          <Group><Button type="submit" loading={credit.isPending}>Credit the account</Button></Group>
        </Stack>
      </form>
    </Card>
  );
}
