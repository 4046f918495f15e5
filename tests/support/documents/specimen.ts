/** Draws specimens: a passport's page (125 × 88 mm) and a licence (85.6 × 54 mm), in several layouts, with a picture for a photo. */
import sharp from 'sharp';
import { type Random, seededRandom } from '#tests/simulation/random.ts';
import { type Holder, printedDay, zoneOf } from './holder.ts';
import { ocrBText } from './ocr-b.ts';

export type SpecimenOptions = {
  /** Pixels; the height follows. */
  width?: number;
  /** Colours, lines behind the text, and the layout. */
  seed?: number;
  /** A font of the machine for what is printed; without one everything is in OCR-B, which needs none. */
  font?: string | null;
  /** Lines of the zone in place of the right ones. */
  zone?: readonly [string, string];
  /** An encoded picture; without one the place of the photo stays empty. */
  photo?: Buffer;
};

type Frame = { x: number; y: number; width: number; height: number };
type Drawing = { shapes: string[]; photo: Frame; height: number };
type Write = (x: number, y: number, size: number, text: string, colour?: string) => string;

const unit = 1500;

/** A PNG. */
export async function drawSpecimen(holder: Holder, { width = unit, seed = 1, font = null, zone, photo }: SpecimenOptions = {}): Promise<Buffer> {
  const random = seededRandom(seed);
  const write = writer(font);
  const { shapes, photo: frame, height } = holder.docType === 'IP' ? passport(holder, random, write, zone ?? zoneOf(holder)) : licence(holder, random, write);
  const scale = width / unit;
  const pixelHeight = Math.round(height * scale);
  const paper = random.pick(['#eef3ec', '#f4efe6', '#eaf0f6', '#f3ecf0']);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${pixelHeight}" viewBox="0 0 ${unit} ${height}"><rect width="${unit}" height="${height}" fill="${paper}"/>${waves(random, height)}${shapes.join('')}</svg>`;
  const page = sharp(Buffer.from(svg));
  if (photo === undefined) return page.removeAlpha().png().toBuffer();
  const print = await sharp(photo).resize(Math.round(frame.width * scale), Math.round(frame.height * scale), { fit: 'cover' }).modulate({ saturation: 0.7, brightness: 1.03 }).toBuffer();
  return page.composite([{ input: print, left: Math.round(frame.x * scale), top: Math.round(frame.y * scale) }]).removeAlpha().png().toBuffer();
}

function writer(font: string | null): Write {
  return (x, y, size, text, colour = '#181820') => (font === null
    ? `<g fill="${colour}">${ocrBText(text.toUpperCase(), x, y, size)}</g>`
    : `<text x="${x}" y="${y}" font-size="${size}" font-family="${font}" fill="${colour}">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`);
}

/** The fine lines behind the print. */
function waves(random: Random, height: number): string {
  return Array.from({ length: 40 }, () => {
    const [depth, turns, phase, middle] = [height * (0.05 + 0.25 * random.next()), 1 + 4 * random.next(), 6.28 * random.next(), height * random.next()];
    const points = Array.from({ length: 61 }, (_, index) => {
      const angle = (turns * 6.28 * index) / 60;
      return `${((unit * index) / 60).toFixed(1)} ${(middle + depth * Math.sin(angle + phase) + (depth / 3) * Math.sin(3.1 * angle)).toFixed(1)}`;
    });
    return `<path d="M${points.join('L')}" fill="none" stroke="${random.pick(['#5a9', '#c88', '#78b', '#9a6', '#b7a'])}" stroke-opacity=".35" stroke-width="1.6"/>`;
  }).join('');
}

function passport(holder: Holder, random: Random, write: Write, zone: readonly [string, string]): Drawing {
  const height = Math.round((unit * 88) / 125);
  const label = (x: number, y: number, text: string): string => write(x, y, 19, text, '#445566');
  const field = (x: number, y: number, name: string, value: string, size = 34): string => label(x, y, name) + write(x, y + 38 + size / 10, size, value);
  // The number stands at the top right, or as some states have it, under the names.
  const numberOnTop = random.chance(0.6);
  const number = numberOnTop ? field(1080, 140, 'Passport No', holder.number, 40) : field(1080, 410, 'Passport No', holder.number, 40);
  const left = random.chance(0.8);
  const column = left ? 510 : 60;
  const move = (x: number): number => (left ? x : x - 450);
  return {
    height,
    photo: { x: left ? 60 : 1060, y: left ? 170 : 250, width: 380, height: 500 },
    shapes: [
      write(60, 70, 40, 'FEDERAL REPUBLIC OF NIGERIA', '#227744'), field(column, 140, 'Type', 'P'), field(move(700), 140, 'Country code', holder.state),
      left ? number : field(move(910), 140, 'Passport No', holder.number, 40),
      field(column, 230, 'Surname', holder.lastName), field(column, 320, 'Given names', holder.firstName), field(column, 410, 'Nationality', 'NIGERIAN'),
      field(column, 500, 'Date of birth', printedDay(holder.birth)), field(column, 590, 'Sex', holder.sex), field(move(700), 590, 'Place of birth', holder.place),
      field(column, 680, 'Date of issue', printedDay(holder.issue)), field(column, 765, 'Date of expiry', printedDay(holder.expiry)),
      `<rect x="0" y="850" width="${unit}" height="${height - 850}" fill="#fff" fill-opacity=".55"/>`,
      // 2.54 mm from letter to letter, 6.35 mm from line to line.
      ...zone.map((line, index) => `<g fill="#111">${ocrBText(line, (unit - 44 * 30.48) / 2, 918 + index * 76, 42.2, 30.48)}</g>`),
    ],
  };
}

function licence(holder: Holder, random: Random, write: Write): Drawing {
  const height = Math.round((unit * 54) / 85.6);
  const label = (x: number, y: number, text: string): string => write(x, y, 24, text, '#445566');
  const right = random.chance(0.25);
  const column = right ? 60 : 480;
  const dashed = (text: string): string => text.replaceAll(' ', '-');
  return {
    height,
    photo: { x: right ? 1080 : 60, y: 260, width: 360, height: 460 },
    shapes: [
      write(60, 90, 52, 'NATIONAL DRIVERS LICENCE', '#115533'), write(60, 140, 30, 'FEDERAL REPUBLIC OF NIGERIA'),
      label(column, 210, 'L/NO'), write(column + 120, 216, 54, holder.number, '#aa1111'), label(column, 290, 'CLASS'), write(column + 120, 294, 40, 'B'),
      label(column, 360, 'NAME'), write(column, 404, 42, `${holder.lastName} ${holder.firstName}`), label(column, 460, 'D OF B'), write(column, 504, 42, dashed(printedDay(holder.birth))),
      label(column + 420, 460, 'SEX'), write(column + 420, 504, 42, holder.sex), label(column, 560, 'ISS'), write(column, 604, 42, dashed(printedDay(holder.issue))),
      label(column + 420, 560, 'EXP'), write(column + 420, 604, 42, dashed(printedDay(holder.expiry))), label(column, 660, 'ADDRESS'), write(column, 704, 38, `12 ALLEN AVENUE ${holder.place}`),
      write(60, 860, 34, 'HOLDER SIGNATURE', '#556677'),
    ],
  };
}
