/** A form in a window, there as long as it is drawn. */
import type { ReactNode } from 'react';
import { Ask } from './Ask.tsx';

type FormModalProps = { title: string; action: string; busy: boolean; error: Error | null; danger?: boolean; onClose(): void; onSubmit(): void; children: ReactNode };

export function FormModal({ action, danger = false, onSubmit, ...rest }: FormModalProps) {
  return <Ask {...rest} opened size="lg" confirm={action} onConfirm={onSubmit} {...(danger ? { color: 'red.8' } : {})} />;
}
