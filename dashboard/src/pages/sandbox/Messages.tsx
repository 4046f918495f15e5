/** Every text the sandbox would have sent, with its code. */
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Data } from '@/api/client.ts';
import { useRead } from '@/api/hooks.ts';
import { Card, type Column, Empty, List } from '@/components/page.tsx';
import { Copyable, Moment, Status, type Tone } from '@/components/values.tsx';
import { sandboxRoute } from './routes.tsx';

type Message = Data<'listSandboxMessages'>[number];
const tones: Record<Message['state'], Tone> = { queued: 'waiting', sent: 'good', failed: 'bad' };
const pageSize = 20;

const columns: readonly Column<Message>[] = [
  { header: 'When', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { header: 'Code', cell: ({ otp }) => (otp === null ? '–' : <Copyable text={otp} label="the code" />) },
  { header: 'Text', cell: ({ text }) => <Text size="sm" maw={460}>{text}</Text> },
  { header: 'To', wide: true, cell: ({ to }) => to },
  { header: 'Account', wide: true, cell: ({ accountNumber }) => <Copyable text={accountNumber} label="the account" /> },
  { header: 'State', wide: true, cell: ({ state }) => <Status tone={tones[state]}>{state}</Status> },
];

export function Messages() {
  const { account, page = 1 } = sandboxRoute.useSearch();
  const navigate = sandboxRoute.useNavigate();
  const [typed, setTyped] = useState(account ?? '');
  const { data, error, refetch } = useRead('listSandboxMessages', { path: { environment: 'test' }, query: { accountNumber: account, page: String(page), pageSize: String(pageSize) } }, { keep: true, refreshMs: 2_000 });
  const look = (text: string): void => {
    setTyped(text);
    if (text === '' || /^\d{10}$/.test(text)) void navigate({ search: text === '' ? {} : { account: text }, replace: true });
  };
  return (
    <Card>
      <TextInput label="Account" description="Ten digits; empty: all of them. The inbox looks for new messages every two seconds. 123456 passes for every code that is still alive." value={typed} onChange={(event) => look(event.currentTarget.value.trim())} inputMode="numeric" maxLength={10} maw={420} mb="md" />
      <List label="Messages" columns={columns} rows={data?.data} rowKey={({ messageId }) => messageId} error={error} onRetry={() => void refetch()} paging={{ page, pageSize, total: data?.total, onPage: (next) => void navigate({ search: (before) => ({ ...before, page: next }) }) }}
        empty={<Empty title="No message yet">Initiate a transfer, or ask for a code: the text with its code stands here instead of on a phone.</Empty>} />
    </Card>
  );
}
