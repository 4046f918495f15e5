/** Test and live have calls of their own, because the permission stands in the path; the pages ask for them by section. */
import type { CallName, Data } from '@/api/client.ts';
import { useAct } from '@/api/hooks.ts';

export type Section = 'test' | 'live';
export type Credential = Data<'listCredentials'>['test'][number];

const refresh: { refresh: readonly CallName[] } = { refresh: ['listCredentials'] };

export const useCreate = (section: Section) => useAct(section === 'live' ? 'createLiveCredential' : 'createTestCredential', refresh);
export const useChange = (section: Section) => useAct(section === 'live' ? 'changeLiveCredential' : 'changeTestCredential', refresh);
export const useRotate = (section: Section) => useAct(section === 'live' ? 'rotateLiveCredential' : 'rotateTestCredential', refresh);
export const useRevoke = (section: Section) => useAct(section === 'live' ? 'revokeLiveCredential' : 'revokeTestCredential', refresh);
