/** The filters of the list; each change stands in the address at once, a typed number once it is whole. */
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { words } from '@/lib/format.ts';
import { amountPattern, isFiltered, type TransferSearch } from './search.ts';
import { isStage, isStatus, stages, statuses } from './stages.ts';

type Props = { search: TransferSearch; onChange(next: TransferSearch): void };

const stageChoices = Object.entries(stages).map(([value, { words: label }]) => ({ value, label }));

export function TransferFilters({ search, onChange }: Props) {
  const { page: _page, ...filter } = search;
  /** Leaves out what is undefined, and goes back to the first page. */
  const set = (changes: { [Key in keyof TransferSearch]: TransferSearch[Key] | undefined }): void =>
    onChange(Object.fromEntries(Object.entries({ ...filter, ...changes }).filter(([, value]) => value !== undefined)));
  return (
    <Group gap={10} align="flex-end" role="search" aria-label="Filter transfers">
      <NativeSelect label="Status" value={search.status ?? ''} data={[{ value: '', label: 'Any' }, ...statuses.map((status) => ({ value: status, label: words(status) }))]}
        onChange={({ currentTarget: { value } }) => set({ status: isStatus(value) ? value : undefined })} />
      <NativeSelect label="Stage" value={search.stage ?? ''} data={[{ value: '', label: 'Any' }, ...stageChoices]} onChange={({ currentTarget: { value } }) => set({ stage: isStage(value) ? value : undefined })} />
      <NumberFilter label="Source account" value={search.account} pattern={/^\d{10}$/} fault="10 digits" onSet={(account) => set({ account })} />
      <NumberFilter label="Customer" value={search.customer} pattern={/^\d{1,20}$/} fault="Digits only" onSet={(customer) => set({ customer })} />
      <TextInput type="date" label="From" value={search.from ?? ''} {...(search.to === undefined ? {} : { max: search.to })} onChange={({ currentTarget: { value } }) => set({ from: value === '' ? undefined : value })} />
      <TextInput type="date" label="To" value={search.to ?? ''} {...(search.from === undefined ? {} : { min: search.from })} onChange={({ currentTarget: { value } }) => set({ to: value === '' ? undefined : value })} />
      <NumberFilter label="At least (₦)" value={search.least} pattern={amountPattern} fault="Naira, like 1500.50" onSet={(least) => set({ least })} />
      <NumberFilter label="At most (₦)" value={search.most} pattern={amountPattern} fault="Naira, like 1500.50" onSet={(most) => set({ most })} />
      {isFiltered(search) && <Button variant="subtle" onClick={() => onChange({})}>Clear</Button>}
    </Group>
  );
}

/** Filters once what is typed is a whole number of its kind; Enter or leaving the field says that it should be one. */
function NumberFilter({ label, value, pattern, fault, onSet }: { label: string; value: string | undefined; pattern: RegExp; fault: string; onSet(value: string | undefined): void }) {
  const [text, setText] = useState(value ?? '');
  const [wrong, setWrong] = useState(false);
  useEffect(() => setText(value ?? ''), [value]);
  const leave = (): void => {
    const typed = text.replaceAll(/[\s,₦]/g, '');
    setWrong(typed !== '' && !pattern.test(typed));
    if (typed === '' && value !== undefined) onSet(undefined);
    else if (pattern.test(typed) && typed !== value) onSet(typed);
  };
  return (
    <TextInput label={label} inputMode={pattern === amountPattern ? 'decimal' : 'numeric'} w={pattern === amountPattern ? 110 : 124} value={text} error={wrong ? fault : null} onBlur={leave} onKeyDown={({ key }) => (key === 'Enter' ? leave() : undefined)}
      onChange={({ currentTarget: { value: typed } }) => setText(typed)} />
  );
}
