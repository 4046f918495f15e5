/** Where the focus goes when what had it is gone: to the head of a new page, and after a dialog to where it was before. */
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

const passing = '[role="dialog"], [role="menu"]';
/** So many places to go back to: the nearest may be gone as well, such as the row of what was removed. */
const mostPlaces = 10;

export function useFocusKept(): void {
  useFocusOnPage();
  useEffect(() => {
    const places: HTMLElement[] = [];
    let last: HTMLElement | null = null;
    let inDialog = false;
    const note = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      last = target;
      inDialog = target.closest(passing) !== null;
      if (inDialog) return;
      places.push(target);
      if (places.length > mostPlaces) places.shift();
    };
    const goBack = (): void => {
      if (document.activeElement !== document.body || document.querySelector('[role="dialog"]') !== null) return;
      const place = places.findLast((each) => each.isConnected && each.checkVisibility());
      (place ?? pageHead())?.focus({ preventScroll: true });
    };
    // A dialog that is taken away with what drew it gives nothing back by itself.
    const observer = new MutationObserver(() => {
      if (!inDialog || last === null || last.isConnected) return;
      last = null;
      // Later: another dialog may take its place, or give the focus back itself.
      setTimeout(goBack, 50);
    });
    document.addEventListener('focusin', note);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, []);
}

/** Whoever hears the page is told that it is another one. Not for the first, which the browser tells of. */
function useFocusOnPage(): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef(path);
  useEffect(() => {
    const isNew = before.current !== undefined && before.current !== path;
    // Who has opened a dialog while the page was on its way is writing there.
    const isTaken = document.activeElement?.closest(passing) ?? null;
    if (isNew && isTaken === null) pageHead()?.focus({ preventScroll: true });
    before.current = path;
  }, [path]);
}

const pageHead = (): HTMLElement | null => document.querySelector<HTMLElement>('#main h1') ?? document.querySelector<HTMLElement>('#main');
