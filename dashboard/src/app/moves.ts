/** What a person does with the frame itself, from its menus and from the palette. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { call, type Environment } from '@/api/client.ts';
import { environmentOf, rememberEnvironment } from './environment.ts';
import { navigation } from './navigation.ts';

/** To the same area of the other environment where it has one, else to its beginning. */
export function useSwitchEnvironment(): (next: Environment) => void {
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (next) => {
    const area = environmentOf(path) === null ? '' : (path.split('/')[2] ?? '');
    const entry = navigation.find((each) => each.scope !== undefined && each.path === area && !(each.testOnly === true && next === 'live'));
    rememberEnvironment(next);
    void navigate({ to: `/${next}${entry === undefined || area === '' ? '' : `/${area}`}` });
  };
}

export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await call('signOut', {}).catch(() => undefined);
    await navigate({ to: '/sign-in', search: {} });
    // Afterwards: the frame's pages need to know who is signed in.
    client.clear();
  };
}
