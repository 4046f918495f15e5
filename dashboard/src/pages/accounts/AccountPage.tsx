import { Anchor, Grid, Group, SimpleGrid, Skeleton, Tabs, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Data, Environment } from '@/api/client.ts';
import { useRead } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, Facts, Page } from '@/components/page.tsx';
import { Copyable, Moment, Money, Status } from '@/components/values.tsx';
import { words } from '@/lib/format.ts';
import { AccountLimits } from './AccountLimits.tsx';
import { Held } from './Held.tsx';
import { Restrictions } from './Restrictions.tsx';
import { restrictions } from './restrictions.ts';
import { accountRoute } from './routes.tsx';
import { type AccountSearch, isTab } from './search.ts';
import { Statement } from './Statement.tsx';

export type OneAccount = Data<'getAccount'>;
/** What every part of the page is handed. */
export type AccountPart = { environment: Environment; account: OneAccount; search: AccountSearch; onSearch(next: AccountSearch): void };

export function AccountPage() {
  const environment = useEnvironment();
  const { accountNumber } = accountRoute.useParams();
  const search = accountRoute.useSearch();
  const navigate = accountRoute.useNavigate();
  const { data, error } = useRead('getAccount', { path: { environment, accountNumber } }, { refreshMs: 10_000 });
  const account = data?.data;
  const crumbs = [{ label: 'Accounts', to: `/${environment}/accounts` }];
  if (account === undefined) return <Page title={`Account ${accountNumber}`} crumbs={crumbs}>{error === null ? <Skeleton h={280} /> : <ErrorNote error={error} />}</Page>;
  const part: AccountPart = { environment, account, search, onSearch: (next) => void navigate({ search: next }) };
  const { tab = 'statement' } = search;
  return (
    <Page title={account.accountName} crumbs={crumbs}>
      <Group gap="sm">
        <Copyable text={account.accountNumber} label="the account number" />
        <Status tone={restrictions[account.restriction].tone}>{restrictions[account.restriction].words}</Status>
      </Group>
      <Grid>
        <Grid.Col span={{ base: 12, md: 7 }}><Balances account={account} /></Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}><Card title="The account"><AccountFacts {...part} /></Card></Grid.Col>
      </Grid>
      <Tabs value={tab} onChange={(next) => (isTab(next) ? part.onSearch(next === 'statement' ? {} : { tab: next }) : undefined)} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="statement">Statement</Tabs.Tab>
          <Tabs.Tab value="held">Held</Tabs.Tab>
          <Tabs.Tab value="restrictions">Restrictions and liens</Tabs.Tab>
          <Tabs.Tab value="limits">Limits and alerts</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="statement"><Statement {...part} /></Tabs.Panel>
        <Tabs.Panel value="held"><Held {...part} /></Tabs.Panel>
        <Tabs.Panel value="restrictions"><Restrictions {...part} /></Tabs.Panel>
        <Tabs.Panel value="limits"><AccountLimits {...part} /></Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** What is booked, less what is held and under liens, is what can be spent. */
function Balances({ account: { balances, liens, type, settlesTo } }: { account: OneAccount }) {
  if (type === 'virtual') return <Card title="Balances"><Text size="sm">This number holds no money: what is paid to it is credited to {settlesTo ?? 'a collection account'}.</Text></Card>;
  const figure = (label: string, amount: number, hint: string, large = false) => (
    <div>
      <Text size="sm" c="dimmed">{label}</Text>
      <Text fz={large ? 28 : 20} lh={1.3}><Money amount={amount} fw={650} /></Text>
      <Text size="xs" c="dimmed">{hint}</Text>
    </div>
  );
  return (
    <Card title="Balances">
      {figure('Available', balances.available, 'Can be spent: booked, less what is held and under liens.', true)}
      <SimpleGrid cols={{ base: 1, xs: 3 }} mt="md">
        {figure('Ledger', balances.ledger, 'Booked.')}
        {figure('Held', balances.held, 'For transfers on their way.')}
        {figure('Liens', liens, 'Kept from being spent.')}
      </SimpleGrid>
    </Card>
  );
}

function AccountFacts({ account, environment }: AccountPart) {
  const link = (to: string, text: string) => <Anchor size="sm" renderRoot={(props) => <Link to={to} {...props} />}>{text}</Anchor>;
  return (
    <Facts facts={[
      ['Type', words(account.type)],
      ['Customer', account.customerId === null ? 'Your own account' : link(`/${environment}/customers/${account.customerId}`, account.customerId)],
      ['Bank', `${account.bankName}, ${account.bankCode}`],
      ['Opened', <Moment key="opened" at={account.dateAdded} />],
      ...(account.settlesTo === null ? [] : [['Credited to', link(`/${environment}/accounts/${account.settlesTo}`, account.settlesTo)] as const]),
      ...(account.expiresAt === null ? [] : [['Expires', <Moment key="expires" at={account.expiresAt} />] as const]),
      ['Low balance', account.lowBalance === null ? 'No alert' : <>Alert below <Money amount={account.lowBalance} /></>],
      ['Transfers', link(`/${environment}/transfers?account=%22${account.accountNumber}%22`, 'All transfers from it')],
    ]} />
  );
}
