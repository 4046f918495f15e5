/** Choosing kinds of events, as everywhere a webhook may select them. */
import { TagsInput } from '@mantine/core';
import { useEnvironment } from '@/app/roots.tsx';
import { useRead } from '@/api/hooks.ts';

export function useKinds() {
  const environment = useEnvironment();
  return useRead('listEventKinds', { path: { environment } }).data?.data;
}

type KindsInputProps = { value: readonly string[]; onChange(value: string[]): void; error?: string | null; required?: boolean; label?: string; description?: string };

/** Kinds, families such as payment.*, `*`, and names of one's own that begin with `custom.`. */
export function KindsInput({ value, onChange, error, required = false, label = 'Events', description = 'Kinds, families such as payment.*, custom kinds of your own, or * for everything.' }: KindsInputProps) {
  const kinds = useKinds()?.map(({ kind }) => kind) ?? [];
  const families = [...new Set(kinds.map((kind) => `${kind.split('.', 1)[0] ?? ''}.*`))];
  return (
    <TagsInput label={label} description={description} required={required} value={[...value]} onChange={onChange} error={error ?? null} clearable maxDropdownHeight={280}
      data={[{ group: 'All of them', items: ['*'] }, { group: 'Families', items: [...families, 'custom.*'] }, { group: 'Kinds', items: kinds }]} />
  );
}
