/**
 * The identity port: what a registry or a KYC provider can be asked. Adapters map their wire format to these shapes
 * and judge nothing: the name rule, tiers and answers are ours. A provider's trouble is `unavailable`, never a mismatch.
 */

export type Claims = { firstName: string; lastName: string; otherName?: string; /** YYYY-MM-DD */ dateOfBirth: string };

/** Ask for the record behind a number. `claims` are what the caller says; some providers compare themselves. */
export type RegistryQuery = {
  registry: 'bvn' | 'nin';
  number: string;
  claims: Claims;
  /** With `bvn`: ask whether this NIN is linked to it. */
  linkedNin?: string;
  /** Ours, repeated on a retry after a crash. */
  reference: string;
  /** Name of a sandbox scenario; real providers ignore it. */
  scenario?: string;
};

export type RegistryRecord = {
  /** Names as registered, in any order the registry keeps. */
  firstName: string;
  lastName: string;
  otherName: string | null;
  /** YYYY-MM-DD */
  dateOfBirth: string;
  watchListed: boolean;
  /** The NIN linked to a BVN, where the registry says. */
  nin: string | null;
};

export type RegistryAnswer =
  | { outcome: 'found'; record: RegistryRecord; providerReference: string }
  | { outcome: 'not_found'; providerReference: string | null }
  | { outcome: 'unavailable'; detail: string };

/** Two faces compared. `matched` is the provider's own verdict; the numbers, 0 to 100, are kept with the check. */
export type FaceComparison = { matched: boolean; score: number; threshold: number };

export type FaceQuery = { registry: 'bvn' | 'nin'; number: string; picture: Uint8Array; reference: string; scenario?: string };

export type FaceAnswer =
  | ({ outcome: 'compared'; providerReference: string } & FaceComparison)
  | { outcome: 'no_face' | 'no_photo' | 'not_found'; providerReference: string | null }
  | { outcome: 'unavailable'; detail: string };

export type DocumentQuery = {
  docType: 'DR' | 'IP';
  documentNumber: string;
  image: Uint8Array;
  selfie?: Uint8Array;
  reference: string;
  scenario?: string;
};

export type DocumentAnswer =
  | {
      outcome: 'read';
      /** Is the number on the document the one asked for? */
      numberMatches: boolean;
      /** Present when a selfie was sent. */
      face: FaceComparison | null;
      providerReference: string;
    }
  | { outcome: 'unreadable' | 'no_face'; providerReference: string | null }
  | { outcome: 'unavailable'; detail: string };

export type TaxQuery = {
  channel: 'TIN' | 'CAC' | 'PHONE';
  number: string;
  /** What the caller says the taxpayer is called; some providers compare themselves. */
  claimedName?: string;
  reference: string;
  scenario?: string;
};

export type TaxAnswer =
  | { outcome: 'found'; taxpayerName: string; tin: string | null; rcNumber: string | null; providerReference: string }
  | { outcome: 'not_found'; providerReference: string | null }
  | { outcome: 'unavailable'; detail: string };

/** Methods resolve for every trouble of the provider; they reject only when the signal aborts. */
export type IdentityProvider = {
  readonly name: string;
  /** Results that can be brought about by name, each with a sentence; absent on a real provider. */
  readonly scenarios?: Readonly<Record<string, string>>;
  lookUp(query: RegistryQuery, signal: AbortSignal): Promise<RegistryAnswer>;
  compareFace(query: FaceQuery, signal: AbortSignal): Promise<FaceAnswer>;
  readDocument(query: DocumentQuery, signal: AbortSignal): Promise<DocumentAnswer>;
  lookUpTax(query: TaxQuery, signal: AbortSignal): Promise<TaxAnswer>;
};
