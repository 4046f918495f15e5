/**
 * Faces drawn from numbers: a detector takes them for faces, and they are nobody's. They prove that the parts are joined rightly, not
 * how well people are told apart.
 */
import { seededRandom } from '#tests/simulation/random.ts';

type Features = {
  skin: string; shade: string; hair: string; iris: string; beard: boolean;
  halfWidth: number; halfHeight: number; eyeDrop: number; eyeApart: number; eyeOpen: number;
  noseWidth: number; noseLength: number; mouthDrop: number; mouthWidth: number; brow: number; browDrop: number; hairline: number;
};

const skins: readonly [readonly [string, string], ...(readonly [string, string])[]] = [['#f1c9a5', '#b98a63'], ['#e0ac7e', '#a9764c'], ['#c68642', '#8e5a25'], ['#8d5524', '#5e3413'], ['#5c3a21', '#3a2110'], ['#f6d7c3', '#c9a08a']];

function featuresOf(seed: number): Features {
  const random = seededRandom(seed);
  const within = (low: number, high: number): number => low + (high - low) * random.next();
  const [skin, shade] = random.pick(skins);
  return {
    skin, shade, hair: random.pick(['#1b1410', '#3b2416', '#6a4a2a', '#101010', '#55504a']), iris: random.pick(['#2b1a10', '#3b5a2a', '#2a4a6b', '#4a3320']), beard: random.chance(0.3),
    halfWidth: within(118, 150), halfHeight: within(165, 195), eyeDrop: within(-28, -12), eyeApart: within(46, 60), eyeOpen: within(13, 18),
    noseWidth: within(15, 26), noseLength: within(44, 62), mouthDrop: within(78, 98), mouthWidth: within(34, 52), brow: within(4, 10), browDrop: within(-30, -22), hairline: within(60, 110),
  };
}

