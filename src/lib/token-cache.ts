/** Tokens with a life, as OAuth 2 client credentials give them: kept while they should hold, fetched once for many callers. */

export type TokenResult = { ok: true; token: string } | { ok: false; detail: string };
/** `lifeSeconds` is what the issuer promises; NaN when it says nothing readable. */
export type IssuedToken = { ok: true; token: string; lifeSeconds: number } | { ok: false; detail: string };

export type TokenSource = {
  /** A token that should still hold, or the class of trouble. Callers that come while one is fetched share it. Rejects only where `fetchToken` does. */
  token(): Promise<TokenResult>;
  /** Forgets this token, because it was refused. A newer one stays. */
  refuse(token: string): void;
};

/** A token is given up this long before it ends, so that none ends on its way. */
const marginSeconds = 120;

/** `nowMs` is monotonic. Trouble is not kept: the next caller fetches again. */
export function createTokenCache(fetchToken: () => Promise<IssuedToken>, nowMs: () => number): TokenSource {
  let held: { token: string; untilMs: number } | null = null;
  let fetching: Promise<TokenResult> | null = null;

  const fetchAndKeep = async (): Promise<TokenResult> => {
    const issued = await fetchToken();
    if (!issued.ok) return issued;
    const { token, lifeSeconds } = issued;
    // A life shorter than twice the margin, or none stated, still serves for a moment: half of it, or this one call.
    const usable = Number.isFinite(lifeSeconds) ? Math.max(lifeSeconds - marginSeconds, lifeSeconds / 2) : 0;
    held = { token, untilMs: nowMs() + usable * 1_000 };
    return { ok: true, token };
  };

  return {
    token: async () => {
      if (held !== null && nowMs() < held.untilMs) return { ok: true, token: held.token };
      fetching ??= fetchAndKeep().finally(() => {
        fetching = null;
      });
      return fetching;
    },
    refuse: (token) => {
      if (held?.token === token) held = null;
    },
  };
}
