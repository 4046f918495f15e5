/** Which environment was looked at last, on this browser. */
import type { Environment } from '@/api/client.ts';

const key = 'openteller.environment';

export function lastEnvironment(): Environment {
  try {
    return localStorage.getItem(key) === 'live' ? 'live' : 'test';
  } catch {
    return 'test';
  }
}

export function rememberEnvironment(environment: Environment): void {
  try {
    localStorage.setItem(key, environment);
  } catch {
    // A browser that keeps nothing starts in test.
  }
}

/** Of an address below or above `/dashboard`; null: the page belongs to no environment. */
export function environmentOf(path: string): Environment | null {
  const step = path.replace(/^\/dashboard/, '').split('/')[1];
  return step === 'test' || step === 'live' ? step : null;
}
