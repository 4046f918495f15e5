/** What the frame does for every call: asks for a fresh proof when one needs it and lets the call go on, and sends whoever is signed out to sign in. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { setGate } from '@/api/client.ts';
import { loadPart } from './parts.ts';
import { router } from './router.tsx';
import type { StepUp } from './StepUp.tsx';
import { type SignedIn, sessionQuery } from './session.ts';

type Waiting = { answer(proved: boolean): void; withCode: boolean; StepUp: typeof StepUp };

export function Gate() {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const leaving = useRef(false);

  useEffect(() => {
    setGate({
      stepUp: async () => {
        // Most visits need no proof.
        const part = await loadPart(() => import('./StepUp.tsx'));
        return new Promise((answer) => {
          const session = client.getQueryData<SignedIn>(sessionQuery.queryKey);
          setWaiting({ answer, withCode: session?.secondFactor.enrolled === true, StepUp: part.StepUp });
        });
      },
      signedOut: (unsent) => {
        // Of the calls that hear of it the first leads away; the others would lead from the sign-in page back to itself.
        if (leaving.current) return;
        leaving.current = true;
        // A proof of a session that is over would stand above the sign-in page.
        setWaiting((open) => {
          open?.answer(false);
          return null;
        });
        void leave(client, unsent).finally(() => {
          leaving.current = false;
        });
      },
    });
  }, [client]);

  const end = (proved: boolean): void => {
    waiting?.answer(proved);
    setWaiting(null);
  };
  return waiting === null ? null : <waiting.StepUp withCode={waiting.withCode} onEnd={end} />;
}

async function leave(client: QueryClient, unsent: boolean): Promise<void> {
  await router.navigate({ to: '/sign-in', search: { next: router.state.location.href }, state: { sessionOver: unsent ? 'unsent' : 'read' } });
  // Afterwards: the frame's pages need to know who is signed in.
  client.clear();
}
