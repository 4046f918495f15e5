import { ActionIcon, Menu, Stack, Text, Tooltip } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type Column, List } from '@/components/page.tsx';
import { straight } from '@/lib/format.ts';
import { Copyable, Moment, Status } from '@/components/values.tsx';
import { everyScope, usualScopes } from './scopes.ts';
import { until } from '@/lib/until.ts';
import type { Credential, Section } from './credential-calls.ts';
import type { CredentialStep } from './CredentialsPage.tsx';

type Props = { section: Section; rows: readonly Credential[] | undefined; error: Error | null; onRetry(): void; mayManage: boolean; mayRotate: boolean; onStep(step: CredentialStep): void; empty: ReactNode };

export function CredentialTable({ section, rows, error, onRetry, mayManage, mayRotate, onStep, empty }: Props) {
  const columns: Column<Credential>[] = [
    { header: 'Name', cell: ({ name, status }) => <Text size="sm" fw={600} {...(status === 'revoked' ? { c: 'dimmed', td: 'line-through' } : {})}>{name}</Text> },
    { header: 'Client identifier', cell: ({ clientId }) => <Copyable text={clientId} label="client identifier" /> },
    { header: 'May', wide: true, cell: ({ scopes }) => <Scopes scopes={scopes} /> },
    { header: 'From', wide: true, cell: ({ networks }) => (networks.length === 0 ? <Text size="sm" c="dimmed">Everywhere</Text> : <Text size="sm">{networks.join(', ')}</Text>) },
    { header: 'Last used', cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
    { header: 'State', cell: (credential) => <State credential={credential} /> },
    ...(mayManage ? [{ header: 'Actions', align: 'right' as const, cell: (credential: Credential) => <Actions credential={credential} mayRotate={mayRotate} onStep={onStep} /> }] : []),
  ];
  return <List label={`${section === 'live' ? 'Live' : 'Test'} credentials`} columns={columns} rows={rows} rowKey={({ credentialId }) => credentialId} error={error} onRetry={onRetry} empty={empty} />;
}

function Scopes({ scopes }: { scopes: readonly string[] }) {
  const usual = scopes.length === usualScopes.length && usualScopes.every((scope) => scopes.includes(scope));
  const shown = scopes.length === everyScope.length ? 'Everything, personal numbers too' : usual ? 'Everything but personal numbers' : scopes.length <= 2 ? scopes.join(', ') : `${scopes.length} scopes`;
  return <Tooltip label={scopes.join(', ')} multiline maw={360} events={{ hover: true, focus: true, touch: true }}><Text size="sm" tabIndex={0}>{shown}</Text></Tooltip>;
}

/** Working, revoked, or with two secrets and how long the one before still works. */
function State({ credential: { status, revokedAt, rotation } }: { credential: Credential }) {
  const end = rotation?.previousSecretUntil ?? null;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (end === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(timer);
  }, [end]);
  if (status === 'revoked') return <Stack gap={2}><Status tone="neutral">Revoked</Status><Text size="xs" c="dimmed"><Moment at={revokedAt} /></Text></Stack>;
  if (end === null || Date.parse(end) <= now) return <Status tone="good">Works</Status>;
  return (
    <Stack gap={2}>
      <Status tone="attention">Two secrets</Status>
      <Text size="xs" c="dimmed">The one before works for {until(end, now)} more, {rotation?.previousSecretUsedAt === null ? 'and was not used since' : <>last used <Moment at={rotation?.previousSecretUsedAt} /></>}</Text>
    </Stack>
  );
}

function Actions({ credential, mayRotate, onStep }: { credential: Credential; mayRotate: boolean; onStep(step: CredentialStep): void }) {
  if (credential.status === 'revoked') return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target><ActionIcon variant="subtle" color="gray" aria-label={`Change ${straight(credential.name)}`}><IconDots size={18} /></ActionIcon></Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onStep({ step: 'change', credential })}>Rename or limit</Menu.Item>
        <Menu.Item disabled={!mayRotate} onClick={() => onStep({ step: 'rotate', credential })}>Replace the secret key</Menu.Item>
        <Menu.Item color="red" onClick={() => onStep({ step: 'revoke', credential })}>Revoke</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
