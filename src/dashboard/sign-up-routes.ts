import { openRoute, type SessionRoute } from '#src/http/session-route.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { readSignUp, signUp } from './sign-up.ts';
import { signedUpData, signUpBody, signUpData } from './wire.ts';

const hex = '0198c2f0a1b27c3d8e4f5a6b7c8d9e0f';

/** For whoever belongs to no organization yet. */
export function signUpRoutes(ctx: DashboardContext): SessionRoute[] {
  const tag = 'Signing up';
  return [
    openRoute({
      method: 'GET', path: '/sign-up', operationId: 'readSignUp', tag, access: 'anyone',
      summary: 'Whether strangers may sign up',
      description: 'The operator decides it with SIGN_UP.',
      data: signUpData,
      responseExample: { summary: 'They may', value: { open: true } },
      errors: [],
      handle: async () => readSignUp(ctx),
    }),
    openRoute({
      method: 'POST', path: '/sign-up', operationId: 'signUp', tag, access: 'anyone',
      summary: 'Make an organization',
      description: 'An organization with its owner, who is signed in at once, and a sandbox with a credential and a collection account that has money. Live needs the operator\'s approval. ' +
        'The answer is the same whether or not somebody uses the e-mail address already: an address is a name, which members of several organizations may have. Three sign-ups a day with an address, five an hour from a network address.',
      body: signUpBody, data: signedUpData,
      requestExample: { summary: 'A new organization', value: { organization: 'Kano Fintech', name: 'Amina Bello', email: 'amina@kano.example', password: 'several unrelated words' } },
      responseExample: { summary: 'Made', value: {
        csrfToken: 'qk3W2u0cX8s1mYv6Zb9tRf4hJd7nLpAeGiKoUwExample', member: { memberId: `mem_${hex}`, email: 'amina@kano.example', name: 'Amina Bello', role: 'owner' }, expiresAt: '2026-11-21T21:30:00.123Z',
        credential: { clientId: 'ot_test_abcdefghijklmnopqrstuvwx', clientSecret: `sk_test_${'EXAMPLE'.repeat(6)}A` }, accountNumber: '9900000012',
      } },
      errors: ['sign_up_closed'],
      handle: (request) => signUp(ctx, request),
    }),
  ];
}
