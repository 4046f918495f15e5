import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@/app/parts.ts';
import { environmentRoute } from '@/app/roots.tsx';
import { readPageNumber, readTexts } from '@/lib/search.ts';

const tools = ['messages', 'credit', 'outcomes', 'scenarios', 'clock', 'reset'] as const;
export type Tool = (typeof tools)[number];
export const isTool = (text: unknown): text is Tool => tools.some((tool) => tool === text);

export const sandboxRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'sandbox',
  validateSearch: (search): { tool?: Tool; account?: string; page?: number } => ({ ...readTexts(search, ['account']), ...readPageNumber(search), ...(isTool(search['tool']) && search['tool'] !== 'messages' ? { tool: search['tool'] } : {}) }),
  component: lazyPage(() => import('./SandboxPage.tsx'), 'SandboxPage'),
});

/** What was made so far stands in the address, so that the way can be gone on later, or elsewhere. */
export const firstTransferRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'first-transfer',
  validateSearch: (search): { customer?: string; account?: string; transaction?: string } => readTexts(search, ['customer', 'account', 'transaction']),
  component: lazyPage(() => import('./FirstTransferPage.tsx'), 'FirstTransferPage'),
});

export const sandboxRoutes = [sandboxRoute, firstTransferRoute] as const;
