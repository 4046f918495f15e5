import { cutGrey, type Grey } from './picture.ts';

/** A difference hash: 64 bits as 16 hex digits. Pictures of the same scene differ in few bits, whatever their size and compression. */
export async function pictureHashOf(grey: Grey): Promise<string> {
  const { data } = await cutGrey(grey, null, 9, 8);
  let bits = 0n;
  for (let y = 0; y < 8; y += 1) {
    for (let x = 0; x < 8; x += 1) {
      const at = y * 9 + x;
      bits = (bits << 1n) | ((data[at] ?? 0) < (data[at + 1] ?? 0) ? 1n : 0n);
    }
  }
  return bits.toString(16).padStart(16, '0');
}
