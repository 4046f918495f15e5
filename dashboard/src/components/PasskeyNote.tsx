import { Alert } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { CallError } from '@/api/client.ts';
import { ErrorNote } from './ErrorNote.tsx';

/** Why a passkey led nowhere: the service said so, or the device did, which tells no reason. */
export function PasskeyNote({ error }: { error: Error | null }) {
  if (error === null) return null;
  if (error instanceof CallError) return <ErrorNote error={error} />;
  return <Alert color="yellow" icon={<IconFingerprint aria-hidden />} role="alert" title="No passkey was used">The device was not asked, or it said no. Try again, or use your password.</Alert>;
}
