import { describe, expect, it } from 'vitest';
import { placesOfTenant, type Queue, shareOut } from './share.ts';

const none: ReadonlyMap<string, number> = new Map();
const queue = (endpointId: string, count: number, failing = false): Queue<string> => ({ endpointId, failing, due: Array.from({ length: count }, (_, index) => `${endpointId}${index}`) });

describe('shareOut', () => {
  it('lets endpoints take turns', () => {
    expect(shareOut([queue('a', 4), queue('b', 2)], none)).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'a3']);
  });

  it('gives an endpoint four places, those in flight included', () => {
    expect(shareOut([queue('a', 9)], none)).toHaveLength(4);
    expect(shareOut([queue('a', 9)], new Map([['a', 3]]))).toEqual(['a0']);
    expect(shareOut([queue('a', 9)], new Map([['a', 4]]))).toEqual([]);
  });

  it('gives one that is failing a single place', () => {
    expect(shareOut([queue('a', 4, true), queue('b', 4)], none)).toEqual(['a0', 'b0', 'b1', 'b2', 'b3']);
    expect(shareOut([queue('a', 4, true)], new Map([['a', 1]]))).toEqual([]);
  });

  it('keeps the last places for endpoints without a call in flight', () => {
    const hanging = new Map([['a', 4], ['b', 4], ['c', 4]]);
    expect(shareOut([queue('a', 4), queue('b', 4), queue('c', 4), queue('d', 4)], hanging)).toEqual(['d0']);
    expect(shareOut([queue('e', 4)], new Map([...hanging, ['d', 1]]))).toEqual(['e0']);
  });

  it('never has more than sixteen of a tenant in flight', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => queue(`e${index}-`, 4));
    expect(shareOut(twenty, none)).toHaveLength(placesOfTenant);
    expect(shareOut(twenty, new Map([['x', 4], ['y', 4], ['z', 4]]))).toHaveLength(4);
    expect(shareOut(twenty, new Map(Array.from({ length: 16 }, (_, index) => [`x${index}`, 1])))).toEqual([]);
  });
});
