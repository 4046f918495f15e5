/**
 * Another pace than this machine's, for finding tests that hold by chance: what a page shows before a test acts, and what a test does before a page is
 * whole, differ with the machine. PACE says which:
 *   hands    every act of the test comes late, when the page has long shown everything
 *   answers  every answer of the service comes late, each by another time, so they also overtake each other
 *   machine  the page has an eighth of the processor
 */
import type { BrowserContext, Page } from 'playwright-core';

const pace = process.env.PACE ?? '';
if (!['', 'hands', 'answers', 'machine'].includes(pace)) throw new Error(`PACE=${pace} is not known: hands, answers or machine.`);

/** Milliseconds before each act of a test. */
export const slowMo = pace === 'hands' ? 400 : 0;

export async function paced(context: BrowserContext, page: Page): Promise<void> {
  if (pace === 'answers') {
    await context.route(/\/dashboard\/api\//, async (route) => {
      await new Promise((resolve) => { setTimeout(resolve, 1500 * Math.random()); });
      // The page may be gone by then.
      await route.continue().catch(() => undefined);
    });
  }
  if (pace === 'machine') {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  }
}
