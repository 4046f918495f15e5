/** The code of a page, which comes when the page is first opened, and what happens when it does not come. */
import { lazyRouteComponent } from '@tanstack/react-router';
import { CallError, pagesAnswer } from '@/api/client.ts';

const key = 'openteller.reloaded';
let looking: Promise<boolean> | null = null;

/**
 * A page that was open while the service was updated asks for parts that are gone: it is loaded anew, once, where it stands. Not while the service
 * is away: the browser's own page would stand there then, and lead nowhere.
 */
export function reloadAfterUpdate(): void {
  window.addEventListener('vite:preloadError', () => void reloadIfServed());
}

/** @throws CallError when the service could not be reached, Error when it has no such part after loading anew either */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    if (!(await reloadIfServed())) throw new CallError(0, [], null);
    // In words of our own: the router knows the browser's, and would load anew without asking.
    throw new Error('A part of this page is missing.', { cause });
  }
}

export const lazyPage: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadPart(load), name);

/** Does the service answer? Goes no further when it does and the page is loaded anew. */
function reloadIfServed(): Promise<boolean> {
  looking ??= lookAndReload().finally(() => {
    looking = null;
  });
  return looking;
}

async function lookAndReload(): Promise<boolean> {
  if (!(await pagesAnswer())) return false;
  const last = Number(sessionStorage.getItem(key) ?? '0');
  // A part that is still not there after a moment is another trouble, and is shown.
  if (Date.now() - last < 10_000) return true;
  sessionStorage.setItem(key, String(Date.now()));
  window.location.reload();
  return new Promise(() => undefined);
}
