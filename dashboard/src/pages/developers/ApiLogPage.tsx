import { Anchor, Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useEnvironment } from '@/app/roots.tsx';
import { type Answer, call, type CallError, type Data } from '@/api/client.ts';
import { Card, type Column, Empty, List, Page } from '@/components/page.tsx';
import { Copyable, Moment, Status } from '@/components/values.tsx';
import { useCredentialNames } from './credential-names.ts';
import { apiLogRoute } from './routes.tsx';

type Call = Data<'searchApiCalls'>[number];

export const HttpStatus = ({ status }: { status: number }) => <Status tone={status < 400 ? 'good' : status < 500 ? 'attention' : 'bad'}>{`HTTP ${status}`}</Status>;

export function ApiLogPage() {
  const environment = useEnvironment();
  const { requestId, operation, credentialId, outcome } = apiLogRoute.useSearch();
  const navigate = apiLogRoute.useNavigate();
  const [typed, setTyped] = useState({ requestId: requestId ?? '', operation: operation ?? '', credentialId: credentialId ?? '' });
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery<Answer<'searchApiCalls'>, CallError, { pages: Answer<'searchApiCalls'>[] }, readonly unknown[], string | undefined>({
    queryKey: ['searchApiCalls', environment, requestId, operation, credentialId, outcome],
    queryFn: ({ pageParam, signal }) => call('searchApiCalls', { path: { environment }, query: { requestId, operation, credentialId, outcome, before: pageParam }, signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const credentialName = useCredentialNames(environment);
  const columns: readonly Column<Call>[] = [
    { header: 'When', cell: ({ at }) => <Moment at={at} /> },
    { header: 'Call', cell: ({ callId, operation: name, method, path }) => <><Anchor size="sm" renderRoot={(props) => <Link to="/$environment/api-log/$callId" params={{ environment, callId }} {...props} />}>{name}</Anchor><Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>{method} {path}</Text></> },
    { header: 'Answer', cell: ({ httpStatus, code }) => <><HttpStatus status={httpStatus} />{code !== null && <Text size="xs" c="dimmed">{code}</Text>}</> },
    { header: 'Latency', align: 'right', wide: true, cell: ({ latencyMs }) => `${latencyMs} ms` },
    { header: 'requestId', wide: true, cell: (each) => <Copyable text={each.requestId} label="the requestId" shown={each.requestId.length > 18 ? `${each.requestId.slice(0, 16)}…` : each.requestId} /> },
    { header: 'Credential', wide: true, cell: (each) => <>{credentialName(each.credentialId) !== null && <Text size="sm">{credentialName(each.credentialId)}</Text>}<Copyable text={each.credentialId} label="the credential" shown={`…${each.credentialId.slice(-8)}`} /></> },
  ];
  const search = (next: { requestId?: string; operation?: string; credentialId?: string; outcome?: string }): void =>
    void navigate({ search: (before) => Object.fromEntries(Object.entries({ ...before, ...next }).filter(([, value]) => value !== undefined && value !== '')), replace: true });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    search({ requestId: typed.requestId.trim(), operation: typed.operation.trim(), credentialId: typed.credentialId.trim() });
  };
  const filtered = requestId !== undefined || operation !== undefined || credentialId !== undefined || outcome !== undefined;
  const field = (name: keyof typeof typed, label: string, placeholder: string) => <TextInput label={label} placeholder={placeholder} value={typed[name]} onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })} style={{ flex: '1 1 180px' }} />;
  return (
    <Page title="API log" lead={environment === 'test'
      ? 'Every call that your programs made in the sandbox with a token, for a few days. What is somebody\'s is not kept: personal numbers, names, codes and secrets are placeholders.'
      : 'Calls that your programs made in live with a token and that were refused, for a few days; every one where the operator keeps them. What is somebody\'s is not kept.'}>
      <Card>
        <form onSubmit={submit}>
          <Group align="flex-end" mb="md">
            {field('requestId', 'requestId', 'Exactly as you sent it')}{field('operation', 'Operation', 'enquireName')}{field('credentialId', 'Credential', 'crd_…')}
            <SegmentedControl aria-label="How it ended" value={outcome ?? 'all'} onChange={(next) => search({ outcome: next === 'all' ? '' : next })} data={[{ value: 'all', label: 'All' }, { value: 'refused', label: 'Refused' }, { value: 'answered', label: 'Answered' }]} />
            <Button type="submit" variant="default">Search</Button>
          </Group>
        </form>
        <List label="Calls" columns={columns} rows={data?.pages.flatMap((page) => page.data)} rowKey={({ callId }) => callId} error={error} onRetry={() => void refetch()}
          empty={filtered ? <Empty title={hasNextPage ? 'None among the newest' : 'No such call'}>{hasNextPage ? 'The newest 5,000 were looked at. Look further back.' : 'Look for something else, or for everything.'}</Empty> : <Empty title="No call yet">Make one with a token: it stands here a moment later, with what was answered.</Empty>} />
        {hasNextPage && <Group justify="center" mt="md"><Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>Look further back</Button></Group>}
      </Card>
    </Page>
  );
}
