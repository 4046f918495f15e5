import { Alert, Anchor, Button, FileInput, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Refusal } from '@/api/client.ts';
import { useAct } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, type Column, List, Page } from '@/components/page.tsx';
import { Money, Status } from '@/components/values.tsx';
import { count, exactMoment, lagosInstant, naira } from '@/lib/format.ts';
import { exampleFile, type Preview, type PreviewRow, readPayments } from './payments-file.ts';
import { newBatchRoute } from './routes.tsx';

/** With what the service said of the line. */
type MarkedRow = PreviewRow & { refusals: readonly string[] };

const columns: readonly Column<MarkedRow>[] = [
  { header: 'Line', cell: ({ payment }) => payment.line },
  { header: 'Account', cell: ({ payment }) => payment.beneficiaryAccountNumber },
  { header: 'Bank', cell: ({ payment }) => payment.beneficiaryBankCode },
  { header: 'Name', wide: true, cell: ({ payment }) => payment.beneficiaryAccountName ?? '–' },
  { header: 'Amount', align: 'right', cell: ({ payment, faults }) => (faults.length === 0 ? <Money amount={payment.amount} /> : payment.amount) },
  { header: 'Check', cell: (row) => <Checked row={row} /> },
];

function Checked({ row: { faults, refusals, duplicateOf } }: { row: MarkedRow }) {
  if (refusals.length > 0) return <Text size="sm" c="red">{refusals.join(' ')}</Text>;
  if (faults.length > 0) return <Text size="sm" c="red">{faults.join('. ')}</Text>;
  return duplicateOf === null ? <Status tone="good">Looks right</Status> : <Status tone="attention">{`Same as line ${duplicateOf}`}</Status>;
}

/** The file is read in the browser and shown before anything is sent. */
export function NewBatchPage() {
  const environment = useEnvironment();
  const navigate = newBatchRoute.useNavigate();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [sourceAccountNumber, setSource] = useState('');
  const [customerId, setCustomer] = useState('');
  const [sourceAccountName, setName] = useState('');
  const [reference, setReference] = useState('');
  const [start, setStart] = useState('');
  const scheduledFor = lagosInstant(start);
  const create = useAct('createBulkTransfer', { refresh: ['listBulkTransfers'] });
  const read = async (file: File | null): Promise<void> => {
    // What was refused stood in the file before.
    create.reset();
    setPreview(file === null ? null : readPayments(await file.text()));
  };
  const lineOf = ({ field }: Refusal): number | null => preview?.rows[Number(/^\/items\/(\d+)(?:\/|$)/.exec(field ?? '')?.[1])]?.payment.line ?? null;
  const refusedOn = (line: number): string[] => (create.error?.refusals ?? []).flatMap((refusal) => (lineOf(refusal) === line ? [refusal.message] : []));
  const ready = preview !== null && preview.trouble === null && preview.faulty === 0 && /^\d{10}$/.test(sourceAccountNumber) && (customerId === '') === (sourceAccountName === '');
  const send = (): void => create.mutate({
    path: { environment },
    body: {
      sourceAccountNumber, ...(customerId === '' ? {} : { customerId, sourceAccountName }), ...(reference === '' ? {} : { reference }), ...(scheduledFor === null ? {} : { scheduledFor }),
      items: preview?.rows.map(({ payment }) => payment) ?? [],
    },
  }, { onSuccess: ({ data }) => void navigate({ to: `/${environment}/bulk/${data.batchId}` }) });
  return (
    <Page title="New bulk transfer" crumbs={[{ label: 'Bulk transfers', to: `/${environment}/bulk` }]} lead="Nothing is paid yet: names are asked at the banks first, and then one OTP confirms what was accepted.">
      <Card title="From which account">
        <Group align="flex-start" gap="sm">
          <TextInput label="Account" description="10 digits" inputMode="numeric" required value={sourceAccountNumber} onChange={({ currentTarget: { value } }) => setSource(value.replaceAll(/\D/g, ''))} />
          <TextInput label="Customer" description="Empty: a collection account" inputMode="numeric" value={customerId} onChange={({ currentTarget: { value } }) => setCustomer(value.replaceAll(/\D/g, ''))} />
          <TextInput label="Name of the owner" description="With a customer" value={sourceAccountName} onChange={({ currentTarget: { value } }) => setName(value)} />
          <TextInput label="Your reference" description="Shown back" maxLength={64} value={reference} onChange={({ currentTarget: { value } }) => setReference(value)} />
          <TextInput label="Start" description="In Lagos; empty: with the OTP" type="datetime-local" value={start} onChange={({ currentTarget: { value } }) => setStart(value)} />
        </Group>
        {scheduledFor !== null && <Text size="sm" mt="sm" aria-live="polite">The payments start on {exactMoment(scheduledFor)}. Nothing is held before.</Text>}
      </Card>
      <Card title="The payments">
        <Stack>
          <FileInput label="CSV file" description="Its first line names the columns. At most 1,000 payments." placeholder="Choose a file" accept=".csv,text/csv" clearable clearButtonProps={{ 'aria-label': 'Take the file away' }} maw={420} onChange={(file) => void read(file)} />
          <Text size="sm"><Anchor inherit underline="always" href={`data:text/csv;charset=utf-8,${encodeURIComponent(exampleFile)}`} download="payments.csv">An example file</Anchor> to fill in.</Text>
          {preview?.trouble !== null && preview !== null && <Alert color="red" title="This file cannot be read">{preview.trouble}</Alert>}
          {preview !== null && preview.trouble === null && <Previewed preview={preview} refusedOn={refusedOn} />}
          {create.error !== null && <ErrorNote error={create.error} lineOf={lineOf} />}
          <Button w="fit-content" disabled={!ready} loading={create.isPending} onClick={send}>Ask for the names</Button>
        </Stack>
      </Card>
    </Page>
  );
}

function Previewed({ preview: { rows, total, faulty, duplicates }, refusedOn }: { preview: Preview; /** What the service said of a line. */ refusedOn(line: number): readonly string[] }) {
  const marked = rows.map((row) => ({ ...row, refusals: refusedOn(row.payment.line) }));
  return (
    <>
      <Group gap="lg" role="group" aria-label="Totals of the file">
        <Text size="sm">{count(rows.length)} {rows.length === 1 ? 'payment' : 'payments'}, {naira(total)}</Text>
        {faulty > 0 && <Text size="sm" c="red" fw={600}>{count(faulty)} with faults: mend the file and choose it again</Text>}
        {duplicates > 0 && <Text size="sm">{count(duplicates)} may stand there twice: same account and amount</Text>}
      </Group>
      <List label="Payments of the file" columns={columns} rows={marked} rowKey={({ payment }) => String(payment.line)} error={null} empty={null} />
    </>
  );
}
