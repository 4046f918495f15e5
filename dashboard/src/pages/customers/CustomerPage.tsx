import { Alert, Group, Skeleton, Tabs } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useRead } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { type Scope, useMay } from '@/app/session.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Page } from '@/components/page.tsx';
import { Copyable } from '@/components/values.tsx';
import { AccountsTab, BeneficiariesTab, ChecksTab, HistoryTab, TransfersTab } from './ListTabs.tsx';
import { type Customer, CustomerStatus, isBusiness, isErased, kindWord, nameOf, Tier } from './customer.tsx';
import { CustomerActions } from './CustomerActions.tsx';
import { LimitsTab } from './LimitsTab.tsx';
import { PeopleTab } from './PeopleTab.tsx';
import { ProfileTab } from './ProfileTab.tsx';
import { type CustomerTab, customerRoute } from './routes.tsx';

const tabs: readonly { tab: CustomerTab; label: string; scope: Scope; businessOnly?: true }[] = [
  { tab: 'people', label: 'People', scope: 'customer:read', businessOnly: true },
  { tab: 'accounts', label: 'Accounts', scope: 'account:read' },
  { tab: 'checks', label: 'Checks', scope: 'kyc:read' },
  { tab: 'transfers', label: 'Transfers', scope: 'transfer:read' },
  { tab: 'beneficiaries', label: 'Beneficiaries', scope: 'transfer:read' },
  { tab: 'limits', label: 'Limits', scope: 'customer:read' },
  { tab: 'history', label: 'History', scope: 'customer:read' },
];

export function CustomerPage() {
  const environment = useEnvironment();
  const { customerId } = customerRoute.useParams();
  const { data, error } = useRead('readCustomer', { path: { environment, customerId } });
  const crumbs = [{ label: 'Customers', to: `/${environment}/customers` }];
  if (data === undefined) return <Page title={customerId} crumbs={crumbs}>{error === null ? <Skeleton h={240} /> : <ErrorNote error={error} />}</Page>;
  const customer = data.data;
  return (
    <Page title={nameOf(customer)} crumbs={crumbs} actions={<CustomerActions customer={customer} />}
      lead={<Group component="span" gap="xs"><Copyable text={customerId} label="the customer's identifier" />{kindWord(customer)}<Tier tier={customer.kycTier} /><CustomerStatus status={customer.status} /></Group>}>
      {isErased(customer) && <Alert color="gray" icon={<IconUserOff />} title="This customer was erased">Ledger, payments and outcomes of checks stay under the identifier, because the law wants them. Nothing of the person is left.</Alert>}
      <CustomerTabs customer={customer} />
    </Page>
  );
}

function CustomerTabs({ customer }: { customer: Customer }) {
  const environment = useEnvironment();
  const may = useMay();
  const { tab = 'profile' } = customerRoute.useSearch();
  const navigate = customerRoute.useNavigate();
  const shown = tabs.filter(({ scope, businessOnly }) => may.scope(environment, scope) && (businessOnly !== true || isBusiness(customer)));
  const go = (next: string | null): void => {
    const named = shown.find((each) => each.tab === next)?.tab;
    void navigate({ search: named === undefined ? {} : { tab: named } });
  };
  const { customerId } = customer;
  return (
    <Tabs value={shown.some((each) => each.tab === tab) ? tab : 'profile'} onChange={go} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="profile">Profile</Tabs.Tab>
        {shown.map(({ tab: value, label }) => <Tabs.Tab key={value} value={value}>{label}</Tabs.Tab>)}
      </Tabs.List>
      <Tabs.Panel value="profile"><ProfileTab customer={customer} /></Tabs.Panel>
      <Tabs.Panel value="people"><PeopleTab customer={customer} /></Tabs.Panel>
      <Tabs.Panel value="accounts"><AccountsTab customerId={customerId} /></Tabs.Panel>
      <Tabs.Panel value="checks"><ChecksTab customerId={customerId} /></Tabs.Panel>
      <Tabs.Panel value="transfers"><TransfersTab customerId={customerId} /></Tabs.Panel>
      <Tabs.Panel value="beneficiaries"><BeneficiariesTab customerId={customerId} /></Tabs.Panel>
      <Tabs.Panel value="limits"><LimitsTab customerId={customerId} /></Tabs.Panel>
      <Tabs.Panel value="history"><HistoryTab customerId={customerId} /></Tabs.Panel>
    </Tabs>
  );
}
