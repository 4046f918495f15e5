/** Do these credentials work? */
import type { Teller } from '../../sdk/src/index.ts';

/** Gets a token and makes the smallest call there is; a scope that is missing is not the point. @throws TellerError, TellerConnectionError */
export async function checkToken({ teller }: { teller: Teller }): Promise<void> {
  const answer = await teller.send({ method: 'GET', path: '/transfer/banks' });
  // What is left unread would hold the connection, and with it the program.
  await answer.body?.cancel();
}
