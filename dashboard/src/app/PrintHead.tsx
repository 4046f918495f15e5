/** What stands above a page on paper: whose it is, in which environment, and when it was printed. */
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Environment } from '@/api/client.ts';
import { Name } from '@/components/values.tsx';
import { exactMoment } from '@/lib/format.ts';
import { useSession } from './session.ts';

export function PrintHead({ environment }: { environment: Environment | null }) {
  // Filters and pages of a list stand in it too.
  const address = useRouterState({ select: (state) => state.location.href });
  const { organization, member } = useSession();
  const [at, setAt] = useState(() => (window.matchMedia('print').matches ? new Date().toISOString() : null));
  useEffect(() => {
    const paper = window.matchMedia('print');
    const show = (shown: boolean): void => setAt(shown ? new Date().toISOString() : null);
    // At once: the browser draws the paper as soon as this returns.
    const begin = (): void => flushSync(() => show(true));
    const end = (): void => show(false);
    const change = ({ matches }: MediaQueryListEvent): void => show(matches);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    paper.addEventListener('change', change);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
      paper.removeEventListener('change', change);
    };
  }, []);
  // Nothing that stands on the screen and cannot be seen.
  if (at === null) return null;
  const place = environment === null ? '' : environment === 'live' ? ', live' : ', sandbox';
  return (
    <div className="only-print">
      <b>Openteller</b> · <Name>{organization.name}</Name>{place} · printed by <Name>{member.name ?? member.email}</Name>
      <br />
      {exactMoment(at)} · {address}
    </div>
  );
}
