import { describe, expect, it } from 'vitest';
import { createFaults, parseFaultMix, seededRandom } from './faults.ts';

function draws(seed: number, count: number): readonly (string | null)[] {
  const faults = createFaults(seededRandom(seed));
  faults.set({ outage: 0.2, lost_reply: 0.3 });
  return Array.from({ length: count }, () => faults.draw('send'));
}

describe('faults', () => {
  it('are the same for the same seed and order, and others for another seed', () => {
    expect(draws(1, 200)).toEqual(draws(1, 200));
    expect(draws(1, 200)).not.toEqual(draws(2, 200));
  });

  it('come about as often as the mix says', () => {
    const drawn = draws(3, 10_000);
    const share = (kind: string | null): number => drawn.filter((fault) => fault === kind).length / drawn.length;
    expect(share('outage')).toBeCloseTo(0.2, 1);
    expect(share('lost_reply')).toBeCloseTo(0.3, 1);
    expect(share(null)).toBeCloseTo(0.5, 1);
  });

  it('befall only the calls that can suffer them', () => {
    const faults = createFaults(seededRandom(1));
    faults.set({ late_rejection: 1 });
    expect([faults.draw('enquire'), faults.draw('send'), faults.draw('query')]).toEqual([null, 'late_rejection', null]);
  });

  it('delay within the bound', () => {
    const faults = createFaults(seededRandom(1), 10);
    const delays = Array.from({ length: 1_000 }, () => faults.drawDelayMs());
    expect([Math.min(...delays), Math.max(...delays)]).toEqual([0, 10]);
  });

  it('read from outside are known names with probabilities', () => {
    expect(parseFaultMix({ outage: 0.5 })).toEqual({ outage: 0.5 });
    for (const wrong of [null, 1, 'outage', { outage: -0.1 }, { outage: '1' }, { toString: 1 }]) expect(parseFaultMix(wrong)).toBeNull();
  });
});
