/** What a run found, as Markdown for people and as a page with small pictures. */
import { cpus, release, type } from 'node:os';
import sharp from 'sharp';
import { thresholds } from '#src/documents/thresholds.ts';
import type { Outcome } from './measure.ts';

export type Costs = Readonly<Record<string, readonly number[]>>;
export type Run = { outcomes: readonly Outcome[]; costs: Costs; checkMs: readonly number[]; loadMs: number; residentBytes: number };

const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${part}/${whole}`);
const quantile = (values: readonly number[], part: number): number => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;
const milliseconds = (values: readonly number[], part: number): string => `${Math.round(quantile(values, part))} ms`;

export function acceptedWrongNumbers({ outcomes }: Run): number {
  return outcomes.flatMap(({ wrongNumber }) => wrongNumber).filter(({ said }) => said === 'pass').length;
}

export function toMarkdown(run: Run): string {
  const { outcomes, costs, checkMs, loadMs, residentBytes } = run;
  const rows = [...new Set(outcomes.map(({ docType, condition }) => `${docType}|${condition}`))].map((key) => {
    const of = outcomes.filter(({ docType, condition }) => `${docType}|${condition}` === key);
    const count = (test: (outcome: Outcome) => boolean): string => share(of.filter(test).length, of.length);
    const reasons = [...new Set(of.flatMap(({ open }) => open))].join(', ');
    return `| ${key.replace('|', ' | ')} | ${count(({ numberRead }) => numberRead)} | ${count(({ verdict }) => verdict === 'pass')} | ${count(({ verdict }) => verdict === 'review')} | ${reasons === '' ? '' : reasons} |`;
  });
  const wrong = outcomes.flatMap(({ wrongNumber }) => wrongNumber);
  const reviewed = (kind: string): number => wrong.filter(({ number, said }) => number === kind && said === 'review').length;
  return [
    '# Document checks, measured', '',
    `${outcomes.length} specimens, drawn; ${type()} ${release()}, ${cpus()[0]?.model ?? 'unknown'} × ${cpus().length}. Faces are drawn too: they prove that the parts are joined rightly, not how`,
    'well people are told apart. Templates and zones share one font, so the zone\'s rate is optimistic. A drawn face\'s other',
    'pose is often nearer than a person\'s other picture would be: hence `selfie_is_another_photo`.', '',
    `Wrong numbers accepted: **${acceptedWrongNumbers(run)}/${wrong.length}**; sent to a person: one digit altered ${share(reviewed('altered'), wrong.length / 2)}, a stranger's ${share(reviewed('stranger'), wrong.length / 2)}.`, '',
    '| Kind | Condition | number read | pass | review | what did not pass |', '|---|---|---|---|---|---|', ...rows, '',
    '| Likeness of faces (pass from 0.50, review from 0.40) | pairs | p5 | p50 | p95 |', '|---|---|---|---|---|',
    distribution('the same face', outcomes.map(({ sameFace }) => sameFace)), distribution('another face', outcomes.map(({ otherFace }) => otherFace)), '',
    `Matches at a distance of ${thresholds.faceMatch}: same ${share(outcomes.filter(({ sameFace }) => (sameFace ?? 0) >= 1 - thresholds.faceMatch).length, outcomes.length)}, other ${share(outcomes.filter(({ otherFace }) => (otherFace ?? 0) >= 1 - thresholds.faceMatch).length, outcomes.length)}.`, '',
    '| Step | CPU p50 | CPU p95 |', '|---|---|---|', ...Object.entries(costs).map(([name, values]) => `| ${name} | ${milliseconds(values, 0.5)} | ${milliseconds(values, 0.95)} |`),
    `| **a whole check** | ${milliseconds(checkMs, 0.5)} | ${milliseconds(checkMs, 0.95)} |`, '',
    `Loading the engine: ${Math.round(loadMs)} ms. Resident memory at the end: ${Math.round(residentBytes / 1024 / 1024)} MB, the drawing of specimens included.`, '',
  ].join('\n');
}

function distribution(name: string, likenesses: readonly (number | null)[]): string {
  const known = likenesses.filter((likeness) => likeness !== null);
  return `| ${name} | ${known.length} | ${[0.05, 0.5, 0.95].map((part) => quantile(known, part).toFixed(3)).join(' | ')} |`;
}

const mostPictures = 60;

/** Small pictures of misses first, then of hits, with what did not pass. */
export async function toHtml({ outcomes }: Run): Promise<string> {
  const sorted = outcomes.toSorted((a, b) => b.open.length - a.open.length).slice(0, mostPictures);
  const cards = await Promise.all(sorted.map(async ({ docType, condition, verdict, open, picture }) => {
    const small = await sharp(picture).resize({ width: 180 }).jpeg({ quality: 50 }).toBuffer();
    return `<figure class="${verdict}"><img alt="" src="data:image/jpeg;base64,${small.toString('base64')}"><figcaption>${docType}, ${condition}: ${verdict}<br>${open.join('<br>')}</figcaption></figure>`;
  }));
  const style = 'body{font:14px system-ui;margin:2rem}main{display:flex;flex-wrap:wrap;gap:1rem}figure{width:190px;margin:0;padding:5px;border:2px solid #bbb}.pass{border-color:#2a7}.fail{border-color:#c33}.review{border-color:#d90}';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Document checks</title><style>${style}</style><h1>Hits and misses</h1><main>${cards.join('')}</main></html>\n`;
}
