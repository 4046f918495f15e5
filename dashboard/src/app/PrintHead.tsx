/** What stands above a page on paper: whose it is, in which environment, and when it was printed. */
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Environment } from '@/api/client.ts';
import { exactMoment } from '@/lib/format.ts';
import { useSession } from './session.ts';

export function PrintHead({ environment }: { environment: Environment | null }) {
  // Filters and pages of a list stand in it too.
  const address = useRouterState({ select: (state) => state.location.href });
  const { organization, member } = useSession();
  const [at, setAt] = useState(() => new Date().toISOString());
  useEffect(() => {
    // Before the browser draws the paper, which it does as soon as this returns.
    const note = (): void => flushSync(() => setAt(new Date().toISOString()));
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
  const place = environment === null ? '' : environment === 'live' ? ', live' : ', sandbox';
  return (
    <div className="only-print">
      <b>Openteller</b> · {organization.name}{place} · printed by {member.name ?? member.email}
      <br />
      {exactMoment(at)} · {address}
    </div>
  );
}
