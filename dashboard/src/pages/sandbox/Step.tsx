/** One step of the guided way: what it does, the call as a shell makes it, and what came back. */
import { Badge, Box, Button, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CallError } from '@/api/client.ts';
import { CodeBlock, pretty } from '@/components/code.tsx';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { curlOf, type ShownCall } from '@/lib/curl.ts';

export type StepState = 'done' | 'current' | 'later';

type StepProps = {
  number: number;
  title: string;
  state: StepState;
  /** Said once it is done. */
  outcome?: ReactNode;
  /** What this call does, and what to know of it. */
  children: ReactNode;
  call: ShownCall | null;
  answer?: unknown;
  error?: CallError | null;
  /** Input of this step. */
  fields?: ReactNode;
  action?: { label: string; busy: boolean; disabled?: boolean; run(): void };
};

export function Step({ number, title, state, outcome, children, call, answer, error = null, fields, action }: StepProps) {
  const [opened, setOpened] = useState(false);
  const shown = state === 'current' || opened;
  const head = useRef<HTMLHeadingElement>(null);
  // The button of the step before is gone, and had the focus.
  useEffect(() => {
    if (state === 'current' && number > 1 && document.activeElement === document.body) head.current?.focus({ preventScroll: true });
  }, [state, number]);
  return (
    <section className="card" aria-labelledby={`step-${number}`} style={state === 'later' ? { opacity: 0.75 } : undefined} aria-current={state === 'current' ? 'step' : undefined}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <ThemeIcon radius="xl" size={28} variant={state === 'current' ? 'filled' : 'light'} color={state === 'later' ? 'gray' : 'teller'}>{state === 'done' ? <IconCheck size={16} aria-label="Done" /> : <Text span size="sm" fw={600} c="inherit">{number}</Text>}</ThemeIcon>
          <Box>
            <Title order={2} id={`step-${number}`} fz="md" tabIndex={-1} ref={head}>{title}</Title>
            {state === 'done' && outcome !== undefined && <Text size="sm" c="dimmed" component="div">{outcome}</Text>}
          </Box>
        </Group>
        {state === 'current' ? <Badge variant="light" tt="none" radius="sm" miw="max-content">Now</Badge> : (state === 'done' || call !== null) && <Button variant="subtle" size="compact-sm" aria-expanded={shown} aria-label={`${shown ? 'Hide' : 'Show'}: ${title}`} onClick={() => setOpened(!opened)}>{shown ? 'Hide' : 'Show'}</Button>}
      </Group>
      {shown && (
        <Stack gap="sm" mt="sm" pl={{ base: 0, sm: 42 }}>
          <Text size="sm" maw={720} component="div">{children}</Text>
          {state === 'current' && fields}
          {call !== null && <CodeBlock label={`the call of step ${number}`} text={curlOf(call)} maxHeight={300} />}
          {error !== null && <ErrorNote error={error} />}
          {state === 'current' && action !== undefined && <Group><Button loading={action.busy} disabled={action.disabled === true} onClick={action.run}>{action.label}</Button></Group>}
          {answer !== undefined && <><Text size="xs" fw={600} c="dimmed">The answer</Text><CodeBlock label={`the answer of step ${number}`} text={pretty(answer)} maxHeight={260} /></>}
        </Stack>
      )}
    </section>
  );
}
