/** Keys that work on every page: Ctrl or ⌘ and K for the palette, `?` for what keys there are, `g` and a letter for a page. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Entry } from './entries.ts';

/** A second key this long after `g` is no answer to it. */
const sequenceMs = 1_500;

export function useKeyboard(entries: readonly Entry[], open: (what: 'palette' | 'keys') => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    let gAt = Number.NEGATIVE_INFINITY;
    const pressed = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        open('palette');
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target) || document.querySelector('[role="dialog"], [role="menu"]') !== null) return;
      // By when the keys were pressed: a busy page hears of them late.
      const wasG = event.timeStamp - gAt < sequenceMs;
      gAt = Number.NEGATIVE_INFINITY;
      if (event.key === '?') open('keys');
      else if (event.key === 'g' && !wasG) gAt = event.timeStamp;
      else if (wasG) {
        const entry = entries.find(({ goKey }) => goKey === event.key);
        if (entry === undefined) return;
        event.preventDefault();
        void navigate({ to: entry.to });
      }
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [entries, navigate, open]);
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** As it stands on the person's own keyboard. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
