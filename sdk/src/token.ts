/** The access token: fetched once for all callers, renewed before it ends, and anew when the service no longer takes it. */

export type TokenSource = {
  /** A token that should still be good; one request for any number of callers at once. */
  current(): Promise<string>;
  /** Forgets `token`, unless a newer one has taken its place. */
  discard(token: string): void;
};

/** Renewed when a tenth of its life is left, and a minute at least for short lives. */
function renewAfterMs(lifeSeconds: number): number {
  return Math.max(lifeSeconds * 0.5, Math.min(lifeSeconds * 0.9, lifeSeconds - 60)) * 1000;
}

export function createTokenSource(issue: () => Promise<{ accessToken: string; lifeSeconds: number }>, now: () => number): TokenSource {
  let held: { token: string; renewAt: number } | null = null;
  let coming: Promise<string> | null = null;

  async function renew(): Promise<string> {
    const { accessToken, lifeSeconds } = await issue();
    held = { token: accessToken, renewAt: now() + renewAfterMs(lifeSeconds) };
    return accessToken;
  }

  return {
    current() {
      if (held !== null && now() < held.renewAt) return Promise.resolve(held.token);
      coming ??= renew().finally(() => {
        coming = null;
      });
      return coming;
    },
    discard(token) {
      if (held?.token === token) held = null;
    },
  };
}
