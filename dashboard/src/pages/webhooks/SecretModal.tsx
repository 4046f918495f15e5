/** The one time that a webhook's secret is shown. */
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { CodeBlock } from '@/components/code.tsx';

export type Shown = { id: string; url: string; secret: string | null; /** While both sign: until when. */ until?: string };

export function SecretModal({ shown, onClose, children }: { shown: Shown | null; onClose(): void; children?: string }) {
  return (
    <Modal opened={shown !== null} onClose={onClose} title={shown?.secret === null ? 'The webhook was added' : 'The secret of your webhook'} closeOnClickOutside={false}>
      <Stack>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>{shown?.url}</Text>
        {shown?.secret === null
          ? <Alert color="yellow" title="Nothing is signed">Your receiver cannot tell our deliveries from anybody's. Only for receivers that are protected otherwise.</Alert>
          : (
              <>
                <Alert color="yellow" icon={<IconKey aria-hidden />} title="It is shown this once">Keep it where your receiver reads its secrets. Whoever has it can forge deliveries.</Alert>
                <CodeBlock label="the secret" text={shown?.secret ?? ''} />
              </>
            )}
        {children !== undefined && <Text size="sm">{children}</Text>}
        <Group justify="flex-end"><Button onClick={onClose}>{shown?.secret === null ? 'Understood' : 'I have kept it'}</Button></Group>
      </Stack>
    </Modal>
  );
}
