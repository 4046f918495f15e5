import { Alert, Button, List as Items, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconLock, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '@/api/hooks.ts';
import { useMay } from '@/app/session.ts';
import { Card, Empty, Page } from '@/components/page.tsx';
import type { Credential, Section } from './credential-calls.ts';
import { CreateCredential, RevokeCredential, RotateCredential, ChangeCredential } from './CredentialModals.tsx';
import { CredentialTable } from './CredentialTable.tsx';
import { credentialsRoute } from './routes.tsx';

export type CredentialStep = { step: 'create' } | { step: 'change' | 'rotate' | 'revoke'; credential: Credential };

/** Where an organization makes what its programs sign in with. */
export function CredentialsPage() {
  const { in: section = 'test' } = credentialsRoute.useSearch();
  const navigate = credentialsRoute.useNavigate();
  const may = useMay();
  const { data, error, refetch } = useRead('listCredentials', {});
  const [open, setOpen] = useState<CredentialStep | null>(null);
  const mayManage = may.permission(section === 'live' ? 'credentials:live' : 'credentials:test');
  const approved = section === 'test' || data?.data.liveApproved === true;
  const rows = data?.data[section];
  const create = <Button leftSection={<IconPlus size={16} />} disabled={!approved || data === undefined} onClick={() => setOpen({ step: 'create' })}>Create a credential</Button>;
  return (
    <Page title="Manage API Credentials" lead="A client identifier and a secret key, with which a program gets its tokens. Give each program its own, with no more than it needs."
      actions={<SegmentedControl size="xs" aria-label="Section" value={section} onChange={(next) => void navigate({ search: next === 'live' ? { in: 'live' } : {} })} data={[{ label: 'Test', value: 'test' }, { label: 'Live', value: 'live' }]} />}>
      {section === 'live' && data !== undefined && <LiveState approved={data.data.liveApproved} configured={data.data.liveConfigured} />}
      <Card title={section === 'live' ? 'Live credentials' : 'Test credentials'} actions={mayManage ? create : undefined}>
        <CredentialTable section={section} rows={rows} error={error} onRetry={() => void refetch()} mayManage={mayManage} mayRotate={mayManage && approved} onStep={setOpen}
          empty={<Empty title={`No ${section} credential yet`}>{emptyWords(section, approved, mayManage)}</Empty>} />
        {!mayManage && rows !== undefined && <Text size="sm" c="dimmed" mt="sm">Your role sees {section} credentials and does not change them.</Text>}
      </Card>
      <Step section={section} open={open} onClose={() => setOpen(null)} />
    </Page>
  );
}

function emptyWords(section: Section, approved: boolean, mayManage: boolean): string {
  if (!approved) return 'Live credentials can be made once the operator has approved the organization.';
  if (!mayManage) return 'Ask an owner, admin or developer of the organization to make one.';
  return `Create one, keep its secret key, and ask for a token: GET ${section === 'live' ? '/v1' : '/sandbox/v1'}/auth/token.`;
}

/** What is missing before the first call in live. */
function LiveState({ approved, configured }: { approved: boolean; configured: boolean }) {
  if (approved && configured) return null;
  return (
    <Alert color="gray" variant="outline" icon={<IconLock aria-hidden />} title={approved ? 'Live does not answer yet' : 'Live is closed to your organization'} styles={{ title: { color: 'var(--mantine-color-text)' } }}>
      <Stack gap={4}>
        <Text size="sm">What is missing:</Text>
        <Items size="sm">
          {!approved && <Items.Item>The operator&apos;s approval of your organization. Ask the bank that runs this service; until then credentials it made for you can be limited and revoked here.</Items.Item>}
          {!configured && <Items.Item>The service&apos;s own connection to a payment rail and an identity provider, which the operator configures. Calls in live are answered 503 until then.</Items.Item>}
        </Items>
      </Stack>
    </Alert>
  );
}

function Step({ section, open, onClose }: { section: Section; open: CredentialStep | null; onClose(): void }) {
  if (open === null) return null;
  if (open.step === 'create') return <CreateCredential section={section} onClose={onClose} />;
  const parts = { section, credential: open.credential, onClose };
  if (open.step === 'change') return <ChangeCredential {...parts} />;
  return open.step === 'rotate' ? <RotateCredential {...parts} /> : <RevokeCredential {...parts} />;
}
