/** Asks the service for a file and hands it to the browser to keep. */
import { Button, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type CallName, download, type Input, isDeclined } from '@/api/client.ts';
import { saveFile } from '@/lib/save.ts';
import { ErrorNote } from './ErrorNote.tsx';

type Props<Name extends CallName> = { name: Name; input: Input<Name>; accept: string; file: string; children: ReactNode };

export function DownloadButton<Name extends CallName>({ name, input, accept, file, children }: Props<Name>) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const fetchFile = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      saveFile(await download(name, input, accept), file);
    } catch (failure) {
      if (!isDeclined(failure)) setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="xs">
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={busy} onClick={() => void fetchFile()}>{children}</Button>
      {error !== null && <ErrorNote error={error} />}
    </Stack>
  );
}
