import { Anchor, Button, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct, useRead } from '@/api/hooks.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { NewPassword } from '@/components/NewPassword.tsx';
import { handOver } from '@/lib/handed-over.ts';
import { Outside } from './Outside.tsx';

/** An organization of one's own. The page after it shows the first secret key, once. */
export function SignUpPage() {
  const { data, error } = useRead('readSignUp', {});
  return (
    <Outside title="Create an organization" lead={data?.data.open === true ? 'It starts with a sandbox: a credential, an account with play money, and every call of the API. Live comes when the operator approves.' : undefined}>
      {error !== null && <ErrorNote error={error} />}
      {data === undefined && error === null && <Skeleton h={320} />}
      {data?.data.open === false && <Text size="sm">Nobody signs up here by themselves. Ask the operator for an organization, or a member of yours for an invitation.</Text>}
      {data?.data.open === true && <SignUpForm />}
      <Text size="sm" mt="md">Are you a member already? <Anchor inherit underline="always" renderRoot={(props) => <Link to="/sign-in" search={{}} {...props} />}>Sign in</Anchor></Text>
    </Outside>
  );
}

function SignUpForm() {
  const client = useQueryClient();
  const router = useRouter();
  const [form, setForm] = useState({ organization: '', name: '', email: '', password: '' });
  const { mutate, error, isPending } = useAct('signUp');
  const set = (field: keyof typeof form) => (value: string) => setForm((before) => ({ ...before, [field]: value }));
  const enter = (): void => mutate({ body: form }, {
    onSuccess: async ({ data }) => {
      handOver({ ...data.credential, accountNumber: data.accountNumber });
      client.clear();
      await router.navigate({ to: '/welcome' });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        enter();
      }}
    >
      <Stack>
        <TextInput label="Organization" autoComplete="organization" maxLength={100} value={form.organization} onChange={(event) => set('organization')(event.currentTarget.value)} required autoFocus />
        <TextInput label="Your name" autoComplete="name" maxLength={100} value={form.name} onChange={(event) => set('name')(event.currentTarget.value)} required />
        <TextInput label="E-mail address" description="You sign in with it. No message is sent to it." type="email" autoComplete="username" maxLength={254} value={form.email} onChange={(event) => set('email')(event.currentTarget.value)} required />
        <NewPassword value={form.password} onChange={set('password')} />
        {error !== null && <ErrorNote error={error} />}
        <Button type="submit" loading={isPending}>Create the organization</Button>
      </Stack>
    </form>
  );
}
