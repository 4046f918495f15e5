import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Data } from '@/api/client.ts';
import { useAct, useRead } from '@/api/hooks.ts';
import { FormModal } from '@/components/FormModal.tsx';
import { Card, type Column, Empty, List } from '@/components/page.tsx';
import { Moment, Name } from '@/components/values.tsx';
import { words } from '@/lib/format.ts';

type Invitation = Data<'listInvitations'>[number];

/** Links that can still be accepted; the links themselves are shown to nobody again. */
export function InvitationsCard({ mayManage }: { mayManage: boolean }) {
  const { data, error, refetch } = useRead('listInvitations', {});
  const [withdrawing, setWithdrawing] = useState<Invitation | null>(null);
  const columns: Column<Invitation>[] = [
    { header: 'Address', cell: ({ email }) => <span style={{ overflowWrap: 'anywhere' }}>{email}</span> },
    { header: 'Role', cell: ({ role }) => words(role) },
    { header: 'Made', wide: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { header: 'Good until', wide: true, cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
    ...(mayManage ? [{ header: 'Actions', align: 'right' as const, cell: (invitation: Invitation) => <Button size="compact-sm" variant="subtle" color="red" onClick={() => setWithdrawing(invitation)} aria-label={`Withdraw the invitation of ${invitation.email}`}>Withdraw</Button> }] : []),
  ];
  return (
    <Card title="Open invitations">
      <List label="Open invitations" columns={columns} rows={data?.data} rowKey={({ invitationId }) => invitationId} error={error} onRetry={() => void refetch()}
        empty={<Empty title="None is open">{mayManage ? 'An invitation is a link that you hand over. It is good once, for seven days.' : 'Owners and admins invite.'}</Empty>} />
      {withdrawing !== null && <Withdraw invitation={withdrawing} onClose={() => setWithdrawing(null)} />}
    </Card>
  );
}

function Withdraw({ invitation, onClose }: { invitation: Invitation; onClose(): void }) {
  const { mutate, error, isPending } = useAct('withdrawInvitation', { refresh: ['listInvitations'] });
  return (
    <FormModal title="Withdraw the invitation" action="Withdraw" danger busy={isPending} error={error} onClose={onClose} onSubmit={() => mutate({ path: { invitationId: invitation.invitationId } }, { onSuccess: onClose })}>
      <span>The link that was made for <Name>{invitation.email}</Name> is worth nothing from then on.</span>
    </FormModal>
  );
}
