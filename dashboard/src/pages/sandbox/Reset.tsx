/** A fresh sandbox in the place of this one. */
import { Alert, Anchor, Button, Group, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '@/api/hooks.ts';
import { sessionQuery, useMay } from '@/app/session.ts';
import { AskModal } from '@/components/AskModal.tsx';
import { Card } from '@/components/page.tsx';
import { Copyable } from '@/components/values.tsx';
import { count, exactMoment, naira } from '@/lib/format.ts';

const fundingNaira = 5_000_000;
const gone = ['Customers, accounts and their money', 'Transfers, beneficiaries, checks and messages', 'Events, deliveries, the log of calls and this sandbox\'s audit log', 'How far its clock was moved, and every requestId that was used'] as const;
const kept = ['API credentials, with their secrets and limits; tokens work on', 'Webhooks, with their addresses, selections and secrets', 'Members, their roles and sessions', 'Everything in live'] as const;

export function Reset() {
  const client = useQueryClient();
  const may = useMay().permission('sandbox:reset');
  const { mutate, data, error, isPending, reset } = useAct('resetSandbox');
  const [asking, setAsking] = useState(false);
  const leave = (): void => {
    if (error !== null) reset();
    setAsking(false);
  };
  const done = data?.data;
  return (
    <Card title="Reset the sandbox">
      <Stack maw={760}>
        <Text size="sm">A fresh sandbox takes the place of this one, for everybody who works in it. It has one collection account with {naira(fundingNaira)}, and the present time.</Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Items title="What goes out of reach" items={gone} />
          <Items title="What stays as it is" items={kept} />
        </SimpleGrid>
        {done !== undefined && (
          <Alert color="teller" title="This is a fresh sandbox">
            <Stack gap={6}>
              <span>Since {exactMoment(done.resetAt)}. {plural(done.keptCredentials, 'credential')} and {plural(done.keptEndpoints, 'webhook')} came along.</span>
              <span>Collection account: <Copyable text={done.accountNumber} label="the account number" /></span>
              <Anchor inherit renderRoot={(props) => <Link to="/$environment/first-transfer" params={{ environment: 'test' }} {...props} />}>Make a first transfer</Anchor>
            </Stack>
          </Alert>
        )}
        {may
          ? <Group><Button color="red.8" leftSection={<IconRestore size={16} />} onClick={() => setAsking(true)}>Reset the sandbox</Button></Group>
          : <Text size="sm" c="dimmed">An owner, an admin or a developer can reset it.</Text>}
      </Stack>
      <AskModal opened={asking} onClose={leave} title="Reset the sandbox?" confirm="Reset it" danger typed={{ label: 'Type the word reset', text: 'reset' }} busy={isPending} error={error}
        onConfirm={() => mutate({ path: { environment: 'test' } }, { onSuccess: () => { forget(client); setAsking(false); } })}>
        <Text size="sm">What is in the sandbox goes out of reach, for you and for everybody else in your organization who is trying something there now. There is no way back.</Text>
      </AskModal>
    </Card>
  );
}

function Items({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>{title}</Text>
      <List size="sm" spacing={4}>{items.map((item) => <List.Item key={item}>{item}</List.Item>)}</List>
    </div>
  );
}

const plural = (many: number, what: string): string => `${count(many)} ${what}${many === 1 ? '' : 's'}`;

/** Nothing that was read of the sandbox before is true any more. Who is signed in is. */
function forget(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionQuery.queryKey[0] && !query.isActive() });
  void client.invalidateQueries();
}
