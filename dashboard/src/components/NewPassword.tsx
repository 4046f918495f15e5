import { PasswordInput } from '@mantine/core';

/** Where somebody chooses a password; the rules are the service's, said before they are met. */
export function NewPassword({ value, onChange, label = 'Password' }: { value: string; onChange(value: string): void; label?: string }) {
  return (
    <PasswordInput label={label} description="At least 12 characters. Several words that have nothing to do with each other are best." autoComplete="new-password" minLength={12} maxLength={200} value={value}
      onChange={(event) => onChange(event.currentTarget.value)} required />
  );
}
