/** Where a check passes, and where it is too close to call. Measured: see the guide to document checks. */
export const thresholds = {
  /** Mean fit of the zone's characters. Wrong fonts reach 0.83 and can satisfy the check digits wrongly. */
  mrzPass: 0.85,
  mrzReview: 0.78,
  /** Variance of the Laplacian: less is blurred. */
  sharpness: 20,
  /** Mean brightness, 0 to 255: less is too dark. */
  brightness: 40,
  /** Share of pixels that are pure white: more is glare. */
  glare: 0.35,
  /** A number one character off is forgiven to a person's eye only if the reader was less sure than this. */
  printedConfidence: 0.9,
  /** Distance of face vectors: at most this for the same person, and up to the second for a person to decide. */
  faceMatch: 0.5,
  faceReview: 0.6,
  /** Nearer than this, the selfie is likely a picture of the document's own photo. */
  samePhoto: 0.18,
  /** Width of a face in pixels that the comparison needs. */
  documentFacePixels: 60,
  selfieFacePixels: 80,
} as const;

/** What judged: kept with each check. Versions are those of package.json; the reader of the zone is our own. */
export const engine = {
  text: 'PP-OCRv4, ocr-models 1.4.2, onnxruntime 1.30.0',
  zone: 'OCR-B templates 1',
  faces: 'face-api 1.7.15, tfjs 4.22.0',
  pictures: 'sharp 0.35.5',
  ...thresholds,
} as const;
