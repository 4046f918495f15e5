/** Reads documents and compares faces: decode, level, turn upright, read, find faces, judge. Runs in a child process. */
import type { DocumentCheck, DocumentQuestion, DocumentReading, FaceReading, Likeness, PictureRefusal } from '#src/kyc/document-reader.ts';
import { slopeOf } from './deskew.ts';
import { createFaceFinder, faceDistance, type Face, type FaceFinder } from './faces/face-finder.ts';
import { refusalHints, hints } from './hints.ts';
import { check, judgeDistance, judgeDocumentFace, judgeFaces, judgeMrz, judgePrinted, judgePrintedExpiry, judgeQuality, judgeSelfieFace, likenessOf, verdictOf } from './judge.ts';
import { type Mrz, readMrz } from './mrz/read-mrz.ts';
import { loadTemplates, type Template } from './mrz/templates.ts';
import { pageHashOf, selfieHashOf } from './picture-hash.ts';
import { decodePicture, greyOf, type Picture, restrictDecoders, turned, widened, workingSide } from './picture.ts';
import { findExpiry } from './printed/find-expiry.ts';
import { matchNumber, type TextLine } from './printed/match-number.ts';
import { createTextReader, type TextReader } from './printed/read-text.ts';
import { qualityOf } from './quality.ts';
import { engine, thresholds } from './thresholds.ts';

export type Read = Exclude<DocumentReading, { outcome: 'busy' | 'unavailable' }>;
export type Compared = Exclude<FaceReading, { outcome: 'busy' | 'unavailable' }>;

export type Engine = {
  read(question: DocumentQuestion & { today: Date }): Promise<Read>;
  compareFaces(photo: Uint8Array, picture: Uint8Array): Promise<Compared>;
};

/** Runs a step of the work; a benchmark hands in one that measures. */
export type Step = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

type Tools = { templates: readonly Template[]; text: TextReader; faces: FaceFinder; step: Step };

/** Loads all models, which takes one to three seconds. Rejects where a native package is missing. */
export async function createEngine(step: Step = (_name, work) => work()): Promise<Engine> {
  restrictDecoders();
  const tools: Tools = { templates: loadTemplates(), text: await createTextReader(), faces: await createFaceFinder(), step };
  return {
    read: (question) => read(tools, question),
    compareFaces: (photo, picture) => compareFaces(tools, photo, picture),
  };
}

async function read(tools: Tools, question: DocumentQuestion & { today: Date }): Promise<Read> {
  const { step } = tools;
  const picture = await step('decode', () => decodePicture(question.image, workingSide.document));
  if (typeof picture === 'string') return refused('document', picture);
  const selfie = question.selfie === undefined ? null : await step('decode', () => decodePicture(question.selfie ?? new Uint8Array(), workingSide.selfie));
  if (typeof selfie === 'string') return refused('selfie', selfie);

  const quality = judgeQuality(qualityOf(greyOf(picture)));
  const live = selfie === null ? null : await step('selfie face', () => readSelfie(tools, selfie));
  // Nothing that the document says mends a selfie without one face, and reading it takes four times as long.
  if (live !== null && verdictOf(live.checks) === 'fail') return { outcome: 'read', verdict: 'fail', checks: [quality, ...live.checks], score: null, engine, likeness: null };

  const checks: DocumentCheck[] = [quality];
  const { page, lines, mrz } = question.docType === 'IP' ? await uprightPassport(tools, picture) : await uprightLicence(tools, picture);
  if (question.docType === 'IP') checks.push(...judgeMrz(mrz, question.documentNumber, question.today, quality));
  const zone = checks.find(({ id }) => id === 'number_in_mrz')?.status;
  checks.push(judgePrinted(matchNumber(lines, question.documentNumber), lines.length, zone, quality));

  if (question.docType === 'DR') checks.push(judgePrintedExpiry(findExpiry(lines), question.today));

  const onDocument = await step('document face', () => tools.faces.find(page));
  const apart = onDocument === null || live === null || live.likeness.face === null ? null : faceDistance(live.likeness.face, onDocument.vector);
  checks.push(judgeDocumentFace(onDocument), ...(live?.checks ?? []), ...(apart === null ? [] : judgeFaces(apart)));
  return {
    outcome: 'read', verdict: verdictOf(checks), checks, score: apart === null ? null : likenessOf(apart), engine,
    likeness: { document: { face: onDocument?.vector ?? null, pictureHash: await pageHashOf(greyOf(page), lines) }, selfie: live?.likeness ?? null },
  };
}

