import { Anchor, Button, Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Data } from '@/api/client.ts';
import { useRead } from '@/api/hooks.ts';
import { Card, type Column, Empty, List, Page } from '@/components/page.tsx';
import { Money, Moment, Status } from '@/components/values.tsx';
import { count } from '@/lib/format.ts';
import { organizationsRoute } from './routes.tsx';

type Organization = Data<'listOrganizations'>[number];
const pageSize = 20;

const columns: readonly Column<Organization>[] = [
  { header: 'Organization', cell: ({ organizationId, name }) => <Anchor size="sm" renderRoot={(props) => <Link to="/operator/organizations/$organizationId" params={{ organizationId }} {...props} />}>{name}</Anchor> },
  { header: 'Live', cell: ({ liveApprovedAt }) => (liveApprovedAt === null ? <Status tone="neutral">Not approved</Status> : <Status tone="good">Approved</Status>) },
  { header: 'Members', align: 'right', cell: ({ members }) => count(members) },
  { header: 'Transfers in live', align: 'right', wide: true, cell: ({ volume }) => count(volume.live.transfers) },
  { header: 'Completed in live', align: 'right', cell: ({ volume }) => <Money amount={volume.live.completedAmount} /> },
  { header: 'Transfers in the sandbox', align: 'right', wide: true, cell: ({ volume }) => count(volume.test.transfers) },
  { header: 'Created', wide: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

export function OrganizationsPage() {
  const { page = 1, search = '' } = organizationsRoute.useSearch();
  const navigate = organizationsRoute.useNavigate();
  const [wanted, setWanted] = useState(search);
  const { data, error, refetch } = useRead('listOrganizations', { query: { page: String(page), pageSize: String(pageSize), ...(search === '' ? {} : { search }) } }, { keep: true });
  return (
    <Page title="Organizations" lead="Everybody who uses this installation. Volumes are those of the last 30 days.">
      <Card>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void navigate({ search: wanted.trim() === '' ? {} : { search: wanted.trim() } });
          }}
        >
          <Group mb="sm" align="flex-end">
            <TextInput label="Name or id" value={wanted} onChange={(event) => setWanted(event.currentTarget.value)} leftSection={<IconSearch size={16} aria-hidden />} />
            <Button type="submit" variant="default">Search</Button>
          </Group>
        </form>
        <List label="Organizations" columns={columns} rows={data?.data} rowKey={({ organizationId }) => organizationId} error={error} onRetry={() => void refetch()} paging={{ page, pageSize, total: data?.total, onPage: (next) => void navigate({ search: (before) => ({ ...before, page: next }) }) }}
          empty={<Empty title="No organization is called that">Search for a part of its name, or for its whole id.</Empty>} />
      </Card>
    </Page>
  );
}
