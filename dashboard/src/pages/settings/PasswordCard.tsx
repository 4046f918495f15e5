import { Alert, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '@/api/hooks.ts';
import { useSession } from '@/app/session.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { NewPassword } from '@/components/NewPassword.tsx';
import { Card } from '@/components/page.tsx';

export function PasswordCard() {
  const { member } = useSession();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const { mutate, error, isPending, isSuccess } = useAct('changePassword', { refresh: ['listSessions', 'readSession'] });
  const change = (): void => mutate({ body: { currentPassword, newPassword } }, {
    onSuccess: () => {
      setCurrent('');
      setNew('');
    },
  });
  return (
    <Card title="Password">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change();
        }}
      >
        <Stack maw={420}>
          <Text size="sm">A new one signs you out everywhere else.</Text>
          <input type="hidden" autoComplete="username" value={member.email} readOnly />
          <PasswordInput label="Password now" autoComplete="current-password" value={currentPassword} onChange={(event) => setCurrent(event.currentTarget.value)} required />
          <NewPassword label="New password" value={newPassword} onChange={setNew} />
          {error !== null && <ErrorNote error={error} />}
          {isSuccess && newPassword === '' && <Alert color="teller" title="The password is changed" role="status">Every other session of yours has ended.</Alert>}
          <Button type="submit" variant="default" loading={isPending} w="fit-content">Change the password</Button>
        </Stack>
      </form>
    </Card>
  );
}
