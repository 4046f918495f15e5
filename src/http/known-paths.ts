/** Tells an unknown path from a known one asked with another method. Runs only for what no route took. */

export type KnownPaths = {
  /** The methods a path takes, sorted; empty for an unknown path. */
  methodsOf(path: string): readonly string[];
};

/** `paths` are the router's patterns, with `:name` steps. Comparison is exact: no decoding, no case folding, no trailing slash. */
export function createKnownPaths(paths: readonly { method: string; path: string }[]): KnownPaths {
  const patterns = paths.map(({ method, path }) => ({ method, steps: path.split('/') }));
  return {
    methodsOf(path) {
      const steps = path.split('/');
      const methods = patterns.filter((pattern) => fits(pattern.steps, steps)).map((pattern) => pattern.method);
      return [...new Set(methods)].toSorted();
    },
  };
}

function fits(pattern: readonly string[], steps: readonly string[]): boolean {
  // A last `*` takes whatever is below; what that may be spelled like is its route's to say.
  if (pattern.at(-1) === '*') return steps.length >= pattern.length && fits(pattern.slice(0, -1), steps.slice(0, pattern.length - 1));
  return pattern.length === steps.length && pattern.every((step, i) => (step.startsWith(':') ? steps[i] !== '' : step === steps[i]));
}

/**
 * Is this request target spelled as the pattern spells it? Routers decode `%61` in fixed steps before they compare;
 * a gateway in front that does not would guard another path than the one that answers.
 */
export function isSpelledLike(pattern: string, url: string): boolean {
  if (!url.includes('%')) return true;
  return fits(pattern.split('/'), pathOf(url).split('/'));
}

/** The path of a request target, as sent. */
export function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
}
