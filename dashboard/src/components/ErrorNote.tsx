/** A refusal as a person needs it: what happened, what to do, and what to quote to support. */
import { Alert, Anchor, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CallError, type Refusal } from '@/api/client.ts';
import { words } from '@/lib/format.ts';

type LineOf = (refusal: Refusal) => number | null;

/** `lineOf`: on which line of a person's file it stands, where the service cannot know. */
export function ErrorNote({ error, lineOf = ownLine }: { error: unknown; lineOf?: LineOf }) {
  if (!(error instanceof CallError)) return <Alert color="red" icon={<IconAlertTriangle />} title="Something went wrong on this page">Reload it and try again.</Alert>;
  const [first] = error.refusals;
  const unreachable = error.status === 0;
  return (
    <Alert color={unreachable || error.status === 429 ? 'yellow' : 'red'} icon={<IconAlertTriangle aria-hidden />} title={titleOf(error, lineOf)} role="alert">
      {unreachable && <Text size="sm">Check your connection and try again. Nothing is done twice.</Text>}
      {error.refusals.length > 1
        ? <List size="sm">{error.refusals.map((refusal) => <List.Item key={`${refusal.code}${refusal.field ?? ''}`}>{told(refusal, lineOf)}</List.Item>)}</List>
        : first !== undefined && <Remedy refusal={first} />}
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

function ownLine({ details }: Refusal): number | null {
  return typeof details?.['line'] === 'number' ? details['line'] : null;
}

const told = (refusal: Refusal, lineOf: LineOf): string => {
  const line = lineOf(refusal);
  return line === null ? refusal.message : `Line ${line}: ${refusal.message}`;
};

function titleOf({ refusals, message }: CallError, lineOf: LineOf): string {
  const [first, second] = refusals;
  if (first === undefined) return message;
  const lines = new Set(refusals.map(lineOf));
  return second === undefined || lines.has(null) ? told(first, lineOf) : `${lines.size === 1 ? 'One line is' : `${lines.size} lines are`} refused`;
}

/** What to do. Programs are referred to the details; a person is shown them. */
function Remedy({ refusal: { code, fix, details = {} } }: { refusal: Refusal }) {
  const { permission, role } = details;
  if (code === 'role_missing' && typeof permission === 'string' && typeof role === 'string') {
    if (permission === 'owner') return <Text size="sm">Ask an owner: your role is {words(role)}.</Text>;
    return <Text size="sm">It needs the permission &ldquo;{words(permission)}&rdquo;, which the role {words(role)} does not have{environmentOf(details)}. Ask an owner or admin for a role that has it.</Text>;
  }
  return (
    <>
      <Text size="sm">{fix}</Text>
      {/\bdetails\b/.test(fix) && <List size="sm">{Object.entries(details).map(([name, value]) => <List.Item key={name}>{name}: {plain(value)}</List.Item>)}</List>}
    </>
  );
}

function environmentOf({ environment }: Record<string, unknown>): string {
  if (environment === undefined) return '';
  return environment === 'live' ? ' in live' : ' in the sandbox';
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return value.map(plain).join(', ');
  return typeof value === 'object' && value !== null ? Object.values(value).map(plain).join(' ') : String(value);
}
