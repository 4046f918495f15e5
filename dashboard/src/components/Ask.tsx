/** Asks before something is done that cannot be taken back, and says what will happen. Stays open while it is refused. */
import { Button, Group, type MantineColor, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { ErrorNote } from './ErrorNote.tsx';
import { StayingModal } from './StayingModal.tsx';

type Props = { opened: boolean; title: string; /** What the button does: a verb. */ confirm: string; color?: MantineColor; size?: 'md' | 'lg'; busy: boolean; error: unknown; disabled?: boolean; onClose(): void; onConfirm(): void; children: ReactNode };

export function Ask({ opened, title, confirm, color = 'teller', size = 'md', busy, error, disabled = false, onClose, onConfirm, children }: Props) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onConfirm();
  };
  return (
    <StayingModal opened={opened} onClose={onClose} title={title} size={size} centered>
      <form onSubmit={submit}>
        <Stack gap="sm">
          {children}
          {error !== null && error !== undefined && <ErrorNote error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>Leave it</Button>
            <Button type="submit" color={color} loading={busy} disabled={disabled}>{confirm}</Button>
          </Group>
        </Stack>
      </form>
    </StayingModal>
  );
}
