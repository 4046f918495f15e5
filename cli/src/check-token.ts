/** Do these credentials work? */
import type { Teller } from '../../sdk/src/index.ts';

/** Gets a token and makes the smallest call there is; a scope that is missing is not the point. @throws TellerError, TellerConnectionError */
export async function checkToken({ teller }: { teller: Teller }): Promise<void> {
  await teller.send({ method: 'GET', path: '/transfer/banks' });
}
