/** Asks before something that is not easily undone, and why; where it cannot be undone at all, a word is typed. */
import { Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { Ask } from './Ask.tsx';

type Props = {
  opened: boolean;
  onClose(): void;
  title: string;
  /** What will happen. */
  children: ReactNode;
  confirm: string;
  danger?: boolean;
  /** Asks for a reason under this label. */
  reason?: string;
  /** Must be typed before it can be confirmed. */
  typed?: { label: string; text: string };
  busy: boolean;
  error: unknown;
  onConfirm(reason: string): void;
};

export function AskModal({ opened, danger = false, reason: label, typed, children, onConfirm, ...rest }: Props) {
  const [reason, setReason] = useState('');
  const [word, setWord] = useState('');
  // Nothing is left over from the question before.
  useEffect(() => {
    setReason('');
    setWord('');
  }, [opened]);
  const ready = (label === undefined || reason.trim().length >= 3) && (typed === undefined || word.trim() === typed.text);
  return (
    <Ask {...rest} opened={opened} disabled={!ready} onConfirm={() => onConfirm(reason.trim())} {...(danger ? { color: 'red.8' } : {})}>
      <div>{children}</div>
      {label !== undefined && <Textarea label={label} value={reason} onChange={(event) => setReason(event.currentTarget.value)} autosize minRows={2} maxLength={500} required data-autofocus />}
      {typed !== undefined && <TextInput label={typed.label} value={word} onChange={(event) => setWord(event.currentTarget.value)} autoComplete="off" required />}
    </Ask>
  );
}
