/** The sandbox's clock jumps ahead. */
import { Alert, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { IconPlayerSkipForward } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '@/api/hooks.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card } from '@/components/page.tsx';
import { StayingModal } from '@/components/StayingModal.tsx';
import { count, exactMoment } from '@/lib/format.ts';

const jumps = [
  { seconds: 301, label: 'Past the life of a code', unit: '5 minutes' }, { seconds: 901, label: 'Past a name enquiry', unit: '15 minutes' }, { seconds: 1_801, label: 'Past an unconfirmed transfer', unit: '30 minutes' },
  { seconds: 86_400, label: 'Tomorrow: limits begin anew', unit: 'a day' }, { seconds: 365 * 86_400, label: 'Quiet accounts become dormant', unit: 'a year' },
] as const;

export function Clock() {
  const client = useQueryClient();
  const move = useAct('moveSandboxClock');
  const [seconds, setSeconds] = useState<number>(301);
  const [asking, setAsking] = useState(false);
  const go = (): void => move.mutate({ path: { environment: 'test' }, body: { advanceSeconds: seconds } }, { onSuccess: () => client.invalidateQueries(), onSettled: () => setAsking(false) });
  return (
    <Card title="Clock">
      <Stack maw={620}>
        <Text size="sm">Your sandbox&apos;s clock jumps ahead: codes expire, unconfirmed transfers end, retries come due, scheduled transfers start. It never goes back.</Text>
        <Group gap="xs">{jumps.map(({ seconds: each, label, unit }) => <Button key={each} size="xs" variant={seconds === each ? 'light' : 'default'} aria-pressed={seconds === each} onClick={() => setSeconds(each)}>{label} ({unit})</Button>)}</Group>
        <NumberInput label="Seconds" min={1} max={366 * 86_400} allowDecimal={false} thousandSeparator="," value={seconds} onChange={(value) => setSeconds(Number(value))} maw={240} />
        {move.error !== null && <ErrorNote error={move.error} />}
        {move.data !== undefined && <Alert color="teller" title={`It is now ${exactMoment(move.data.data.now)}`}>{count(move.data.data.offsetSeconds)} seconds ahead of the world in all.</Alert>}
        <Group><Button leftSection={<IconPlayerSkipForward size={16} />} onClick={() => setAsking(true)} disabled={seconds < 1}>Move the clock</Button></Group>
      </Stack>
      <StayingModal opened={asking} onClose={() => setAsking(false)} title="Move the clock forward">
        <Stack>
          <Text size="sm">The clock of your organization&apos;s sandbox goes {count(seconds)} seconds ahead, for everybody who works in it. There is no way back.</Text>
          <Group justify="flex-end"><Button variant="default" onClick={() => setAsking(false)}>Leave it</Button><Button loading={move.isPending} onClick={go}>Move it</Button></Group>
        </Stack>
      </StayingModal>
    </Card>
  );
}
