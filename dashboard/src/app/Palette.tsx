import '@mantine/spotlight/styles.css';
import { Kbd, useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import { IconArrowRight, IconBook, IconDeviceDesktop, IconKeyboard, IconLogout, IconMoon, IconSearch, IconSun, IconSwitchHorizontal } from '@tabler/icons-react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Environment } from '@/api/client.ts';
import type { Entry } from './entries.ts';
import { namedBy } from './identifiers.ts';
import { useSignOut, useSwitchEnvironment } from './moves.ts';
import { type Scope, useMay } from './session.ts';

type PaletteProps = {
  entries: readonly Entry[];
  environment: Environment;
  /** Rises each time somebody asks for it. */
  asked: number;
  onKeys(): void;
};

/** Pages, what a pasted identifier names, and what else can be done from anywhere. */
export function Palette({ entries, environment, asked, onKeys }: PaletteProps) {
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const named = useNamed(query, environment);
  const actions = useActions(environment, onKeys);
  useEffect(() => spotlight.open(), [asked]);

  const pages: SpotlightActionData[] = entries.map(({ label, group, to, icon: EntryIcon, goKey }) => ({
    id: to, label, description: group, keywords: [group, to], leftSection: <EntryIcon size={18} aria-hidden />, onClick: () => void navigate({ to }),
    ...(goKey === undefined ? {} : { rightSection: <span aria-hidden><Kbd>g</Kbd> <Kbd>{goKey}</Kbd></span> }),
  }));
  const further: SpotlightActionData[] = useFurther(environment).map(({ label, to }) => ({ id: to, label, keywords: [to], leftSection: <IconArrowRight size={18} aria-hidden />, onClick: () => void navigate({ to }) }));
  const groups: SpotlightActionGroupData[] = [{ group: 'Go to', actions: named }, { group: 'Pages', actions: matching([...pages, ...further], query) }, { group: 'Actions', actions: matching(actions, query) }];
  return (
    <Spotlight
      actions={groups.filter((group) => group.actions.length > 0)}
      filter={(_, all) => all}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight={420}
      // Said to those who cannot see that it is one.
      title="Find or go to"
      styles={{ header: { display: 'none' } }}
      searchProps={{ 'aria-label': 'Find a page, or paste an identifier', placeholder: 'Find a page, or paste an identifier', leftSection: <IconSearch size={18} aria-hidden /> }}
      nothingFound={`Nothing is called that in ${environment === 'live' ? 'live' : 'the sandbox'}.`}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.45, blur: 0 }}
    />
  );
}

/** Pages that others lead to, and that have no entry at the side. */
const behind: readonly { label: string; path: string; scope: Scope; testOnly?: true }[] = [
  { label: 'New customer', path: 'customers/new', scope: 'customer:write', testOnly: true },
  { label: 'New bulk transfer', path: 'bulk/new', scope: 'transfer:initiate' },
  { label: 'Signature doctor', path: 'webhooks/signature-doctor', scope: 'webhook:manage' },
];

function useFurther(environment: Environment): readonly { label: string; to: string }[] {
  const may = useMay();
  return behind.filter(({ scope, testOnly }) => may.scope(environment, scope) && !(testOnly === true && environment === 'live')).map(({ label, path }) => ({ label, to: `/${environment}/${path}` }));
}

/** Every word must stand somewhere. */
function matching(actions: readonly SpotlightActionData[], query: string): SpotlightActionData[] {
  const asked = query.toLowerCase().split(/\s+/).filter((word) => word !== '');
  return actions.filter(({ label = '', description = '', keywords = [] }) => {
    const text = [label, description, ...keywords].join(' ').toLowerCase();
    return asked.every((word) => text.includes(word));
  });
}

function useNamed(query: string, environment: Environment): SpotlightActionData[] {
  const router = useRouter();
  const navigate = useNavigate();
  const may = useMay();
  return namedBy(query).flatMap(({ what, path, scope }) => {
    const to = `/${environment}/${path}`;
    // An area may have no page of its own for one thing.
    if (!may.scope(environment, scope) || router.getMatchedRoutes(to)[2] === undefined) return [];
    return [{ id: to, label: `${what} ${query.trim()}`, description: environment === 'live' ? 'Live' : 'Sandbox', leftSection: <IconArrowRight size={18} aria-hidden />, onClick: () => void navigate({ to }) }];
  });
}

function useActions(environment: Environment, onKeys: () => void): SpotlightActionData[] {
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const switchTo = useSwitchEnvironment();
  const other = environment === 'live' ? 'test' : 'live';
  return [
    { id: 'environment', label: other === 'live' ? 'Switch to live' : 'Switch to the sandbox', keywords: ['environment', 'test'], leftSection: <IconSwitchHorizontal size={18} aria-hidden />, onClick: () => switchTo(other) },
    { id: 'light', label: 'Light appearance', keywords: ['theme', 'colour'], leftSection: <IconSun size={18} aria-hidden />, onClick: () => setColorScheme('light') },
    { id: 'dark', label: 'Dark appearance', keywords: ['theme', 'colour'], leftSection: <IconMoon size={18} aria-hidden />, onClick: () => setColorScheme('dark') },
    { id: 'auto', label: 'Appearance as the system', keywords: ['theme', 'colour'], leftSection: <IconDeviceDesktop size={18} aria-hidden />, onClick: () => setColorScheme('auto') },
    { id: 'keys', label: 'Show the keys', keywords: ['shortcuts', 'keyboard', 'help'], leftSection: <IconKeyboard size={18} aria-hidden />, rightSection: <span aria-hidden><Kbd>?</Kbd></span>, onClick: onKeys },
    { id: 'docs', label: 'Documentation', keywords: ['guides', 'help', 'reference'], leftSection: <IconBook size={18} aria-hidden />, onClick: () => window.open('/docs', '_blank', 'noopener') },
    { id: 'sign-out', label: 'Sign out', keywords: ['leave', 'log out'], leftSection: <IconLogout size={18} aria-hidden />, onClick: () => void signOut() },
  ];
}
