import { Group, Select, Stack, TextInput } from '@mantine/core';
import { useRead } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { Card, type Column, Empty, List, Page } from '@/components/page.tsx';
import { TextLink } from '@/components/TextLink.tsx';
import { Moment } from '@/components/values.tsx';
import { Outcome } from './check.tsx';
import { checksRoute } from './routes.tsx';
import { type Check, checkKinds, outcomes } from './words.ts';

const pageSize = 25;

export function ChecksPage() {
  const environment = useEnvironment();
  const { page = 1, ...filters } = checksRoute.useSearch();
  const navigate = checksRoute.useNavigate();
  const { data, error, refetch } = useRead('listKycChecks', { path: { environment }, query: { page: String(page), pageSize: String(pageSize), ...filters } }, { keep: true });
  const filter = (change: Record<string, string | undefined>): void => void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) });
  const filtered = Object.keys(filters).length > 0;
  return (
    <Page title="Identity checks">
      <Card>
        <Stack>
          <Group gap="xs" align="flex-end">
            <Select label="Kind" w={170} clearable placeholder="Any" value={filters.kind ?? null} onChange={(kind) => filter({ kind: kind ?? undefined })} data={Object.entries(checkKinds).map(([value, label]) => ({ value, label }))} />
            <Select label="Outcome" w={210} clearable placeholder="Any" value={filters.outcome ?? null} onChange={(outcome) => filter({ outcome: outcome ?? undefined })} data={Object.entries(outcomes).map(([value, label]) => ({ value, label }))} />
            <TextInput label="From" type="date" value={filters.from ?? ''} onChange={(event) => filter({ from: event.currentTarget.value || undefined })} />
            <TextInput label="To" type="date" value={filters.to ?? ''} onChange={(event) => filter({ to: event.currentTarget.value || undefined })} />
          </Group>
          <List label="Identity checks" columns={columnsIn(environment)} rows={data?.data} rowKey={({ checkId }) => checkId} error={error} onRetry={() => void refetch()} paging={{ page, pageSize, total: data?.total, onPage: (next) => void navigate({ search: (before) => ({ ...before, page: next }) }) }}
            empty={filtered ? <Empty title="No check fits">Take a filter away to see more.</Empty> : <Empty title="No checks yet">Opening a customer makes the first one: the BVN is checked with the registry before anything is written.</Empty>} />
        </Stack>
      </Card>
    </Page>
  );
}

function columnsIn(environment: string): readonly Column<Check>[] {
  return [
    { header: 'When', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { header: 'Check', cell: ({ kind, checkId }) => <TextLink to={`/${environment}/kyc/checks/${checkId}`} fw={600}>{checkKinds[kind]}</TextLink> },
    { header: 'Outcome', cell: (check) => <Outcome check={check} /> },
    { header: 'Customer', wide: true, cell: ({ customerId }) => customerId !== null && <TextLink to={`/${environment}/customers/${customerId}`}>{customerId}</TextLink> },
    { header: 'Score', align: 'right', wide: true, cell: ({ score }) => score },
    { header: 'Provider', wide: true, cell: ({ provider }) => provider },
  ];
}
