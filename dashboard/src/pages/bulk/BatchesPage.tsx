import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRead } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { useMay } from '@/app/session.ts';
import { Card, type Column, Empty, List, Page } from '@/components/page.tsx';
import { Moment, Money, Status } from '@/components/values.tsx';
import { count } from '@/lib/format.ts';
import { type Batch, batchStates } from './batch-states.ts';
import { batchesRoute } from './routes.tsx';

const pageSize = 50;

export function BatchesPage() {
  const environment = useEnvironment();
  const { page = 1 } = batchesRoute.useSearch();
  const navigate = batchesRoute.useNavigate();
  const may = useMay().scope(environment, 'transfer:initiate');
  const { data, error, refetch } = useRead('listBulkTransfers', { path: { environment }, query: { page: String(page), pageSize: String(pageSize) } }, { keep: true, refreshMs: 10_000 });
  const columns: readonly Column<Batch>[] = [
    { header: 'Bulk transfer', cell: ({ batchId, reference }) => <Anchor size="sm" fw={500} renderRoot={(props) => <Link to={`/${environment}/bulk/${batchId}`} {...props} />}>{reference ?? `…${batchId.slice(-8)}`}</Anchor> },
    { header: 'Sent', wide: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { header: 'From', wide: true, cell: ({ sourceAccountNumber }) => sourceAccountNumber },
    { header: 'Payments', align: 'right', cell: (batch) => count(batch.count) },
    { header: 'Total', align: 'right', cell: ({ total, requested }) => <Money amount={total ?? requested} fw={600} /> },
    { header: 'Status', cell: ({ state }) => <Status tone={batchStates[state].tone}>{batchStates[state].words}</Status> },
  ];
  const start = may ? <Button renderRoot={(props) => <Link to={`/${environment}/bulk/new`} {...props} />}>New bulk transfer</Button> : undefined;
  return (
    <Page title="Bulk transfers" lead="Many payments from one account, confirmed by one OTP." actions={start}>
      <Card>
        <List label="Bulk transfers" columns={columns} rows={data?.data} rowKey={({ batchId }) => batchId} error={error} onRetry={() => void refetch()} paging={{ page, pageSize, total: data?.total, onPage: (next) => void navigate({ search: { page: next } }) }}
          empty={<Empty title="No bulk transfers yet" action={start}>Upload a CSV file with up to 1,000 payments. Names are asked first; nothing is paid before the OTP.</Empty>} />
      </Card>
    </Page>
  );
}
