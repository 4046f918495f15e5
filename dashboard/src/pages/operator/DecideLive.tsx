import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '@/api/hooks.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { StayingModal } from '@/components/StayingModal.tsx';

type DecideLiveProps = { organizationId: string; name: string; approved: boolean; onClose(): void };

/** Says what will happen, and asks why. */
export function DecideLive({ organizationId, name, approved, onClose }: DecideLiveProps) {
  const [reason, setReason] = useState('');
  const act = useAct(approved ? 'withdrawOrganization' : 'approveOrganization', { refresh: ['readOrganization', 'listOrganizations'] });
  return (
    <StayingModal opened onClose={onClose} title={approved ? `Withdraw the approval of ${name}` : `Approve ${name} for live`} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate({ path: { organizationId }, body: { reason: reason.trim() } }, { onSuccess: onClose });
        }}
      >
        <Stack>
          <Text size="sm">
            {approved
              ? 'It makes no further live credentials from now on. Those it has work on: revoke them as well if payments must stop.'
              : 'Its owners and admins make live credentials themselves from now on, and move real money with them.'}
          </Text>
          <Textarea label="Reason" description="Its people read it in their audit log." value={reason} onChange={(event) => setReason(event.currentTarget.value)} minRows={2} autosize required minLength={3} maxLength={500} data-autofocus />
          {act.error !== null && <ErrorNote error={act.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>Leave it</Button>
            <Button type="submit" loading={act.isPending} disabled={reason.trim().length < 3} {...(approved ? { color: 'red' } : {})}>{approved ? 'Withdraw' : 'Approve'}</Button>
          </Group>
        </Stack>
      </form>
    </StayingModal>
  );
}
