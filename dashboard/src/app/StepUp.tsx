import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { IconFingerprint } from '@tabler/icons-react';
import { call, type Input } from '@/api/client.ts';
import { PasskeyNote } from '@/components/PasskeyNote.tsx';
import { askPasskey, browserHasPasskeys } from '@/lib/passkey.ts';
import { sessionQuery, type SignedIn } from './session.ts';

/** Asks for a proof of who it is: a passkey, the code of the authenticator app where one is enrolled, else the password. */
export function StepUp({ withCode, onEnd }: { withCode: boolean; onEnd(proved: boolean): void }) {
  const client = useQueryClient();
  const [proof, setProof] = useState('');
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const hasPasskey = browserHasPasskeys() && (client.getQueryData<SignedIn>(sessionQuery.queryKey)?.passkeys ?? 0) > 0;

  const prove = async (bodyOf: () => Promise<Input<'stepUp'>['body']>): Promise<void> => {
    setBusy(true);
    try {
      await call('stepUp', { body: await bodyOf() });
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      onEnd(true);
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure;
      setError(failure);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal opened onClose={() => onEnd(false)} title="Prove it is you" centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void prove(async () => (withCode ? { code: proof } : { password: proof }));
        }}
      >
        <Stack>
          <Text size="sm">This step needs a fresh proof. It holds for five minutes.</Text>
          {withCode
            ? <TextInput label="Code of your authenticator app" inputMode="numeric" autoComplete="one-time-code" value={proof} onChange={({ currentTarget: { value } }) => setProof(value.replaceAll(/\D/g, ''))} data-autofocus required />
            : <PasswordInput label="Your password" autoComplete="current-password" value={proof} onChange={(event) => setProof(event.currentTarget.value)} data-autofocus required />}
          <PasskeyNote error={error} />
          <Group justify="flex-end">
            {hasPasskey && <Button variant="default" leftSection={<IconFingerprint size={16} />} disabled={busy} onClick={() => void prove(async () => ({ passkey: await askPasskey((await call('beginPasskey', {})).data.options) }))}>Use a passkey</Button>}
            <Button variant="default" onClick={() => onEnd(false)}>Leave it</Button>
            <Button type="submit" loading={busy}>Go on</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
