import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call, CallError } from '@/api/client.ts';
import { useRead } from '@/api/hooks.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { PasskeyNote } from '@/components/PasskeyNote.tsx';
import { askPasskey, browserHasPasskeys } from '@/lib/passkey.ts';
import { Outside } from './Outside.tsx';
import { signInRoute } from './routes.tsx';

/** E-mail address and password; the code is asked for when the service says that the account needs one. */
export function SignInPage() {
  const { next } = signInRoute.useSearch();
  const client = useQueryClient();
  const router = useRouter();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const [busy, setBusy] = useState(false);

  /** Where they wanted to go, on this site alone. */
  const arrive = (): void => {
    client.clear();
    router.history.push(next !== undefined && next.startsWith('/') && !next.startsWith('//') ? `/dashboard${next.replace(/^\/dashboard/, '')}` : '/dashboard/');
  };
  const enter = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await call('signIn', { body: { email, password, ...(needsCode ? proofOf(code) : {}) } });
      arrive();
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      if (failure.code === 'second_factor_required' && !needsCode) setNeedsCode(true);
      else setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void enter();
  };

  return (
    <Outside title="Sign in">
      <form onSubmit={submit}>
        <Stack>
          <TextInput label="E-mail address" type="email" autoComplete="username" value={email} onChange={(event) => setEmail(event.currentTarget.value)} required autoFocus />
          <PasswordInput label="Password" autoComplete="current-password" value={password} onChange={(event) => setPassword(event.currentTarget.value)} required />
          {needsCode && <TextInput label="Code of your authenticator app" description="Or one of your recovery codes." autoComplete="one-time-code" value={code} onChange={(event) => setCode(event.currentTarget.value)} required autoFocus />}
          {error !== null && <ErrorNote error={error} />}
          <Button type="submit" loading={busy}>Sign in</Button>
        </Stack>
      </form>
      <PasskeySignIn onEntered={arrive} />
      <Others />
    </Outside>
  );
}

/** A code of the app has digits alone, in groups or not; one with a digit too few or too many is a code of the app all the same. */
function proofOf(typed: string): { code: string } | { recoveryCode: string } {
  const digits = typed.replaceAll(/[\s-]/g, '');
  return /^\d{0,8}$/.test(digits) ? { code: digits } : { recoveryCode: typed.trim() };
}

/** Without address and password: the device knows who holds it. */
function PasskeySignIn({ onEntered }: { onEntered(): void }) {
  const { mutate, error, isPending } = useMutation<unknown, Error>({
    mutationFn: async () => {
      const { data } = await call('beginPasskey', {});
      return call('signInWithPasskey', { body: { passkey: await askPasskey(data.options) } });
    },
    onSuccess: onEntered,
  });
  if (!browserHasPasskeys()) return null;
  return (
    <Stack mt="md">
      <Button variant="default" leftSection={<IconFingerprint size={16} />} loading={isPending} onClick={() => mutate()}>Sign in with a passkey</Button>
      <PasskeyNote error={error} />
    </Stack>
  );
}

/** What whoever is no member yet may do; nothing where the service does not say that they may. */
function Others() {
  const { data } = useRead('readSignUp', {});
  if (data === undefined) return null;
  if (!data.data.open) return <Text size="sm" c="dimmed" mt="md">Not a member yet? Ask a member of your organization for an invitation, or the operator for an organization.</Text>;
  return <Text size="sm" mt="md">Not a member yet? <Anchor inherit underline="always" renderRoot={(props) => <Link to="/sign-up" {...props} />}>Create an organization</Anchor></Text>;
}
