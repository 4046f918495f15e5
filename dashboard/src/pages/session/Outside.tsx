/** The frame of pages before somebody is signed in. */
import { Alert, Box, Center, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconClockOff } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { straight } from '@/lib/format.ts';

export function Outside({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  // It may name an organization.
  const plain = straight(title);
  useDocumentTitle(`${plain} · Openteller`);
  return (
    <Center mih="100vh" p="md" component="main">
      <Stack w="100%" maw={400} gap="md">
        <Group gap="xs"><img src="/dashboard/mark.svg" alt="" width={28} height={28} /><Text fw={700}>Openteller</Text></Group>
        <Box className="card" p="lg">
          <Title order={1} mb={lead === undefined ? 'md' : 4}>{plain}</Title>
          {lead !== undefined && <Text c="dimmed" mb="md" size="sm">{lead}</Text>}
          <SessionOver />
          {children}
        </Box>
      </Stack>
    </Center>
  );
}

/** Why whoever was at work is asked to sign in. */
function SessionOver() {
  const over = useRouterState({ select: (state) => state.location.state.sessionOver });
  if (over === undefined) return null;
  return (
    <Alert color="yellow" mb="md" icon={<IconClockOff aria-hidden />} title="Your session is over">
      {over === 'unsent' ? 'What you had written was not sent.' : 'What you had written and not sent is gone.'} Sign in, and you are back on the page.
    </Alert>
  );
}
