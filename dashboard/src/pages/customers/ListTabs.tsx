/** What belongs to a customer, list by list; the page of each stands in the address. */
import { Stack, Text } from '@mantine/core';
import { useRead } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import type { Data } from '@/api/client.ts';
import { Card, type Column, Empty, List } from '@/components/page.tsx';
import { TextLink } from '@/components/TextLink.tsx';
import { Copyable, Moment, Money, Status, type Tone } from '@/components/values.tsx';
import { words } from '@/lib/format.ts';
import { Outcome } from '../kyc/check.tsx';
import { type Check, checkKinds } from '../kyc/words.ts';
import { customerRoute } from './routes.tsx';

const pageSize = 20;
type OfCustomer = { customerId: string };

/** The page asked for, and how to turn it. */
function usePaging() {
  const { page = 1 } = customerRoute.useSearch();
  const navigate = customerRoute.useNavigate();
  const query = { page: String(page), pageSize: String(pageSize) };
  return { query, paging: (total: number | undefined) => ({ page, pageSize, total, onPage: (next: number) => void navigate({ search: (before) => ({ ...before, page: next }) }) }) };
}

type Account = Data<'listAccounts'>[number];

export function AccountsTab({ customerId }: OfCustomer) {
  const environment = useEnvironment();
  const { query, paging } = usePaging();
  const { data, error, refetch } = useRead('listAccounts', { path: { environment }, query: { ...query, customerId } }, { keep: true });
  const columns: readonly Column<Account>[] = [
    { header: 'Account', cell: ({ accountNumber }) => <TextLink to={`/${environment}/accounts/${accountNumber}`} fw={600}>{accountNumber}</TextLink> },
    { header: 'Type', cell: ({ type }) => words(type) },
    { header: 'Available', align: 'right', cell: ({ balances }) => <Money amount={balances.available} /> },
    { header: 'Booked', align: 'right', wide: true, cell: ({ balances }) => <Money amount={balances.ledger} /> },
    { header: 'Held', align: 'right', wide: true, cell: ({ balances }) => <Money amount={balances.held} /> },
    { header: 'Restriction', cell: ({ restriction }) => (restriction === 'none' ? <Status tone="neutral">none</Status> : <Status tone="attention">{restriction}</Status>) },
    { header: 'Opened', wide: true, cell: ({ dateAdded }) => <Moment at={dateAdded} /> },
  ];
  return (
    <Card>
      <Stack>
        <List label="Accounts" columns={columns} rows={data?.data} rowKey={({ accountNumber }) => accountNumber} error={error} onRetry={() => void refetch()} paging={paging(data?.total)}
          empty={<Empty title="No account yet">An account is generated with POST /account/bank/create/personal, and takes money at once.</Empty>} />
      </Stack>
    </Card>
  );
}

