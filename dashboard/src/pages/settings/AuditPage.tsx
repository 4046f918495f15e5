import { Button, Code, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type Data, download } from '@/api/client.ts';
import { usePress, useRead } from '@/api/hooks.ts';
import { useMay } from '@/app/session.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, type Column, Empty, List, Page } from '@/components/page.tsx';
import { Copyable, Moment } from '@/components/values.tsx';
import { words } from '@/lib/format.ts';
import { saveFile } from '@/lib/save.ts';
import { AuditSearch } from './AuditSearch.tsx';
import { auditRoute } from './routes.tsx';

type Entry = Data<'listAudit'>[number];
const pageSize = 50;

/** Who changed what: searched by the service, so that the whole log is, and not a page of it. */
export function AuditPage() {
  const { page = 1, in: section = 'live', ...asked } = auditRoute.useSearch();
  const navigate = auditRoute.useNavigate();
  const { data, error, refetch } = useRead('listAudit', { query: { page: String(page), pageSize: String(pageSize), environment: section, ...asked } }, { keep: true });
  const names = useNames();
  const file = usePress<void, Error, void>(async () => saveFile(await download('listAudit', { query: { page: '1', pageSize: '1', environment: section, ...asked } }, 'text/csv'), `audit-${section}.csv`));
  const searched = Object.keys(asked).length > 0;
  const inSection = section === 'test' ? { in: 'test' as const } : {};
  return (
    <Page title="Audit log" lead="Who changed what, and who looked at personal numbers. What was done to the organization itself stands in live."
      actions={<SegmentedControl size="xs" aria-label="Where it was done" value={section} onChange={(next) => void navigate({ search: { ...asked, ...(next === 'test' ? { in: 'test' } : {}) } })} data={[{ label: 'Live and organization', value: 'live' }, { label: 'Sandbox', value: 'test' }]} />}>
      <Card>
        <Stack gap="sm">
          <AuditSearch key={JSON.stringify(asked)} asked={asked} onSearch={(next) => void navigate({ search: { ...next, ...inSection } })}
            actions={<Button variant="default" leftSection={<IconDownload size={16} />} loading={file.isPending} onClick={() => file.mutate()}>CSV</Button>} />
          {file.error !== null && <ErrorNote error={file.error} />}
          <List label="Audit entries" columns={columnsWith(names)} rows={data?.data} rowKey={({ auditId }) => auditId} error={error} onRetry={() => void refetch()} paging={{ page, pageSize, total: data?.total, onPage: (next) => void navigate({ search: (before) => ({ ...before, page: next }) }) }}
            empty={searched ? <Empty title="Nothing was found">No entry of {section === 'test' ? 'the sandbox' : 'live and the organization'} has all of this. Names are asked for whole, as the log writes them.</Empty> : <Empty title="Nothing yet">The first change writes the first entry.</Empty>} />
        </Stack>
      </Card>
    </Page>
  );
}

/** memberId → how colleagues know them; empty for whoever may not see members. */
function useNames(): ReadonlyMap<string, string> {
  const mayRead = useMay().permission('members:read');
  const { data } = useRead('listMembers', {}, { enabled: mayRead });
  return new Map(data?.data.map(({ memberId, name, email }) => [memberId, name ?? email]));
}

function columnsWith(names: ReadonlyMap<string, string>): Column<Entry>[] {
  const named = (id: string, label: string) => (
    <Stack gap={2}>{names.has(id) && <Text size="sm">{names.get(id)}</Text>}<Copyable text={id} label={label} shown={id.length > 18 ? `${id.slice(0, 8)}…${id.slice(-6)}` : id} /></Stack>
  );
  return [
    { header: 'When', cell: ({ at }) => <Moment at={at} /> },
    { header: 'What', cell: ({ action }) => <Stack gap={2}><Text size="sm">{words(action)}</Text><Text size="xs" c="dimmed" ff="monospace">{action}</Text></Stack> },
    { header: 'Who', cell: ({ actor }) => named(actor, 'who') },
    { header: 'Of what', cell: ({ subject }) => named(subject, 'the subject') },
    { header: 'Details', wide: true, cell: ({ details }) => (Object.keys(details).length === 0 ? null : <Code style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>{JSON.stringify(details)}</Code>) },
  ];
}
