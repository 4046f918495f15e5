import { Alert, Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import type { Data } from '@/api/client.ts';
import { useAct } from '@/api/hooks.ts';
import { useSession } from '@/app/session.ts';
import { FormModal } from '@/components/FormModal.tsx';
import { Copyable, Name } from '@/components/values.tsx';
import { straight, words } from '@/lib/format.ts';
import { type Role, roleMay, roles } from '@/lib/roles.ts';

export type Member = Data<'listMembers'>[number];
/** As titles and buttons name a member. */
export const callOf = ({ name, email }: Member): string => straight(name ?? email);

type About = { member: Member; onClose(): void };

export function Invite({ onClose }: { onClose(): void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('developer');
  const { mutate, data, error, isPending } = useAct('invite', { refresh: ['listInvitations'] });
  if (data !== undefined) return <Link link={data.data.link} email={data.data.email} onClose={onClose} />;
  return (
    <FormModal title="Invite somebody" action="Make the link" busy={isPending} error={error} onClose={onClose} onSubmit={() => mutate({ body: { email, role } })}>
      <Text size="sm">No message is sent: you get a link and hand it over yourself. It is good once, for seven days.</Text>
      <TextInput label="E-mail address" description="They sign in with it." type="email" maxLength={254} value={email} onChange={(event) => setEmail(event.currentTarget.value)} required data-autofocus />
      <RoleChoice role={role} onChange={setRole} />
    </FormModal>
  );
}

function Link({ link, email, onClose }: { link: string; email: string; onClose(): void }) {
  return (
    <Modal opened onClose={onClose} title="The invitation is made" size="lg" centered closeOnClickOutside={false} closeOnEscape={false} withCloseButton={false}>
      <Stack>
        <Alert color="yellow" icon={<IconLink aria-hidden />} title="The link is shown this once">Hand it to <Name>{email}</Name> and to nobody else: whoever opens it first becomes the member.</Alert>
        <Copyable text={link} label="link" />
        <Group justify="flex-end"><Button onClick={onClose}>I have copied it</Button></Group>
      </Stack>
    </Modal>
  );
}

export function ChangeRole({ member, onClose }: About) {
  const [role, setRole] = useState<Role>(member.role);
  const { mutate, error, isPending } = useAct('changeMemberRole', { refresh: ['listMembers', 'listInvitations', 'readSession'] });
  return (
    <FormModal title={`Role of ${callOf(member)}`} action="Change the role" busy={isPending} error={error} onClose={onClose} onSubmit={() => mutate({ path: { memberId: member.memberId }, body: { role } }, { onSuccess: onClose })}>
      <RoleChoice role={role} onChange={setRole} />
      <Text size="sm" c="dimmed">It counts with their next call. Links they made for roles that the new one may not give are worth nothing.</Text>
    </FormModal>
  );
}

export function RemoveMember({ member, onClose }: About) {
  const { mutate, error, isPending } = useAct('removeMember', { refresh: ['listMembers', 'listInvitations'] });
  return (
    <FormModal title={`Remove ${callOf(member)}`} action="Remove" danger busy={isPending} error={error} onClose={onClose} onSubmit={() => mutate({ path: { memberId: member.memberId } }, { onSuccess: onClose })}>
      <Text size="sm">They are signed out with their next click, and the links they made for others are worth nothing. What they did stays in the audit log. Credentials belong to the organization and go on working: replace the secret keys that they knew.</Text>
    </FormModal>
  );
}

function RoleChoice({ role, onChange }: { role: Role; onChange(role: Role): void }) {
  const { member } = useSession();
  return (
    <Radio.Group label="Role" value={role} onChange={(next) => onChange(roles.find((each) => each === next) ?? role)}>
      <Stack gap="xs" mt="xs">
        {roles.filter((each) => each !== 'owner' || member.role === 'owner').map((each) => <Radio key={each} value={each} label={words(each)} description={roleMay[each]} />)}
      </Stack>
    </Radio.Group>
  );
}