export function ChecksTab({ customerId }: OfCustomer) {
  const environment = useEnvironment();
  const { query, paging } = usePaging();
  const { data, error, refetch } = useRead('listKycChecks', { path: { environment }, query: { ...query, customerId } }, { keep: true });
  const columns: readonly Column<Check>[] = [
    { header: 'When', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { header: 'Check', cell: ({ kind, checkId }) => <TextLink to={`/${environment}/kyc/checks/${checkId}`} fw={600}>{checkKinds[kind]}</TextLink> },
    { header: 'Outcome', cell: (check) => <Outcome check={check} /> },
    { header: 'Score', align: 'right', wide: true, cell: ({ score }) => score },
    { header: 'Provider', wide: true, cell: ({ provider }) => provider },
  ];
  return (
    <Card>
      <Stack>
        <List label="Identity checks" columns={columns} rows={data?.data} rowKey={({ checkId }) => checkId} error={error} onRetry={() => void refetch()} paging={paging(data?.total)}
          empty={<Empty title="No checks">A check counts here when its call names the customer, or raises the tier.</Empty>} />
      </Stack>
    </Card>
  );
}

type Transfer = Data<'listTransfers'>[number];
const transferTones: Readonly<Record<Transfer['status'], Tone>> = { SUCCESS: 'good', PENDING: 'waiting', FAILED: 'bad', REVERSED: 'attention' };

export function TransfersTab({ customerId }: OfCustomer) {
  const environment = useEnvironment();
  const { query, paging } = usePaging();
  const { data, error, refetch } = useRead('listTransfers', { path: { environment }, query: { ...query, customerId } }, { keep: true });
  const columns: readonly Column<Transfer>[] = [
    { header: 'When', cell: ({ initiatedAt }) => <Moment at={initiatedAt} /> },
    { header: 'To', cell: ({ transactionId, beneficiaryAccountName }) => <TextLink to={`/${environment}/transfers/${transactionId}`} fw={600}>{beneficiaryAccountName}</TextLink> },
    { header: 'From', wide: true, cell: ({ sourceAccountNumber }) => sourceAccountNumber },
    { header: 'Narration', wide: true, cell: ({ narration }) => <Text size="sm" lineClamp={1}>{narration}</Text> },
    { header: 'Amount', align: 'right', cell: ({ amount }) => <Money amount={amount} /> },
    { header: 'Status', cell: ({ status, stage }) => <Status tone={transferTones[status]} title={words(stage)}>{status}</Status> },
  ];
  return (
    <Card>
      <Stack>
        <List label="Transfers" columns={columns} rows={data?.data} rowKey={({ transactionId }) => transactionId} error={error} onRetry={() => void refetch()} paging={paging(data?.total)} empty={<Empty title="No transfers">What this customer sends stands here, the newest first.</Empty>} />
      </Stack>
    </Card>
  );
}

type Beneficiary = Data<'listBeneficiaries'>[number];

const beneficiaryColumns: readonly Column<Beneficiary>[] = [
  { header: 'Name', cell: ({ accountName }) => accountName },
  { header: 'Account', cell: ({ accountNumber }) => <Copyable text={accountNumber} label="the account number" /> },
  { header: 'Bank', cell: ({ bank }) => bank },
  { header: 'Last used', wide: true, cell: ({ lastUsed }) => <Moment at={lastUsed} /> },
];

export function BeneficiariesTab({ customerId }: OfCustomer) {
  const environment = useEnvironment();
  const { query, paging } = usePaging();
  const { data, error, refetch } = useRead('listBeneficiaries', { path: { environment, customerId }, query }, { keep: true });
  return (
    <Card>
      <Stack>
        <List label="Beneficiaries" columns={beneficiaryColumns} rows={data?.data} rowKey={({ beneficiaryId }) => beneficiaryId} error={error} onRetry={() => void refetch()} paging={paging(data?.total)}
          empty={<Empty title="Nobody saved">Whom the customer pays is saved by a name enquiry with customerId, and by payments that arrive.</Empty>} />
      </Stack>
    </Card>
  );
}

type Entry = Data<'listCustomerHistory'>[number];
const deeds: Readonly<Record<Entry['action'], string>> = {
  'customer.status_changed': 'Status changed', 'customer.updated': 'Contact changed', 'customer.person_added': 'Person added', 'customer.person_removed': 'Person removed', 'limits.set': 'Own limits set',
  'customer.hold_placed': 'Legal hold placed', 'customer.hold_lifted': 'Legal hold lifted', 'customer.erased': 'Erased',
};

const historyColumns: readonly Column<Entry>[] = [
  { header: 'When', cell: ({ at }) => <Moment at={at} /> },
  { header: 'What', cell: ({ action, status, fields }) => (status === null ? [deeds[action], fields.map(words).join(', ')].filter((part) => part !== '').join(': ') : status === 'Active' ? 'Enabled' : 'Disabled') },
  { header: 'Why', cell: ({ reason }) => reason },
  { header: 'Who', wide: true, cell: ({ actor, actorName }) => actorName ?? <Copyable text={actor} label="who" /> },
];

export function HistoryTab({ customerId }: OfCustomer) {
  const environment = useEnvironment();
  const { query, paging } = usePaging();
  const { data, error, refetch } = useRead('listCustomerHistory', { path: { environment, customerId }, query }, { keep: true });
  return (
    <Card>
      <Stack>
        <List label="History" columns={historyColumns} rows={data?.data} rowKey={({ id }) => id} error={error} onRetry={() => void refetch()} paging={paging(data?.total)} empty={<Empty title="Nothing was changed">Status with its reasons, contact, own limits and holds stand here once somebody changes them.</Empty>} />
      </Stack>
    </Card>
  );
}
