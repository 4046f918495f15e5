/** The palette and the list of keys, loaded when somebody first asks for them, and the button that says they are there. */
import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { Environment } from '@/api/client.ts';
import type { Entry } from './entries.ts';
import { commandKey, useKeyboard } from './keyboard.ts';

const Palette = lazy(() => import('./Palette.tsx').then((module) => ({ default: module.Palette })));
const Keys = lazy(() => import('./Keys.tsx').then((module) => ({ default: module.Keys })));

export function Finder({ entries, environment }: { entries: readonly Entry[]; environment: Environment }) {
  const [asked, setAsked] = useState(0);
  const [keys, setKeys] = useState(false);
  const open = useCallback((what: 'palette' | 'keys'): void => (what === 'palette' ? setAsked((times) => times + 1) : setKeys(true)), []);
  useKeyboard(entries, open);
  return (
    <>
      <UnstyledButton className="finder" visibleFrom="md" onClick={() => open('palette')} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={16} aria-hidden /><span>Find or go to</span><Kbd size="xs" aria-hidden>{commandKey} K</Kbd>
      </UnstyledButton>
      <ActionIcon variant="subtle" color="gray" size="lg" hiddenFrom="md" onClick={() => open('palette')} aria-label="Find or go to"><IconSearch /></ActionIcon>
      <Suspense>
        {asked > 0 && <Palette entries={entries} environment={environment} asked={asked} onKeys={() => setKeys(true)} />}
        {keys && <Keys entries={entries} onClose={() => setKeys(false)} />}
      </Suspense>
    </>
  );
}
