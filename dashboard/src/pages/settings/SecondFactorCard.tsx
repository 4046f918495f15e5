import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Data } from '@/api/client.ts';
import { useAct } from '@/api/hooks.ts';
import { useSession } from '@/app/session.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { FormModal } from '@/components/FormModal.tsx';
import { Card } from '@/components/page.tsx';
import { Copyable, Status } from '@/components/values.tsx';
import { QrCode } from './QrCode.tsx';

type Codes = { onCodes(codes: readonly string[]): void };

/** An authenticator app: enrolled with its first code, which is also what gives the recovery codes. */
export function SecondFactorCard({ onCodes }: Codes) {
  const { secondFactor } = useSession();
  const begin = useAct('beginSecondFactor', { refresh: ['readSession'] });
  const replace = useAct('replaceRecoveryCodes', { refresh: ['readSession'] });
  const [removing, setRemoving] = useState(false);
  const { enrolled, recoveryCodesLeft } = secondFactor;
  const error = begin.error ?? replace.error;
  return (
    <Card title="Authenticator app" actions={enrolled ? <Status tone="good">On</Status> : <Status tone="attention">Off</Status>}>
      <Stack gap="sm">
        <Text size="sm">{enrolled ? `Signing in asks for a code of your app. ${codesLeft(recoveryCodesLeft)}` : 'With one, your password alone opens nothing: signing in and every risky step ask for a code of an app on your phone.'}</Text>
        {error !== null && <ErrorNote error={error} />}
        {begin.data !== undefined ? <Confirm secret={begin.data.data} onCodes={onCodes} onLeave={begin.reset} /> : (
          <Group>
            <Button variant={enrolled ? 'default' : 'filled'} loading={begin.isPending} onClick={() => begin.mutate({})}>{enrolled ? 'Move to another app' : 'Set up an authenticator app'}</Button>
            {enrolled && <Button variant="default" loading={replace.isPending} onClick={() => replace.mutate({}, { onSuccess: ({ data }) => onCodes(data.recoveryCodes) })}>New recovery codes</Button>}
            {enrolled && <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>Turn it off</Button>}
          </Group>
        )}
      </Stack>
      {removing && <Remove onClose={() => setRemoving(false)} />}
    </Card>
  );
}

function codesLeft(left: number): string {
  if (left === 0) return 'No recovery code is left: make new ones.';
  return left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`;
}

function Confirm({ secret: { secret, otpauthUri }, onCodes, onLeave }: Codes & { secret: Data<'beginSecondFactor'>; onLeave(): void }) {
  const [code, setCode] = useState('');
  const { mutate, error, isPending } = useAct('confirmSecondFactor', { refresh: ['readSession', 'listSessions'] });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ body: { code } }, { onSuccess: ({ data }) => onCodes(data.recoveryCodes) });
      }}
    >
      <Group align="flex-start" gap="lg">
        <QrCode text={otpauthUri} label="QR code for the authenticator app" />
        <Stack gap="sm" maw={420}>
          <Text size="sm">1. Scan the picture with the app, or type the secret:</Text>
          <Copyable text={secret} label="secret" shown={secret.match(/.{1,4}/g)?.join(' ') ?? secret} />
          <Text size="sm">2. Type the code that the app shows now.</Text>
          <TextInput label="Code" inputMode="numeric" autoComplete="one-time-code" value={code} onChange={({ currentTarget: { value } }) => setCode(value.replaceAll(/\D/g, ''))} required w={140} autoFocus />
          {error !== null && <ErrorNote error={error} />}
          <Group>
            <Button type="submit" loading={isPending}>Turn it on</Button>
            <Button variant="default" onClick={onLeave}>Leave it</Button>
          </Group>
        </Stack>
      </Group>
    </form>
  );
}

function Remove({ onClose }: { onClose(): void }) {
  const { mutate, error, isPending } = useAct('removeSecondFactor', { refresh: ['readSession'] });
  return (
    <FormModal title="Turn the authenticator app off" action="Turn it off" danger busy={isPending} error={error} onClose={onClose} onSubmit={() => mutate({}, { onSuccess: onClose })}>
      <Text size="sm">Your password alone signs you in from then on, and your recovery codes are worth nothing.</Text>
    </FormModal>
  );
}
