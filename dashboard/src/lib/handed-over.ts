/** What one page hands to the next and nobody keeps: it is gone with a reload, and when the page that shows it is left. */

export type FirstCredential = { clientId: string; clientSecret: string; accountNumber: string };

let held: FirstCredential | null = null;

export function handOver(credential: FirstCredential): void {
  held = credential;
}

export function heldCredential(): FirstCredential | null {
  return held;
}

export function forgetCredential(): void {
  held = null;
}
