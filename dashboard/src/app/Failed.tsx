/** What stands where a page could not be shown. */
import { Button, Code, Stack, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useState } from 'react';
import { pagesAnswer } from '@/api/client.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';

export function NotFound() {
  return (
    <Stack p="xl" gap="sm" maw={560}>
      <Title order={1}>There is no such page</Title>
      <Text>The address may be mistyped, or what stood here has been removed.</Text>
      <Button component="a" href="/dashboard/" w="fit-content">Go to the beginning</Button>
    </Stack>
  );
}

/** Trying again loads the page anew where it stands: a browser may keep in mind that a part of it did not come. */
export function Failed({ error }: ErrorComponentProps) {
  const [busy, setBusy] = useState(false);
  const again = async (): Promise<void> => {
    setBusy(true);
    // Else the browser's own page would stand here, which knows no way back.
    if (await pagesAnswer()) window.location.reload();
    else setBusy(false);
  };
  return (
    <Stack p="xl" gap="sm" maw={560}>
      <Title order={1} tabIndex={-1}>This page could not be shown</Title>
      <ErrorNote error={error} />
      {error instanceof Error && !('refusals' in error) && <Code block>{error.message}</Code>}
      <Button onClick={() => void again()} loading={busy} w="fit-content">Try again</Button>
    </Stack>
  );
}
