/** What Dojah's entities hold, and how it spells it. Null where an entity lacks what we need. */
import { z } from 'zod';
import type { FaceComparison } from './identity-provider.ts';
import { blankToNull } from './registry-fields.ts';

/** Dojah's own rule: 90 and above is a match. */
export const dojahFaceThreshold = 90;

const text = z.string().nullish();

const comparison = z.object({ confidence_value: z.coerce.number().min(0).max(100), match: z.boolean() });
const selfieEntity = z.object({ selfie_verification: comparison.nullish(), image: text, photo: text });
const photoIdEntity = z.object({ selfie: comparison });

/** A selfie held against a registry's photo; `no_photo` when there was none to compare with. */
export function readSelfieVerification(entity: unknown): FaceComparison | 'no_photo' | null {
  const parsed = selfieEntity.safeParse(entity);
  if (!parsed.success) return null;
  const { selfie_verification: compared, image, photo } = parsed.data;
  if (compared != null) return toComparison(compared);
  return blankToNull(image ?? photo) === null ? 'no_photo' : null;
}

export function readPhotoIdSelfie(entity: unknown): FaceComparison | null {
  const parsed = photoIdEntity.safeParse(entity);
  return parsed.success ? toComparison(parsed.data.selfie) : null;
}

function toComparison({ confidence_value: score, match: matched }: z.output<typeof comparison>): FaceComparison {
  return { matched, score, threshold: dojahFaceThreshold };
}

const analysisEntity = z.object({
  status: z.object({ overall_status: z.number() }),
  text_data: z.array(z.object({ field_key: text, status: z.number().nullish(), value: text })).nullish(),
});

/** The number a document carries; `unreadable` when Dojah does not vouch for the document or read no number. */
export function readDocumentNumber(entity: unknown): { number: string } | 'unreadable' | null {
  const parsed = analysisEntity.safeParse(entity);
  if (!parsed.success) return null;
  const field = parsed.data.text_data?.find(({ field_key: key, status, value }) => key === 'document_number' && status === 1 && blankToNull(value) !== null);
  return parsed.data.status.overall_status === 1 && field?.value != null ? { number: field.value } : 'unreadable';
}
