/** Fields of identity requests, in the reference's spellings. */
import { z } from 'zod';

/** Two patterns and not one: both read any text in one pass, where their union would take quadratic time on a hostile one. */
export const personName = (meaning: string, example: string) =>
  z.string().trim().min(1).max(100)
    .regex(/\p{L}/u, 'must contain a letter')
    .regex(/^[^\p{Cc}]*$/u, 'must not contain control characters')
    .describe(meaning).meta({ examples: [example] });

export const bvn = z.string().regex(/^\d{11}$/, 'must have 11 digits').describe('Bank verification number, 11 digits.').meta({ examples: ['22200000001'] });
export const nin = z.string().regex(/^\d{11}$/, 'must have 11 digits').describe('National identification number, 11 digits.').meta({ examples: ['70000000001'] });
