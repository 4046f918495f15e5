import { Button, CloseButton, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAct, useRead } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { useMay } from '@/app/session.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, type Column, Empty, List, Page } from '@/components/page.tsx';
import { TextLink } from '@/components/TextLink.tsx';
import { Copyable, Moment } from '@/components/values.tsx';
import { CustomerStatus, idOf, kindWord, type Listed, nameOf, Tier } from './customer.tsx';
import { customersRoute } from './routes.tsx';

const pageSize = 25;

export function CustomersPage() {
  const environment = useEnvironment();
  const { page = 1, q, tier, status, kind } = customersRoute.useSearch();
  const navigate = customersRoute.useNavigate();
  const filtered = q !== undefined || tier !== undefined || status !== undefined || kind !== undefined;
  const { data, error, refetch } = useRead('listCustomers', {
    path: { environment },
    query: { page: String(page), pageSize: String(pageSize), ...(q === undefined ? {} : { search: q }), ...(tier === undefined ? {} : { kycTier: tier }), ...(status === undefined ? {} : { status }), ...(kind === undefined ? {} : { classType: kind }) },
  }, { keep: true });
  return (
    <Page title="Customers" actions={<NewCustomer />}>
      <Card>
        <Stack>
          <Filters key={q ?? ''} />
          <List label="Customers" columns={columnsIn(environment)} rows={data?.data} rowKey={idOf} error={error} onRetry={() => void refetch()} paging={{ page, pageSize, total: data?.total, onPage: (next) => void navigate({ search: (before) => ({ ...before, page: next }) }) }} empty={filtered ? <NothingFound /> : <NobodyYet />} />
        </Stack>
      </Card>
    </Page>
  );
}

function columnsIn(environment: string): readonly Column<Listed>[] {
  return [
    { header: 'Name', cell: (customer) => <TextLink to={`/${environment}/customers/${idOf(customer)}`} fw={600}>{nameOf(customer)}</TextLink> },
    { header: 'Customer', wide: true, cell: (customer) => <Copyable text={idOf(customer)} label="the customer's identifier" /> },
    { header: 'Kind', wide: true, cell: kindWord },
    { header: 'Tier', cell: ({ kycTier }) => <Tier tier={kycTier} /> },
    { header: 'Status', cell: ({ status }) => <CustomerStatus status={status} /> },
    { header: 'Phone', wide: true, cell: ({ phone }) => phone },
    { header: 'E-mail', wide: true, cell: ({ email }) => email },
    { header: 'Added', wide: true, cell: ({ dateAdded }) => <Moment at={dateAdded} /> },
  ];
}

/** Eleven digits are a BVN or a NIN, unless they are a mobile number. Such a number never stands in an address. */
const isPersonalNumber = (text: string): boolean => /^\d{11}$/.test(text) && !/^0[789]/.test(text);

function Filters() {
  const environment = useEnvironment();
  const { q = '', tier, status, kind } = customersRoute.useSearch();
  const navigate = customersRoute.useNavigate();
  const [text, setText] = useState(q);
  const find = useAct('findCustomerByNumber');
  const missed = find.data?.data.customerIds.length === 0;
  const filter = (change: Record<string, string | undefined>): void => void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) });
  const look = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const asked = text.trim();
    if (!isPersonalNumber(asked)) {
      filter({ q: asked === '' ? undefined : asked });
      return;
    }
    const found = await find.mutateAsync({ path: { environment }, body: { number: asked } }).catch(() => null);
    const [customerId] = found?.data.customerIds ?? [];
    if (customerId !== undefined) await navigate({ to: `/${environment}/customers/${customerId}` });
  };
  return (
    <Stack gap="xs">
      <form onSubmit={(event) => void look(event)} role="search">
        <Group gap="xs" align="flex-end">
          <TextInput label="Search" placeholder="Name, e-mail, phone, identifier, BVN or NIN" leftSection={<IconSearch size={16} />} maw={420} style={{ flex: '1 1 240px' }} maxLength={100}
            value={text} onChange={(event) => { setText(event.currentTarget.value); find.reset(); }}
            rightSection={text === '' ? null : <CloseButton size="sm" aria-label="Clear the search" onClick={() => { setText(''); find.reset(); filter({ q: undefined }); }} />} />
          <Button type="submit" variant="default" loading={find.isPending}>Search</Button>
          <Select label="Kind" w={130} clearable placeholder="Any" value={kind ?? null} onChange={(value) => filter({ kind: value ?? undefined })} data={[{ value: 'INDIVIDUAL', label: 'Individual' }, { value: 'BUSINESS', label: 'Business' }]} />
          <Select label="Tier" w={110} clearable placeholder="Any" value={tier ?? null} onChange={(value) => filter({ tier: value ?? undefined })} data={[{ value: '1', label: 'Tier 1' }, { value: '2', label: 'Tier 2' }, { value: '3', label: 'Tier 3' }]} />
          <Select label="Status" w={130} clearable placeholder="Any" value={status ?? null} onChange={(value) => filter({ status: value ?? undefined })} data={[{ value: 'Active', label: 'Enabled' }, { value: 'Inactive', label: 'Disabled' }]} />
        </Group>
      </form>
      {missed && <Text size="sm" role="status">No customer has this BVN or NIN. A name, or the beginning of one, finds more.</Text>}
      {find.error !== null && <ErrorNote error={find.error} />}
    </Stack>
  );
}

function NothingFound() {
  return <Empty title="Nobody fits" action={<Button variant="default" renderRoot={(props) => <Link from={customersRoute.fullPath} to="." search={{}} {...props} />}>Show all customers</Button>}>Names and e-mail addresses are found by the beginnings of their words; identifiers, phones, BVN and NIN only whole.</Empty>;
}

function NobodyYet() {
  const environment = useEnvironment();
  return (
    <Empty title="No customers yet" action={<NewCustomer />}>
      {environment === 'test'
        ? 'Your first customer can be opened here, or with POST /customer/profile/individual. In the sandbox every well-formed BVN is confirmed, such as 22200000001.'
        : 'Customers are opened by your own program: POST /customer/profile/individual. They appear here at once.'}
    </Empty>
  );
}

function NewCustomer() {
  const environment = useEnvironment();
  const may = useMay();
  if (environment !== 'test' || !may.scope('test', 'customer:write')) return null;
  return <Button leftSection={<IconPlus size={16} />} renderRoot={(props) => <Link to="/$environment/customers/new" params={{ environment }} {...props} />}>New customer</Button>;
}
