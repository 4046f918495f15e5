/** What stands where a page could not be shown. */
import { Button, Code, Stack, Text, Title } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
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

export function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <Stack p="xl" gap="sm" maw={560}>
      <Title order={1}>This page could not be shown</Title>
      <ErrorNote error={error} />
      {error instanceof Error && !('refusals' in error) && <Code block>{error.message}</Code>}
      <Button onClick={again} w="fit-content">Try again</Button>
    </Stack>
  );
}
