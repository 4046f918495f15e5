/** A refusal as a person needs it: what happened, what to do, and what to quote to support. */
import { Alert, Anchor, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CallError } from '@/api/client.ts';

export function ErrorNote({ error }: { error: unknown }) {
  if (!(error instanceof CallError)) return <Alert color="red" icon={<IconAlertTriangle />} title="Something went wrong on this page">Reload it and try again.</Alert>;
  const [first] = error.refusals;
  const unreachable = error.status === 0;
  return (
    <Alert color={unreachable || error.status === 429 ? 'yellow' : 'red'} icon={<IconAlertTriangle aria-hidden />} title={error.message} role="alert">
      {unreachable && <Text size="sm">Check your connection and try again. Nothing is done twice.</Text>}
      {error.refusals.length > 1
        ? <List size="sm">{error.refusals.map(({ code, field, message }) => <List.Item key={`${code}${field ?? ''}`}>{message}</List.Item>)}</List>
        : first !== undefined && <Text size="sm">{first.fix}</Text>}
      {error.retryAfterSeconds !== null && <Text size="sm">Try again in {error.retryAfterSeconds} seconds.</Text>}
      {first !== undefined && (
        <Text size="xs" mt={4}>
          <Anchor size="xs" underline="always" href={first.docUrl} target="_blank" rel="noreferrer">{first.code}</Anchor>
          {error.requestId === null ? '' : ` · requestId ${error.requestId}`}
        </Text>
      )}
    </Alert>
  );
}
