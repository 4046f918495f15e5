/** What the simulated registry answers: pure, so that the same question has the same answer. It keeps no people. */
import type {
  Claims, DocumentAnswer, DocumentQuery, FaceAnswer, FaceComparison, FaceQuery, RegistryAnswer, RegistryQuery, RegistryRecord, TaxAnswer, TaxQuery,
} from '#src/kyc/providers/identity-provider.ts';
import { type RegistryScenario, scenarioOfDocument, scenarioOfNumber } from './scenarios.ts';

/** An answer, and how long the registry takes to give it. */
export type Simulated<Answer> = { answer: Answer; delayMs: number };

const slowMs = 3_000;
const faceThreshold = 75;
const unavailable = { outcome: 'unavailable', detail: 'simulated outage' } as const;

/** The record behind a number: the claims themselves, but for what the scenario changes. */
export function decideLookUp(query: RegistryQuery): Simulated<RegistryAnswer> {
  const scenario = scenarioOfNumber(query.number, query.scenario);
  const providerReference = `sim-${query.reference}`;
  if (scenario === 'provider_down') return after(scenario, unavailable);
  if (scenario === 'not_found') return after(scenario, { outcome: 'not_found', providerReference });
  const { firstName, lastName, otherName, dateOfBirth } = query.claims;
  const record: RegistryRecord = {
    firstName,
    lastName,
    otherName: otherName ?? null,
    dateOfBirth: scenario === 'dob_mismatch' ? otherBirthDate(dateOfBirth) : dateOfBirth,
    watchListed: scenario === 'watch_listed',
    nin: linkedNin(query, scenario),
    ...otherNames(query.claims, scenario),
  };
  return after(scenario, { outcome: 'found', record, providerReference });
}

/** A picture compared with the photo behind a number. */
export function decideFace(query: FaceQuery): Simulated<FaceAnswer> {
  const scenario = scenarioOfNumber(query.number, query.scenario);
  const providerReference = `sim-${query.reference}`;
  if (scenario === 'provider_down') return after(scenario, unavailable);
  if (scenario === 'not_found') return after(scenario, { outcome: 'not_found', providerReference });
  if (scenario === 'no_face') return after(scenario, { outcome: 'no_face', providerReference });
  return after(scenario, { outcome: 'compared', providerReference, ...compared(scenario) });
}

/** What a scenario says of a document, and of its face where a selfie was sent. Without a scenario the real reader is meant. */
export function decideDocument(query: DocumentQuery): Simulated<DocumentAnswer> {
  const scenario = scenarioOfDocument(query.documentNumber, query.scenario);
  if (scenario === null) return { answer: { outcome: 'unsupported', detail: 'no scenario was asked for' }, delayMs: 0 };
  const providerReference = `sim-${query.reference}`;
  if (scenario === 'provider_down') return after(scenario, unavailable);
  if (scenario === 'document_unreadable') return after(scenario, { outcome: 'unreadable', providerReference });
  // The reader looks for the document's own face without a selfie too.
  if (scenario === 'no_face') return after(scenario, { outcome: 'no_face', providerReference });
  return after(scenario, {
    outcome: 'read',
    numberMatches: scenario !== 'document_mismatch' && scenario !== 'not_found',
    face: query.selfie === undefined ? null : compared(scenario),
    providerReference,
  });
}

/** The taxpayer behind a number. */
export function decideTax(query: TaxQuery): Simulated<TaxAnswer> {
  const scenario = scenarioOfNumber(query.channel === 'PHONE' ? '' : query.number, query.scenario);
  const providerReference = `sim-${query.reference}`;
  if (scenario === 'provider_down') return after(scenario, unavailable);
  if (scenario === 'not_found') return after(scenario, { outcome: 'not_found', providerReference });
  return after(scenario, {
    outcome: 'found',
    taxpayerName: taxpayerName(query.claimedName, scenario),
    tin: query.channel === 'TIN' ? query.number : '10000000-0001',
    rcNumber: query.channel === 'CAC' ? query.number : 'RC100000',
    providerReference,
  });
}

/** The company as it was claimed, but for the scenarios of names. */
function taxpayerName(claimed: string | undefined, scenario: RegistryScenario): string {
  if (claimed === undefined) return 'SPECIMEN TRADING LIMITED';
  if (scenario === 'name_mismatch') return 'ZENAIDA QUILLFEATHER HOLDINGS PLC';
  return scenario === 'name_partial_match' ? `QUILLFEATHER ${claimed}` : claimed;
}

function after<Answer>(scenario: RegistryScenario, answer: Answer): Simulated<Answer> {
  return { answer, delayMs: scenario === 'slow' ? slowMs : 0 };
}

function compared(scenario: RegistryScenario): FaceComparison {
  const score = scenario === 'face_mismatch' ? 21 : 96;
  return { matched: score >= faceThreshold, score, threshold: faceThreshold };
}

function linkedNin({ registry, number, linkedNin: asked, scenario: name }: RegistryQuery, scenario: RegistryScenario): string | null {
  if (registry === 'nin') return number;
  if (asked === undefined) return null;
  const broken = scenario === 'bvn_nin_mismatch' || scenarioOfNumber(asked, name) === 'bvn_nin_mismatch';
  return broken ? `${asked.slice(0, -1)}${(Number(asked.at(-1)) + 1) % 10}` : asked;
}

/** The names that differ from the claims under this scenario. */
function otherNames(claims: Claims, scenario: RegistryScenario): Partial<RegistryRecord> {
  const strange = (seed: string): string => unlike(seed, claims);
  if (scenario === 'name_mismatch') return { firstName: strange('Zenaida'), lastName: strange('Quillfeather'), otherName: null };
  if (scenario !== 'name_partial_match') return {};
  return claims.otherName === undefined ? { lastName: strange('Quillfeather') } : { otherName: strange('Zenaida') };
}

/** A name that shares no word with the claims. */
function unlike(seed: string, claims: Claims): string {
  const claimed = `${claims.firstName} ${claims.lastName} ${claims.otherName ?? ''}`.toLowerCase();
  return claimed.includes(seed.toLowerCase()) ? `${seed}${claimed.replace(/[^a-z]/g, '')}` : seed;
}

/** The same day a year earlier, or the day before it where that year has none. */
function otherBirthDate(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0');
  return day.endsWith('-02-29') ? `${year}-02-28` : `${year}${day.slice(4)}`;
}
