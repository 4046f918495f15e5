/** What the frame does for every call: asks for a fresh proof when one needs it and lets the call go on, and sends whoever is signed out to sign in. */
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { setGate } from '@/api/client.ts';
import { router } from './router.tsx';
import { type SignedIn, sessionQuery } from './session.ts';

// Most visits need no proof.
const StepUp = lazy(() => import('./StepUp.tsx').then((module) => ({ default: module.StepUp })));

type Waiting = { answer(proved: boolean): void; withCode: boolean };

export function Gate() {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<Waiting | null>(null);

  useEffect(() => {
    setGate({
      stepUp: () =>
        new Promise((answer) => {
          const session = client.getQueryData<SignedIn>(sessionQuery.queryKey);
          setWaiting({ answer, withCode: session?.secondFactor.enrolled === true });
        }),
      // Nothing is forgotten before: the frame's pages need to know who is signed in.
      signedOut: () => void router.navigate({ to: '/sign-in', search: { next: router.state.location.href } }).then(() => client.clear()),
    });
  }, [client]);

  const end = (proved: boolean): void => {
    waiting?.answer(proved);
    setWaiting(null);
  };
  return waiting === null ? null : <Suspense><StepUp withCode={waiting.withCode} onEnd={end} /></Suspense>;
}
