import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Data } from '@/api/client.ts';
import { useAct, useRead } from '@/api/hooks.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { NewPassword } from '@/components/NewPassword.tsx';
import { Facts } from '@/components/page.tsx';
import { Moment } from '@/components/values.tsx';
import { roleMay } from '@/lib/roles.ts';
import { words } from '@/lib/format.ts';
import { Outside } from './Outside.tsx';

/** The token stands behind `#`, where no server sees it; it goes into the body of two calls. */
export function InvitationPage() {
  const [token] = useState(() => window.location.hash.slice(1));
  const { data, error } = useRead('readInvitation', { body: { token } });
  return (
    <Outside title={data === undefined ? 'Invitation' : `Join ${data.data.organization}`}>
      {error !== null && (
        <Stack>
          <ErrorNote error={error} />
          <Text size="sm">A link is good once, for seven days. Ask whoever sent it for a new one.</Text>
        </Stack>
      )}
      {data === undefined && error === null && <Skeleton h={280} />}
      {data !== undefined && <AcceptForm token={token} invitation={data.data} />}
    </Outside>
  );
}

function AcceptForm({ token, invitation }: { token: string; invitation: Data<'readInvitation'> }) {
  const client = useQueryClient();
  const router = useRouter();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const { mutate, error, isPending } = useAct('acceptInvitation');
  const accept = (): void => mutate({ body: { token, name, password } }, {
    onSuccess: async () => {
      client.clear();
      await router.navigate({ to: '/' });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        accept();
      }}
    >
      <Stack>
        <Facts facts={[['Address', invitation.email], ['Role', words(invitation.role)], ['Good until', <Moment key="until" at={invitation.expiresAt} />]]} />
        <Text size="sm" c="dimmed">{roleMay[invitation.role]}</Text>
        <input type="hidden" autoComplete="username" value={invitation.email} readOnly />
        <TextInput label="Your name" description="As colleagues see it." autoComplete="name" maxLength={100} value={name} onChange={(event) => setName(event.currentTarget.value)} required autoFocus />
        <NewPassword value={password} onChange={setPassword} />
        {error !== null && <ErrorNote error={error} />}
        <Button type="submit" loading={isPending}>Accept and sign in</Button>
      </Stack>
    </form>
  );
}
