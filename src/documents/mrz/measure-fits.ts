import type { Correlator } from './correlate.ts';
import { mrzCharacters, type Template, templateSize } from './templates.ts';

/** How well each character fits at each place along a line's baseline; places are pixels from its left end. */
export type Fits = {
  places: number;
  at(place: number, character: number): number;
  /** The best fit among the allowed characters at a place. */
  best(place: number, allowed: Uint8Array): number;
  /** Measures a place that was passed over: every second one is measured at first. */
  measure(place: number): void;
};

const count = mrzCharacters.length;

export function measureFits(correlator: Correlator, templates: readonly Template[]): Fits {
  const places = correlator.width - templateSize.width;
  const scores = new Float32Array(places * count).fill(-1);
  const baseline = findBaseline(correlator, templates, places);
  const measure = (place: number): void => {
    const middle = baseline(place);
    for (let y = middle - 1; y <= middle + 1; y += 1) {
      if (y < 0 || y + templateSize.height > correlator.height) continue;
      const scale = correlator.scaleAt(place, y);
      if (scale === 0) continue;
      for (const template of templates) {
        const at = place * count + template.character;
        const fit = correlator.fit(place, y, template, scale);
        if (fit > (scores[at] ?? 0)) scores[at] = fit;
      }
    }
  };
  for (let place = 0; place < places; place += 2) measure(place);
  return {
    places,
    at: (place, character) => scores[place * count + character] ?? -1,
    best(place, allowed) {
      let best = -1;
      for (let character = 0; character < count; character += 1) {
        if (allowed[character] === 1) best = Math.max(best, scores[place * count + character] ?? -1);
      }
      return best;
    },
    measure,
  };
}

/** The top of the letters in the left, middle and right third by a vote of sparse places, and a straight line between: what is left of a slope. */
function findBaseline(correlator: Correlator, templates: readonly Template[], places: number): (place: number) => number {
  const heights = Math.max(1, correlator.height - templateSize.height + 1);
  const votes = [new Float64Array(heights), new Float64Array(heights), new Float64Array(heights)];
  for (let place = 0; place < places; place += 7) {
    const { fit, y } = bestHeight(correlator, templates, place, heights);
    const third = votes[Math.min(2, Math.floor((3 * place) / places))];
    if (fit > 0.6 && third !== undefined) third[y] = (third[y] ?? 0) + fit * fit;
  }
  const [left = 0, middle = 0, right = 0] = votes.map(mostVoted);
  return (place) => {
    const share = place / places;
    return Math.round(share < 0.5 ? left + (middle - left) * (share - 1 / 6) * 3 : middle + (right - middle) * (share - 0.5) * 3);
  };
}

function bestHeight(correlator: Correlator, templates: readonly Template[], place: number, heights: number): { fit: number; y: number } {
  let best = { fit: 0, y: 0 };
  for (let y = 0; y < heights; y += 1) {
    const scale = correlator.scaleAt(place, y);
    if (scale === 0) continue;
    for (const template of templates) {
      const fit = correlator.fit(place, y, template, scale);
      if (fit > best.fit) best = { fit, y };
    }
  }
  return best;
}

function mostVoted(votes: Float64Array): number {
  let best = 0;
  let most = -1;
  for (let y = 0; y < votes.length; y += 1) {
    const value = (votes[y] ?? 0) + 0.6 * ((votes[y - 1] ?? 0) + (votes[y + 1] ?? 0));
    if (value > most) [best, most] = [y, value];
  }
  return best;
}
