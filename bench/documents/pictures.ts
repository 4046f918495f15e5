/**
 * `npm run bench -- pictures`: how far the hashes of documents' pictures are apart, which the alarm of duplicates goes by: of one document, and of different holders' in the same light, drawn in one layout,
 * which is the hardest case. Ends with 1 when two holders' documents count as one picture.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createEngine, type Engine } from '#src/documents/engine.ts';
import { bitsApart, comparable, type Comparable, samePictureBits } from '#src/kyc/likeness-memory.ts';
import { holderOf } from '#tests/support/documents/holder.ts';
import { type Conditions, photograph } from '#tests/support/documents/photograph.ts';
import { phone, selfieOf } from '#tests/support/documents/pictures.ts';
import { drawSpecimen } from '#tests/support/documents/specimen.ts';

const today = new Date('2026-06-01T12:00:00Z');
/** One for each holder: 28 pairs. */
const faces = [38, 2, 68, 11, 54, 59, 29, 35] as const;
const shots: readonly (readonly [name: string, conditions: Conditions])[] = [
  ['clean', {}], ['phone', phone], ['phone, turned 5°', { ...phone, turn: 5 }], ['blurred 2.5', { blur: 2.5 }], ['glare', { glare: 0.7, shadow: 0.2, margin: 0.04 }],
  ['margin', { margin: 0.12, turn: -3 }], ['low light', { light: 0.4, noise: 18, jpegQuality: 70 }],
];
/** The light falls otherwise, and the table is another. */
const otherLight = 7;

type Shot = { docType: 'IP' | 'DR'; holder: number; name: string; picture: Comparable['picture'] };
type Row = { docType: 'IP' | 'DR'; what: string; apart: readonly number[] };

/** True where no two holders' documents count as one picture. */
export async function benchPictures(): Promise<boolean> {
  const engine = await createEngine();
  // The program never reads SVG; here it is what specimens are drawn in.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const taken: Shot[] = [];
  for (const docType of ['IP', 'DR'] as const) {
    for (const [holder, face] of faces.entries()) {
      taken.push(...await shotsOf(engine, docType, holder, face));
      process.stderr.write(`\r${docType}, holder ${holder + 1} of ${faces.length} `);
    }
  }
  const rows = (['IP', 'DR'] as const).flatMap((docType) => rowsOf(docType, taken.filter((shot) => shot.docType === docType)));
  return report(rows);
}

async function shotsOf(engine: Engine, docType: 'IP' | 'DR', holder: number, face: number): Promise<Shot[]> {
  const owner = holderOf(holder + 1, docType);
  const page = await drawSpecimen(owner, { seed: 3, photo: await selfieOf(face, 0) });
  const pictures: [name: string, image: Buffer][] = [];
  for (const [name, conditions] of shots) pictures.push([name, await photograph(page, conditions, 3)]);
  const sent = await photograph(page, phone, 3);
  pictures.push(['sent again', sent], ['as JPEG 40', await sharp(sent).jpeg({ quality: 40 }).toBuffer()], ['at half its size', await sharp(sent).resize({ width: 820 }).jpeg().toBuffer()]);
  pictures.push(['photographed again', await photograph(page, { ...phone, turn: -2, margin: 0.05, blur: 0.8 }, otherLight)]);
  const taken: Shot[] = [];
  for (const [name, image] of pictures) {
    const reading = await engine.read({ docType, documentNumber: owner.number, image, today });
    if (reading.outcome === 'read' && reading.likeness !== null) taken.push({ docType, holder, name, picture: comparable(reading.likeness.document).picture });
  }
  return taken;
}

function rowsOf(docType: 'IP' | 'DR', taken: readonly Shot[]): Row[] {
  const conditions = shots.map(([name]) => name);
  const pairs = taken.flatMap((one, at) => taken.slice(at + 1).map((other) => ({ one, other, apart: bitsApart(one, other) ?? Number.NaN })));
  const row = (what: string, fits: (one: Shot, other: Shot) => boolean): Row => ({ docType, what, apart: pairs.filter(({ one, other }) => fits(one, other)).map(({ apart }) => apart).toSorted((a, b) => a - b) });
  const ofOne = (name: string): Row => row(`one document, by phone and ${name}`, (one, other) => one.holder === other.holder && one.name === 'phone' && other.name === name);
  return [
    ...['sent again', 'as JPEG 40', 'at half its size', 'photographed again'].map(ofOne),
    row('one document, in two of the conditions below', (one, other) => one.holder === other.holder && conditions.includes(one.name) && conditions.includes(other.name)),
    ...conditions.map((name) => row(`two holders, both ${name}`, (one, other) => one.holder !== other.holder && one.name === name && other.name === name)),
    row('two holders, in two of the conditions', (one, other) => one.holder !== other.holder && one.name !== other.name && conditions.includes(one.name) && conditions.includes(other.name)),
  ];
}

function report(rows: readonly Row[]): boolean {
  const within = ({ apart }: Row): number => apart.filter((bits) => bits <= samePictureBits).length;
  const at = (apart: readonly number[], part: number): number => apart[Math.min(apart.length - 1, Math.floor(apart.length * part))] ?? Number.NaN;
  const wrong = rows.filter(({ what }) => what.startsWith('two holders')).reduce((sum, row) => sum + within(row), 0);
  const text = [
    '# One document or two, by their pictures', '',
    `${process.platform} ${release()}, ${cpus()[0]?.model ?? 'unknown'} × ${cpus().length}. Bits of 1,280 that differ; ${samePictureBits} or fewer count as one picture, where the faces do not contradict it. ${faces.length} holders of each kind, drawn in`,
    'one layout on one paper, and each row\'s holders photographed in the very same light.', '',
    '| Kind | Pictures | pairs | least | p50 | p95 | most | one picture |', '|---|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${row.docType} | ${row.what} | ${row.apart.length} | ${[0, 0.5, 0.95, 1].map((part) => at(row.apart, part)).join(' | ')} | ${within(row)} |`), '',
    `Two holders' documents that count as one picture: **${wrong}**.`, '',
  ].join('\n');
  process.stdout.write(`\n${text}`);
  const folder = join(import.meta.dirname, '..', 'results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'pictures.md'), text);
  return wrong === 0;
}
