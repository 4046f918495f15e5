import { Anchor, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Environment } from '@/api/client.ts';
import { useRead } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { Card, type Column, Empty, List, Page } from '@/components/page.tsx';
import { Moment, Money, Status } from '@/components/values.tsx';
import { words } from '@/lib/format.ts';
import { restrictions } from './restrictions.ts';
import { accountsRoute } from './routes.tsx';
import { type Account, accountTypes, isAccountType } from './search.ts';

const pageSize = 50;

function columnsOf(environment: Environment): readonly Column<Account>[] {
  return [
    {
      header: 'Account',
      cell: ({ accountNumber, accountName }) => (
        <Stack gap={0}>
          <Anchor size="sm" fw={500} renderRoot={(props) => <Link to={`/${environment}/accounts/${accountNumber}`} {...props} />}>{accountNumber}</Anchor>
          <Text size="xs" c="dimmed">{accountName}</Text>
        </Stack>
      ),
    },
    { header: 'Type', wide: true, cell: ({ type }) => words(type) },
    { header: 'Customer', wide: true, cell: ({ customerId }) => (customerId === null ? <Text size="sm" c="dimmed">Your own</Text> : <Anchor size="sm" renderRoot={(props) => <Link to={`/${environment}/customers/${customerId}`} {...props} />}>{customerId}</Anchor>) },
    { header: 'Available', align: 'right', cell: ({ balances, type }) => (type === 'virtual' ? '–' : <Money amount={balances.available} fw={600} />) },
    { header: 'Held', align: 'right', wide: true, cell: ({ balances, type }) => (type === 'virtual' ? '–' : <Money amount={balances.held} />) },
    { header: 'May', cell: ({ restriction }) => <Status tone={restrictions[restriction].tone}>{restrictions[restriction].words}</Status> },
    { header: 'Opened', wide: true, cell: ({ dateAdded }) => <Moment at={dateAdded} /> },
  ];
}

export function AccountsPage() {
  const environment = useEnvironment();
  const { page = 1, type, customer } = accountsRoute.useSearch();
  const navigate = accountsRoute.useNavigate();
  const query = { page: String(page), pageSize: String(pageSize), ...(type === undefined ? {} : { type }), ...(customer === undefined ? {} : { customerId: customer }) };
  const { data, error, refetch } = useRead('listAccounts', { path: { environment }, query }, { keep: true });
  const filtered = type !== undefined || customer !== undefined;
  return (
    <Page title="Accounts" lead="Your customers' accounts, your collection accounts, and numbers that are paid for a while; newest first.">
      <Card>
        <Group align="flex-end" gap="sm" role="search" aria-label="Filter accounts">
          <ToAccount environment={environment} />
          <NativeSelect label="Type" value={type ?? ''} data={[{ value: '', label: 'Any' }, ...accountTypes.map((each) => ({ value: each, label: words(each) }))]}
            onChange={({ currentTarget: { value } }) => void navigate({ search: ({ page: _page, type: _type, ...before }) => ({ ...before, ...(isAccountType(value) ? { type: value } : {}) }) })} />
          <OfCustomer key={customer} value={customer ?? ''} onSet={(value) => void navigate({ search: ({ page: _page, customer: _customer, ...before }) => ({ ...before, ...(value === '' ? {} : { customer: value }) }) })} />
        </Group>
      </Card>
      <Card>
        <List label="Accounts" columns={columnsOf(environment)} rows={data?.data} rowKey={({ accountNumber }) => accountNumber} error={error} onRetry={() => void refetch()} paging={{ page, pageSize, total: data?.total, onPage: (next) => void navigate({ search: (before) => ({ ...before, page: next }) }) }}
          empty={filtered ? <Empty title="No account fits">Take a filter away.</Empty> : <Empty title="No accounts yet">Each customer may have accounts: POST /account/bank/create/personal generates one. Money that you collect yourself goes to a collection account: POST /account/collection.</Empty>} />
      </Card>
    </Page>
  );
}

/** An account number leads to its account at once. */
function ToAccount({ environment }: { environment: Environment }) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const navigate = accountsRoute.useNavigate();
  const typed = text.replaceAll(/\s/g, '');
  const go = (): void => {
    setWrong(!/^\d{10}$/.test(typed));
    if (/^\d{10}$/.test(typed)) void navigate({ to: `/${environment}/accounts/${typed}` });
  };
  return (
    <TextInput label="Go to account" placeholder="10 digits, then Enter" inputMode="numeric" value={text} error={wrong ? '10 digits' : null} onChange={({ currentTarget: { value } }) => setText(value)}
      onKeyDown={({ key }) => (key === 'Enter' ? go() : undefined)} />
  );
}

function OfCustomer({ value, onSet }: { value: string; onSet(value: string): void }) {
  const [text, setText] = useState(value);
  const [wrong, setWrong] = useState(false);
  const leave = (): void => {
    const typed = text.replaceAll(/\s/g, '');
    const fits = /^\d{0,20}$/.test(typed);
    setWrong(!fits);
    if (fits && typed !== value) onSet(typed);
  };
  return <TextInput label="Customer" inputMode="numeric" w={170} value={text} error={wrong ? 'Digits only' : null} onChange={({ currentTarget: { value: typed } }) => setText(typed)} onBlur={leave} onKeyDown={({ key }) => (key === 'Enter' ? leave() : undefined)} />;
}
