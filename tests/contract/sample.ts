/** What a sample of a route is. */
import type { Payer } from '#tests/journeys/payer.ts';
import type { TestApp, TestTenant } from '#tests/support/test-app.ts';

export type Sample = {
  path: string;
  body?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
  /** The caller's own things that the request names, by the name it gives them. */
  ids: Readonly<Record<string, string>>;
  /** Whose request it is, where a customer or an account stands behind it. */
  payer?: Pick<Payer, 'customerId' | 'accountNumber'>;
};

export type Make = (tenant: TestTenant, app: TestApp) => Promise<Sample>;

/** A picture of one pixel. */
export const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The first id with this prefix in a text. */
export function idIn(text: string, prefix: string): string {
  const id = new RegExp(`${prefix}_[0-9a-f]{32}`).exec(text)?.[0];
  if (id === undefined) throw new Error(`No ${prefix} id in ${text}`);
  return id;
}
