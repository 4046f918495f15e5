import type { DocumentReader, Undecided } from '#src/kyc/document-reader.ts';

/** Where nothing can read pictures: every question is left undecided, for the reason given. */
export function unavailableReader(detail: string): DocumentReader {
  const undecided: Undecided = { outcome: 'unavailable', detail };
  return { read: async () => undecided, compareFaces: async () => undecided, close: async () => undefined };
}