async function readSelfie(tools: Tools, selfie: Picture): Promise<{ checks: DocumentCheck[]; likeness: Likeness }> {
  const face = await tools.faces.find(selfie);
  return { checks: [check('selfie_readable', 'pass'), judgeSelfieFace(face)], likeness: { face: face?.vector ?? null, pictureHash: await selfieHashOf(greyOf(selfie)) } };
}

async function compareFaces({ faces, step }: Tools, photo: Uint8Array, picture: Uint8Array): Promise<Compared> {
  const found: Face[] = [];
  for (const [name, bytes] of [['first', photo], ['second', picture]] as const) {
    const decoded = await step('decode', () => decodePicture(bytes, workingSide.selfie));
    if (typeof decoded === 'string') return { outcome: 'refused', picture: name, reason: decoded, hint: refusalHints[decoded] };
    const face = await step('face', () => faces.find(decoded));
    if (face === null) return { outcome: 'no_face', picture: name, hint: hints.face_in_selfie };
    if (name === 'second' && face.similarInSize > 1) return { outcome: 'several_faces', picture: name, hint: hints.severalFaces };
    found.push(face);
  }
  const [first, second] = found;
  const distance = first === undefined || second === undefined ? 1 : faceDistance(first.vector, second.vector);
  return { outcome: 'compared', verdict: judgeDistance(distance), distance, score: likenessOf(distance), engine };
}

function refused(picture: 'document' | 'selfie', reason: PictureRefusal): Read {
  return { outcome: 'refused', picture, reason, hint: refusalHints[reason] };
}

/** Lines of text level. */
async function levelled({ step }: Tools, picture: Picture): Promise<Picture> {
  return step('level', async () => {
    const slope = await slopeOf(greyOf(picture));
    return Math.abs(slope) >= 0.3 ? turned(picture, -slope) : picture;
  });
}

type Upright = { page: Picture; lines: readonly TextLine[]; mrz: Mrz | null };

/** A page is upright where its zone reads; the face says in which order to try. */
async function uprightPassport(tools: Tools, picture: Picture): Promise<Upright> {
  const attempt = async (turn: number): Promise<{ page: Picture; mrz: Mrz | null }> => {
    const page = await levelled(tools, await turned(picture, turn));
    return { page, mrz: await tools.step('zone', async () => readMrz(greyOf(await widened(page, zoneWidth)), tools.templates)) };
  };
  let best = await attempt(0);
  for (const turn of isRead(best.mrz) ? [] : await turnsByFace(tools, picture)) {
    const other = turn === 0 ? best : await attempt(turn);
    if (!isRead(other.mrz)) continue;
    best = other;
    break;
  }
  return { ...best, lines: await tools.step('text', () => tools.text.read(best.page)) };
}

/** A zone of 44 cells has 27 pixels for each at this width. */
const zoneWidth = 1200;
const isRead = (mrz: Mrz | null): boolean => mrz !== null && mrz.holding >= 3 && mrz.score >= thresholds.mrzReview;

/** A card is upright where its face is, unless the print reads better another way. */
async function uprightLicence(tools: Tools, picture: Picture): Promise<Upright> {
  let best: { page: Picture; lines: readonly TextLine[] } | null = null;
  for (const turn of await turnsByFace(tools, picture)) {
    const page = await levelled(tools, await turned(picture, turn));
    const lines = await tools.step('text', () => tools.text.read(page));
    if (best === null || sureLines(lines) > sureLines(best.lines)) best = { page, lines };
    if (sureLines(best.lines) >= enoughSureLines) break;
  }
  return { page: best?.page ?? picture, lines: best?.lines ?? [], mrz: null };
}

/** Upside down, letters are taken for others, but not with much confidence. */
const sureLines = (lines: readonly TextLine[]): number => lines.filter(({ text, confidence }) => confidence >= 0.85 && text.trim().length >= 4).length;
const enoughSureLines = 4;

/** The four quarter turns, clockwise in degrees, the one first at which a face stands most upright. */
async function turnsByFace({ faces, step }: Tools, picture: Picture): Promise<number[]> {
  return step('turn', async () => {
    const seen: { turn: number; sureness: number }[] = [];
    for (const turn of [0, 180, 90, 270]) seen.push({ turn, sureness: await faces.glance(await turned(picture, turn)) });
    return seen.toSorted((a, b) => b.sureness - a.sureness).map(({ turn }) => turn);
  });
}
