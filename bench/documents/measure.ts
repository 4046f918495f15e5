/** Reads one specimen, then the same with a wrong number and a stranger's selfie; says what came out and what it cost. */
import type { Engine, Read } from '#src/documents/engine.ts';
import { verdictOf } from '#src/documents/judge.ts';
import { type Holder, holderOf, withOtherDigit } from '#tests/support/documents/holder.ts';
import type { Conditions } from '#tests/support/documents/photograph.ts';
import { documentOf, selfieOf } from '#tests/support/documents/pictures.ts';
import { seededRandom } from '#tests/simulation/random.ts';

export type Outcome = {
  docType: 'IP' | 'DR';
  condition: string;
  /** The right number and the right face. */
  verdict: 'pass' | 'review' | 'fail';
  /** The number was found: in print, and in the zone of a passport. */
  numberRead: boolean;
  /** What did not pass, of the genuine one. */
  open: string[];
  /** What the checks of the number said of another one: with one digit altered, and a stranger's. Only a pass is accepted; review is a person's. */
  wrongNumber: { number: 'altered' | 'stranger'; said: 'pass' | 'review' | 'fail' }[];
  /** Likeness to another picture of the same face, and to a stranger's; null where a face was not found. */
  sameFace: number | null;
  otherFace: number | null;
  picture: Buffer;
};

/** Faces of one pair are far apart, so that a mismatch can show; see the guide for what drawn faces do not prove. */
const pairs = [[38, 2], [68, 11], [68, 54], [59, 38], [29, 2], [59, 35]] as const;
const fonts = [null, 'DejaVu Sans', 'DejaVu Serif', 'DejaVu Sans Mono', 'Liberation Sans', 'Liberation Serif'] as const;

export async function measureOne(engine: Engine, seed: number, docType: 'IP' | 'DR', [condition, conditions]: readonly [string, Conditions], today: Date): Promise<Outcome> {
  const holder = holderOf(seed, docType);
  const [face, other] = pairs[seed % pairs.length] ?? pairs[0];
  const image = await documentOf(holder, { face, seed, font: fonts[seed % fonts.length] ?? null, conditions });
  const ask = async (documentNumber: string, selfie?: Buffer): Promise<Read> => engine.read({ docType, documentNumber, image, today, ...(selfie === undefined ? {} : { selfie }) });
  const genuine = await ask(holder.number, await selfieOf(face));
  const altered = await ask(withOtherDigit(holder.number, seededRandom(seed * 77)), await selfieOf(other));
  const stranger = await ask(strangerOf(holder, seed));
  const checks = genuine.outcome === 'read' ? genuine.checks : [];
  const numberChecks = checks.filter(({ id }) => id === 'number_printed' || id === 'number_in_mrz');
  return {
    docType, condition, picture: image,
    verdict: genuine.outcome === 'read' ? genuine.verdict : 'fail',
    numberRead: numberChecks.length > 0 && numberChecks.every(({ status }) => status === 'pass'),
    open: checks.filter(({ status }) => status !== 'pass').map(({ id, status }) => `${id}: ${status}`),
    wrongNumber: [{ number: 'altered', said: saidOf(altered) }, { number: 'stranger', said: saidOf(stranger) }],
    sameFace: genuine.outcome === 'read' ? genuine.score : null,
    otherFace: altered.outcome === 'read' ? altered.score : null,
  };
}

function strangerOf({ docType }: Holder, seed: number): string {
  return holderOf(seed + 100_000, docType).number;
}

/** By the checks of the number alone, whatever the others say. */
function saidOf(reading: Read): 'pass' | 'review' | 'fail' {
  if (reading.outcome !== 'read') return 'fail';
  const checks = reading.checks.filter(({ id }) => id === 'number_printed' || id === 'number_in_mrz');
  return checks.length === 0 ? 'fail' : verdictOf(checks);
}
