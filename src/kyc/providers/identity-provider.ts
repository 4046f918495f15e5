/**
 * The identity port: what a registry or a KYC provider can be asked. Adapters map their wire format to these shapes
 * and judge nothing: the name rule, tiers and answers are ours. A provider's trouble is `unavailable`, never a mismatch; what a
 * provider cannot be asked is `unsupported`.
 */

import type { CircuitState } from './circuit.ts';

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
  /** False too where the registry says nothing about it. */
  watchListed: boolean;
  /** The NIN linked to a BVN, where the registry says. */
  nin: string | null;
};

/** What a provider that keeps the record to itself found equal; null where it was not asked, or did not say. */
export type RegistryMatches = { firstName: boolean; lastName: boolean; otherName: boolean | null; dateOfBirth: boolean | null };

/** Nothing was decided: the provider, or the way to it, is in trouble. */
export type Unavailable = { outcome: 'unavailable'; detail: string };

/** Nothing was decided, and nothing is broken: this provider does not answer such a question. Another one may. */
export type Unsupported = { outcome: 'unsupported'; detail: string };

/** Present where one adapter asks several: the name of the provider that answered. */
export type Answered = { answeredBy?: string };

export type RegistryAnswer = Answered & (
  | { outcome: 'found'; record: RegistryRecord; providerReference: string }
  | { outcome: 'compared'; matches: RegistryMatches; providerReference: string }
  | { outcome: 'not_found'; providerReference: string | null }
  | Unavailable
  | Unsupported
);

/**
 * Two faces compared. `matched` is the provider's own verdict; the numbers, 0 to 100, are kept with the check, and null where the provider
 * does not say how alike the faces are, or which score it asks for.
 */
export type FaceComparison = { matched: boolean; score: number | null; threshold: number | null };

export type FaceQuery = {
  registry: 'bvn' | 'nin';
  number: string;
  picture: Uint8Array;
  /** Who the number belongs to, as it was checked before; some providers show a photo to nobody else. */
  claims?: Claims;
  /** With `bvn`: the person's NIN where it is known, for a provider whose photos hang there. */
  nin?: string;
  reference: string;
  scenario?: string;
};

export type FaceAnswer = Answered & (
  | ({ outcome: 'compared'; providerReference: string } & FaceComparison)
  /** The provider compares nothing itself, but this is the registry's photo: a JPEG, PNG or WebP, not yet decoded. */
  | { outcome: 'photo'; photo: Uint8Array; providerReference: string }
  | { outcome: 'no_face' | 'no_photo' | 'not_found'; providerReference: string | null }
  | Unavailable
  | Unsupported
);

export type DocumentQuery = {
  docType: 'DR' | 'IP';
  documentNumber: string;
  image: Uint8Array;
  selfie?: Uint8Array;
  reference: string;
  scenario?: string;
};

export type DocumentAnswer = Answered & (
  | {
      outcome: 'read';
      /** Is the number on the document the one asked for? */
      numberMatches: boolean;
      /** Present when a selfie was sent. */
      face: FaceComparison | null;
      providerReference: string;
    }
  | { outcome: 'unreadable' | 'no_face'; providerReference: string | null }
  | Unavailable
  | Unsupported
);

export type TaxQuery = {
  channel: 'TIN' | 'CAC' | 'PHONE';
  number: string;
  /** What the caller says the taxpayer is called; some providers compare themselves. */
  claimedName?: string;
  reference: string;
  scenario?: string;
};

export type TaxAnswer = Answered & (
  | { outcome: 'found'; taxpayerName: string; tin: string | null; rcNumber: string | null; providerReference: string }
  | { outcome: 'not_found'; providerReference: string | null }
  | Unavailable
  | Unsupported
);

/** What a provider's health is kept for, each apart, since the registries behind it fail apart. */
export type QuestionKind = 'bvn' | 'nin' | 'face' | 'document' | 'tax';

export type ProviderHealth = { provider: string; question: QuestionKind; state: CircuitState };

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
