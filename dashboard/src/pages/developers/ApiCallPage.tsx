import { Alert, Anchor, Skeleton, Stack, Text } from '@mantine/core';
import type { Data } from '@/api/client.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { useRead } from '@/api/hooks.ts';
import { CodeBlock, pretty } from '@/components/code.tsx';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, Facts, Page } from '@/components/page.tsx';
import { Copyable, Moment } from '@/components/values.tsx';
import { curlOf } from '@/lib/curl.ts';
import { HttpStatus } from './ApiLogPage.tsx';
import { useCredentialNames } from './credential-names.ts';
import { apiCallRoute } from './routes.tsx';

export function ApiCallPage() {
  const environment = useEnvironment();
  const { callId } = apiCallRoute.useParams();
  const { data, error } = useRead('readApiCall', { path: { environment, callId } });
  const credentialName = useCredentialNames(environment);
  const call = data?.data;
  return (
    <Page title={call?.operation ?? 'Call'} crumbs={[{ label: 'API log', to: `/${environment}/api-log` }]}>
      {error !== null && call === undefined && <ErrorNote error={error} />}
      {call === undefined ? error === null && <Card><Skeleton h={160} /></Card> : (
        <>
          {call.errors.map(({ code, field, message, fix, retryable }) => (
            <Alert key={`${code}${field ?? ''}`} color="red" title={message}>
              <Stack gap={2}>
                <Text size="sm">{fix}</Text>
                <Text size="xs"><Anchor size="xs" href={`/docs/errors#${code}`} target="_blank" rel="noreferrer">{code}</Anchor>{field === null ? '' : ` · ${field}`}{retryable ? ' · the same call may succeed later' : ''}</Text>
              </Stack>
            </Alert>
          ))}
          <Card>
            <Facts facts={[
              ['Call', `${call.method} ${call.path}`], ['Answer', <HttpStatus key="status" status={call.httpStatus} />], ['When', <Moment key="at" at={call.at} />], ['Latency', `${call.latencyMs} ms`],
              ['requestId', <Copyable key="request" text={call.requestId} label="the requestId" />], ['Credential', <Stack key="credential" gap={2} align="flex-start">{credentialName(call.credentialId)}<Copyable text={call.credentialId} label="the credential" /></Stack>], ['callId', <Copyable key="call" text={call.callId} label="the callId" />],
            ]} />
          </Card>
          <Card title="Call it again">
            <Stack gap="sm">
              <Text size="sm" c="dimmed">{environment === 'test' ? 'API is the root of the sandbox, ' : 'API is the root of live, '}<Text span ff="monospace" inherit>{`${window.location.origin}${environment === 'test' ? '/sandbox/v1' : '/v1'}`}</Text>. Put what you meant in place of each &lt;name&gt;: it was not kept.</Text>
              <CodeBlock label="the call" text={lineOf(call)} />
            </Stack>
          </Card>
          <Card title="What was answered">{call.answer === null ? <Text size="sm" c="dimmed">Nothing of it is kept: it was no envelope, or a large one.</Text> : <CodeBlock label="the answer" text={pretty(call.answer)} />}</Card>
        </>
      )}
    </Page>
  );
}

/** A call that sends a body is not whole without it, and the log does not say whether there was one. */
function lineOf({ method, path, request }: Data<'readApiCall'>): string {
  if (request !== null) return curlOf({ method, path, body: request });
  return method === 'POST' || method === 'PUT' || method === 'PATCH' ? `# The body was too large to keep, if there was one.\n${curlOf({ method, path })}` : curlOf({ method, path });
}
