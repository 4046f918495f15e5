import { Button, Group, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';

export type AuditAsked = { actor?: string | undefined; action?: string | undefined; subject?: string | undefined; from?: string | undefined; to?: string | undefined };

const fields = [['actor', 'Who', 'mem_… or crd_…', 'text'], ['action', 'What', 'credential.added', 'text'], ['subject', 'Of what', 'an identifier', 'text'], ['from', 'From', '', 'date'], ['to', 'To', '', 'date']] as const;

/** What is asked stands in the address; the fields hold what is about to be. */
export function AuditSearch({ asked, onSearch, actions }: { asked: AuditAsked; onSearch(asked: AuditAsked): void; actions: ReactNode }) {
  const [draft, setDraft] = useState<AuditAsked>(asked);
  const search = (): void => onSearch(Object.fromEntries(Object.entries(draft).map(([field, text]) => [field, text?.trim()]).filter(([, text]) => text !== undefined && text !== '')));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <Group gap="xs" align="flex-end">
        {fields.map(([field, label, placeholder, type]) => (
          <TextInput key={field} label={label} type={type} placeholder={placeholder} maxLength={128} value={draft[field] ?? ''} onChange={(event) => {
            const { value } = event.currentTarget;
            setDraft((before) => ({ ...before, [field]: value }));
          }} style={{ flex: type === 'date' ? '0 1 150px' : '1 1 150px' }} />
        ))}
        <Button type="submit">Search</Button>
        {Object.keys(asked).length > 0 && <Button variant="default" onClick={() => onSearch({})}>Show all</Button>}
        {actions}
      </Group>
    </form>
  );
}
