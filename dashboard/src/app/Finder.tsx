/** The palette and the list of keys, loaded when somebody first asks for them, and the button that says they are there. */
import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Environment } from '@/api/client.ts';
import type { Entry } from './entries.ts';
import { commandKey, useKeyboard } from './keyboard.ts';
import { loadPart } from './parts.ts';

const loadBoth = () => loadPart(() => Promise.all([import('./Palette.tsx'), import('./Keys.tsx')]).then(([{ Palette }, { Keys }]) => ({ Palette, Keys })));
type Parts = Awaited<ReturnType<typeof loadBoth>>;

export function Finder({ entries, environment }: { entries: readonly Entry[]; environment: Environment }) {
  const [asked, setAsked] = useState(0);
  const [keys, setKeys] = useState(false);
  const [parts, setParts] = useState<Parts | null>(null);
  const client = useQueryClient();
  const open = useCallback((what: 'palette' | 'keys'): void => {
    const show = (): void => (what === 'palette' ? setAsked((times) => times + 1) : setKeys(true));
    if (parts !== null) return show();
    // Where they do not come, what stands on the page is asked for anew: so it is said that the service is away.
    loadBoth().then((both) => { setParts(both); show(); }, () => client.refetchQueries({ type: 'active' }));
  }, [client, parts]);
  useKeyboard(entries, open);
  return (
    <>
      <UnstyledButton className="finder" visibleFrom="md" onClick={() => open('palette')} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={16} aria-hidden /><span>Find or go to</span><Kbd size="xs" aria-hidden>{commandKey} K</Kbd>
      </UnstyledButton>
      <ActionIcon variant="subtle" color="gray" size="lg" hiddenFrom="md" onClick={() => open('palette')} aria-label="Find or go to"><IconSearch /></ActionIcon>
      {parts !== null && asked > 0 && <parts.Palette entries={entries} environment={environment} asked={asked} onKeys={() => setKeys(true)} />}
      {parts !== null && keys && <parts.Keys entries={entries} onClose={() => setKeys(false)} />}
    </>
  );
}
