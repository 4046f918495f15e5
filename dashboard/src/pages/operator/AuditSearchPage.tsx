import { Anchor, Button, Code, Group, SimpleGrid, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Data } from '@/api/client.ts';
import { useRead } from '@/api/hooks.ts';
import { Card, type Column, Empty, List, Page } from '@/components/page.tsx';
import { Copyable, Moment } from '@/components/values.tsx';
import { words } from '@/lib/format.ts';
import { auditSearchRoute } from './routes.tsx';

type Entry = Data<'searchAudit'>['entries'][number];

const columns: readonly Column<Entry>[] = [
  { header: 'When', cell: ({ at }) => <Moment at={at} /> },
  { header: 'Organization', cell: ({ organizationId, organization, environment }) => <><Anchor size="sm" renderRoot={(props) => <Link to="/operator/organizations/$organizationId" params={{ organizationId }} {...props} />}>{organization}</Anchor>{environment === 'test' ? ', sandbox' : ''}</> },
  { header: 'What', cell: ({ action }) => words(action) },
  { header: 'Who', cell: ({ actor }) => <Copyable text={actor} label="who" /> },
  { header: 'Of what', wide: true, cell: ({ subject }) => <Copyable text={subject} label="the subject" /> },
  { header: 'Details', wide: true, cell: ({ details }) => (Object.keys(details).length === 0 ? null : <Code style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>{JSON.stringify(details)}</Code>) },
];

const fields = [['organizationId', 'Organization'], ['actor', 'Who'], ['action', 'What'], ['subject', 'Of what']] as const;
const examples: Readonly<Record<(typeof fields)[number][0], string>> = { organizationId: 'org_…', actor: 'mem_… or crd_…', action: 'credential.added', subject: 'crd_…, a number' };

export function AuditSearchPage() {
  const search = auditSearchRoute.useSearch();
  const navigate = auditSearchRoute.useNavigate();
  const [wanted, setWanted] = useState<Readonly<Record<string, string>>>({ organizationId: search.organizationId ?? '', actor: search.actor ?? '', action: search.action ?? '', subject: search.subject ?? '', from: search.from?.slice(0, 10) ?? '' });
  const { data, error, refetch } = useRead('searchAudit', { query: search });
  const ask = (): void => {
    const { from = '', ...rest } = wanted;
    const asked = Object.fromEntries(Object.entries(rest).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])));
    // A day begins in Lagos.
    void navigate({ search: { ...asked, ...(from === '' ? {} : { from: new Date(`${from}T00:00:00+01:00`).toISOString() }) } });
  };
  return (
    <Page title="All audit logs" lead="Of every organization, the newest first; without a day, the last 30 days. What you search for stands in the log of your own organization.">
      <Card>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            ask();
          }}
        >
          <SimpleGrid cols={{ base: 1, sm: 2, md: 3, lg: 6 }} mb="md" style={{ alignItems: 'end' }}>
            {fields.map(([name, label]) => <TextInput key={name} label={label} placeholder={examples[name]} value={wanted[name] ?? ''} onChange={(event) => setWanted({ ...wanted, [name]: event.currentTarget.value })} />)}
            <TextInput type="date" label="From" value={wanted['from'] ?? ''} onChange={(event) => setWanted({ ...wanted, from: event.currentTarget.value })} />
            <Button type="submit" variant="default">Search</Button>
          </SimpleGrid>
        </form>
        <List label="Audit entries of all organizations" columns={columns} rows={data?.data.entries} rowKey={({ auditId }) => auditId} error={error} onRetry={() => void refetch()}
          empty={<Empty title="Nothing fits">Who, what and of what are compared whole. Leave a field empty to see more.</Empty>} />
        <Group justify="space-between" mt="sm">
          {search.before === undefined ? <span /> : <Button variant="default" onClick={() => window.history.back()}>Newer</Button>}
          {typeof data?.data.next === 'string' && <Button variant="default" onClick={() => void navigate({ search: (before) => ({ ...before, before: data.data.next ?? undefined }) })}>Older</Button>}
        </Group>
      </Card>
    </Page>
  );
}
