import { Button, Group, Stack, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '@/api/hooks.ts';
import { useMay, useSession } from '@/app/session.ts';
import { Card, type Column, Empty, Facts, List, Page } from '@/components/page.tsx';
import { Proofs } from '@/components/Proofs.tsx';
import { Moment, Name } from '@/components/values.tsx';
import { words } from '@/lib/format.ts';
import { roleMay, roles } from '@/lib/roles.ts';
import { InvitationsCard } from './InvitationsCard.tsx';
import { callOf, ChangeRole, Invite, type Member, RemoveMember } from './MemberModals.tsx';

type Step = { step: 'invite' } | { step: 'role' | 'remove'; member: Member };

/** Who can sign in to the organization, and what each role may do. */
export function MembersPage() {
  const { member: self } = useSession();
  const mayManage = useMay().permission('members:manage');
  const { data, error, refetch } = useRead('listMembers', {});
  const [open, setOpen] = useState<Step | null>(null);
  const mayChange = ({ role }: Member): boolean => mayManage && (role !== 'owner' || self.role === 'owner');
  const columns: Column<Member>[] = [
    { header: 'Member', cell: ({ memberId, name, email }) => <Person name={name} email={email} self={memberId === self.memberId} /> },
    { header: 'Role', cell: ({ role }) => words(role) },
    { header: 'Beside the password', wide: true, cell: (member) => <Proofs {...member} /> },
    { header: 'Last sign-in', wide: true, cell: ({ lastSignInAt }) => <Moment at={lastSignInAt} /> },
    ...(mayManage ? [{ header: 'Actions', align: 'right' as const, cell: (member: Member) => mayChange(member) && (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button size="compact-sm" variant="default" onClick={() => setOpen({ step: 'role', member })} aria-label={`Change the role of ${callOf(member)}`}>Role</Button>
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => setOpen({ step: 'remove', member })} aria-label={`Remove ${callOf(member)}`}>Remove</Button>
      </Group>
    ) }] : []),
  ];
  return (
    <Page title="Members" lead="Everybody who can sign in to your organization.">
      <Card title="Members" actions={mayManage ? <Button leftSection={<IconUserPlus size={16} />} onClick={() => setOpen({ step: 'invite' })}>Invite somebody</Button> : undefined}>
        <List label="Members" columns={columns} rows={data?.data} rowKey={({ memberId }) => memberId} error={error} onRetry={() => void refetch()} empty={<Empty title="Nobody yet" />} />
      </Card>
      <InvitationsCard mayManage={mayManage} />
      <Card title="What each role may do"><Facts facts={roles.map((role) => [words(role), roleMay[role]])} /></Card>
      {open?.step === 'invite' && <Invite onClose={() => setOpen(null)} />}
      {open?.step === 'role' && <ChangeRole member={open.member} onClose={() => setOpen(null)} />}
      {open?.step === 'remove' && <RemoveMember member={open.member} onClose={() => setOpen(null)} />}
    </Page>
  );
}

function Person({ name, email, self }: { name: string | null; email: string; self: boolean }) {
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}><Name>{name ?? email}</Name>{self && <Text span c="dimmed" fw={400} inherit> (you)</Text>}</Text>
      {name !== null && <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>{email}</Text>}
    </Stack>
  );
}