/** An SVG of 600 × 760. `pose` 0 is straight; each other number moves head, eyes and mouth a little. */
export function drawnFace(seed: number, { pose = 0, background = '#b9c4cf' }: { pose?: number; background?: string } = {}): string {
  const still = featuresOf(seed);
  const random = seededRandom(seed * 31 + pose * 7919);
  const moved = (amount: number): number => (pose === 0 ? 0 : (random.next() - 0.5) * 2 * amount);
  const face = {
    ...still, eyeDrop: still.eyeDrop + moved(2), eyeApart: still.eyeApart + moved(1.5), mouthDrop: still.mouthDrop + moved(3), mouthWidth: still.mouthWidth + moved(3),
  };
  const [x, y] = [300 + moved(10), 330 + moved(10)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="760" viewBox="0 0 600 760"><defs>` +
    `<radialGradient id="skin" cx=".42" cy=".38" r=".75"><stop offset="0" stop-color="${face.skin}"/><stop offset=".75" stop-color="${face.skin}"/><stop offset="1" stop-color="${face.shade}"/></radialGradient>` +
    `<filter id="soft"><feGaussianBlur stdDeviation="5"/></filter><filter id="edge"><feGaussianBlur stdDeviation="1.6"/></filter></defs>` +
    `<rect width="600" height="760" fill="${background}"/><g transform="rotate(${moved(5)} ${x} ${y}) translate(${x} ${y})">${head(face)}${[-1, 1].map((side) => eye(face, side)).join('')}${nose(face)}${mouth(face)}</g></svg>`;
}

function head({ shade, hair, halfWidth: w, halfHeight: h, hairline, beard, mouthDrop }: Features): string {
  const shoulders = '<path d="M-230 430Q-200 250 -70 215L70 215Q200 250 230 430Z" fill="#34495e"/>';
  const neck = `<path d="M-62 100L-62 240Q0 270 62 240L62 100Z" fill="${shade}"/>`;
  const back = `<ellipse cx="0" cy="-40" rx="${w + 24}" ry="${h + 10 + hairline * 0.2}" fill="${hair}" filter="url(#edge)"/>`;
  const ears = [-w, w].map((x) => `<ellipse cx="${x}" cy="5" rx="18" ry="34" fill="${shade}"/>`).join('');
  const oval = `<path d="M${-w} -30Q${-w} ${-h} 0 ${-h}Q${w} ${-h} ${w} -30Q${w - 4} ${h * 0.62} 45 ${h - 8}Q0 ${h + 8} -45 ${h - 8}Q${-w + 4} ${h * 0.62} ${-w} -30Z" fill="url(#skin)"/>`;
  const fringe = `<path d="M${-w - 4} -40Q${-w + 10} ${-h - 12} 0 ${-h - 14}Q${w - 10} ${-h - 12} ${w + 4} -40Q${w - 30} ${-h + hairline * 0.7} 0 ${-h + hairline * 0.6}Q${-w + 30} ${-h + hairline * 0.7} ${-w - 4} -40Z" fill="${hair}" filter="url(#edge)"/>`;
  const chin = beard ? `<path d="M${-w + 12} 40Q${-w + 20} ${h} 0 ${h + 8}Q${w - 20} ${h} ${w - 12} 40Q60 ${mouthDrop + 40} 0 ${mouthDrop + 34}Q-60 ${mouthDrop + 40} ${-w + 12} 40Z" fill="${hair}" opacity=".55" filter="url(#soft)"/>` : '';
  return shoulders + neck + back + ears + oval + fringe + chin;
}

function eye({ shade, hair, iris, eyeDrop: y, eyeApart, eyeOpen, brow, browDrop }: Features, side: number): string {
  const x = side * eyeApart;
  return `<ellipse cx="${x}" cy="${y - 2}" rx="34" ry="22" fill="${shade}" opacity=".45" filter="url(#soft)"/>` +
    `<path d="M${x - 28} ${y}Q${x} ${y - eyeOpen - 6} ${x + 28} ${y}Q${x} ${y + eyeOpen} ${x - 28} ${y}Z" fill="#f7f4f0"/>` +
    `<circle cx="${x}" cy="${y - 2}" r="${eyeOpen * 0.72}" fill="${iris}"/><circle cx="${x}" cy="${y - 2}" r="${eyeOpen * 0.36}" fill="#060606"/><circle cx="${x + 3}" cy="${y - 6}" r="2.5" fill="#fff"/>` +
    `<path d="M${x - 29} ${y}Q${x} ${y - eyeOpen - 8} ${x + 29} ${y}" stroke="#20150f" stroke-width="4" fill="none" filter="url(#edge)"/>` +
    `<path d="M${side * (eyeApart - 34)} ${y + browDrop + 2}Q${x} ${y + browDrop - 12} ${side * (eyeApart + 36)} ${y + browDrop + 6}" stroke="${hair}" stroke-width="${brow}" fill="none" stroke-linecap="round" filter="url(#edge)"/>` +
    `<ellipse cx="${side * 70}" cy="62" rx="34" ry="26" fill="#c0604a" opacity=".16" filter="url(#soft)"/>`;
}

function nose({ shade, eyeDrop, noseWidth: w, noseLength: l }: Features): string {
  const nostrils = [-w * 0.55, w * 0.55].map((x) => `<ellipse cx="${x}" cy="${l + 3}" rx="5.5" ry="3.5" fill="#2c1a12" opacity=".8" filter="url(#edge)"/>`).join('');
  return `<path d="M-9 ${eyeDrop + 4}Q-12 ${l * 0.6} ${-w} ${l - 6}Q${-w - 2} ${l + 8} 0 ${l + 10}Q${w + 2} ${l + 8} ${w} ${l - 6}Q12 ${l * 0.6} 9 ${eyeDrop + 4}" fill="${shade}" opacity=".35" filter="url(#soft)"/>` +
    `${nostrils}<path d="M${-w - 3} ${l + 2}Q0 ${l + 16} ${w + 3} ${l + 2}" stroke="${shade}" stroke-width="3" fill="none" filter="url(#edge)"/>`;
}

function mouth({ shade, mouthDrop: y, mouthWidth: w }: Features): string {
  return `<path d="M${-w} ${y}Q-10 ${y - 13} 0 ${y - 8}Q10 ${y - 13} ${w} ${y}Q0 ${y + 22} ${-w} ${y}Z" fill="#a9544c" filter="url(#edge)"/>` +
    `<path d="M${-w} ${y}Q0 ${y + 5} ${w} ${y}" stroke="#5c2722" stroke-width="3" fill="none" filter="url(#edge)"/><ellipse cx="0" cy="${y + 30}" rx="30" ry="8" fill="${shade}" opacity=".35" filter="url(#soft)"/>`;
}
