/** The frame around every page: where one is, whose money it is, and how to go elsewhere. */
import { ActionIcon, Anchor, AppShell, Badge, Burger, Group, Menu, NavLink, ScrollArea, SegmentedControl, Text, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Environment } from '@/api/client.ts';
import { words } from '@/lib/format.ts';
import type { NavigationEntry } from './areas.ts';
import { type Entry, useEntries } from './entries.ts';
import { environmentOf, lastEnvironment, rememberEnvironment } from './environment.ts';
import { Finder } from './Finder.tsx';
import { useFocusKept } from './focus.ts';
import { useSignOut, useSwitchEnvironment } from './moves.ts';
import { NotReached, noteHeight, useNotReachedSince } from './NotReached.tsx';
import { PrintHead } from './PrintHead.tsx';
import { useSession } from './session.ts';

export function Shell() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const environment = environmentOf(path) ?? lastEnvironment();
  const entries = useEntries(environment);
  useEffect(() => rememberEnvironment(environment), [environment]);
  useEffect(close, [path, close]);
  const notReachedSince = useNotReachedSince();
  useFocusKept();
  // The side may be longer than the window.
  useEffect(scrollToCurrent, [path, entries]);
  return (
    <AppShell header={{ height: 59 }} navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }} footer={{ height: noteHeight, collapsed: notReachedSince === null }} padding="md">
      <AppShell.Header>
        <a className="skip" href="#main">Go to the page</a>
        {environment === 'live' && <div className="live-line" />}
        <Group h={56} px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
            <Anchor renderRoot={(props) => <Link to="/$environment" params={{ environment }} {...props} />} fw={700} c="inherit" underline="never">Openteller</Anchor>
          </Group>
          <Group gap="sm" wrap="nowrap">
            <Finder entries={entries} environment={environment} />
            <EnvironmentSwitch environment={environment} />
            <PersonMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Pages">
        <ScrollArea><Navigation entries={entries} environment={environment} path={path} /></ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}><PrintHead environment={environmentOf(path)} /><Outlet /></AppShell.Main>
      <AppShell.Footer className="no-print"><NotReached since={notReachedSince} /></AppShell.Footer>
    </AppShell>
  );
}

/** By hand: a browser that is told to scroll something into view lets the next Tab begin there. */
function scrollToCurrent(): void {
  const current = document.querySelector('nav [aria-current="page"]');
  const side = current?.closest('.mantine-ScrollArea-viewport');
  if (current === null || side === null || side === undefined) return;
  const [entry, seen] = [current.getBoundingClientRect(), side.getBoundingClientRect()];
  if (entry.bottom > seen.bottom) side.scrollTop += entry.bottom - seen.bottom;
  if (entry.top < seen.top) side.scrollTop -= seen.top - entry.top;
}

/** Colour, word and line above the page all say it: live is other people's money. */
function EnvironmentSwitch({ environment }: { environment: Environment }) {
  const switchTo = useSwitchEnvironment();
  const { organization } = useSession();
  return (
    <Group gap="xs" wrap="nowrap">
      {environment === 'live' && !organization.liveApproved && <Badge color="yellow" variant="light" visibleFrom="md" tt="none">Not yet approved for live</Badge>}
      <SegmentedControl size="xs" aria-label="Environment" value={environment} onChange={(next) => switchTo(next === 'live' ? 'live' : 'test')} color={environment === 'live' ? 'red.8' : 'teller'} data={[{ label: 'Sandbox', value: 'test' }, { label: 'Live', value: 'live' }]} />
    </Group>
  );
}

const groups: readonly NavigationEntry['group'][] = ['Counter', 'Developers', 'Organization', 'Operator'];

function Navigation({ entries, environment, path }: { entries: readonly Entry[]; environment: Environment; path: string }) {
  return groups.map((group) => {
    const shown = entries.filter((entry) => entry.group === group);
    if (shown.length === 0) return null;
    return (
      <div key={group} role="group" aria-label={group}>
        <Text size="xs" fw={600} c="dimmed" px="sm" pt="sm" pb={4}>{group}</Text>
        {shown.map(({ label, icon: EntryIcon, path: step, to }) => {
          const active = step === '' ? path.replace(/\/$/, '') === `/${environment}` : path === to || path.startsWith(`${to}/`);
          return <NavLink key={to} label={label} active={active} leftSection={<EntryIcon size={18} aria-hidden />} renderRoot={(props) => <Link to={to} activeOptions={{ exact: true }} {...props} {...(active ? { 'aria-current': 'page' as const } : {})} />} style={{ borderRadius: 6 }} />;
        })}
      </div>
    );
  });
}

function PersonMenu() {
  const { member, organization } = useSession();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target><ActionIcon variant="subtle" color="gray" size="lg" aria-label="You and your session"><IconUserCircle /></ActionIcon></Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{organization.name}</Menu.Label>
        <Text px="sm" size="sm" style={{ overflowWrap: 'anywhere' }}>{member.name ?? member.email}</Text>
        <Text px="sm" pb="xs" size="xs" c="dimmed">{words(member.role)}</Text>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        {([['light', 'Light', IconSun], ['dark', 'Dark', IconMoon], ['auto', 'As the system', IconDeviceDesktop]] as const).map(([scheme, label, SchemeIcon]) => (
          <Menu.Item key={scheme} leftSection={<SchemeIcon size={16} />} onClick={() => setColorScheme(scheme)} {...(colorScheme === scheme ? { 'aria-current': 'true' as const, fw: 600 } : {})}>{label}</Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
