/** How specimens are photographed. */
import type { Conditions } from '#tests/support/documents/photograph.ts';
import { phone } from '#tests/support/documents/pictures.ts';

export const conditions: readonly (readonly [name: string, conditions: Conditions])[] = [
  ['clean', {}],
  ['phone', phone],
  ['turned 5°', { turn: 5 }],
  ['turned 90°', { ...phone, turn: 90 }],
  ['upside down', { ...phone, turn: 178 }],
  ['blurred 1.5', { blur: 1.5 }],
  ['blurred 2.5', { blur: 2.5 }],
  ['noise', { noise: 35 }],
  ['glare', { glare: 0.7, shadow: 0.2, margin: 0.04 }],
  ['low light', { light: 0.4, noise: 18, jpegQuality: 70 }],
  ['JPEG 15', { jpegQuality: 15 }],
  ['800 wide', { scale: 800 / 1500 }],
  ['640 wide', { scale: 640 / 1500 }],
  ['sheared', { shear: 0.03, margin: 0.05 }],
  ['bad phone', { margin: 0.12, turn: -4, shear: 0.03, scale: 0.75, blur: 1.2, noise: 20, jpegQuality: 40, shadow: 0.6, glare: 0.5 }],
];
