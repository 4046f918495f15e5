/** What a member proves who they are with, beside the password. */
import { Group } from '@mantine/core';
import { Status } from './values.tsx';

export function Proofs({ secondFactor, passkeys }: { secondFactor: boolean; passkeys: number }) {
  if (!secondFactor && passkeys === 0) return <Status tone="attention">Nothing</Status>;
  return (
    <Group gap={4}>
      {secondFactor && <Status tone="good">Authenticator app</Status>}
      {passkeys > 0 && <Status tone="good">{passkeys === 1 ? 'Passkey' : `${passkeys} passkeys`}</Status>}
    </Group>
  );
}
