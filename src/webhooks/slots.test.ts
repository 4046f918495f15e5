import { describe, expect, it } from 'vitest';
import { createSlots } from './slots.ts';

describe('slots', () => {
  it('give a place to whoever waited first, for each key by itself', async () => {
    const slots = createSlots(1, 10_000);
    const order: string[] = [];
    expect(await slots.take('a')).toBe(true);
    expect(await slots.take('b')).toBe(true);
    const first = slots.take('a').then((taken) => order.push(`first ${taken}`));
    const second = slots.take('a').then((taken) => order.push(`second ${taken}`));
    slots.release('a');
    await first;
    slots.release('a');
    await second;
    expect(order).toEqual(['first true', 'second true']);
  });

  it('refuse after the time to wait, and keep no place for who was refused', async () => {
    const slots = createSlots(1, 20);
    await slots.take('a');
    expect(await slots.take('a')).toBe(false);
    slots.release('a');
    expect(await slots.take('a')).toBe(true);
    slots.release('a');
    slots.release('never taken');
  });
});
