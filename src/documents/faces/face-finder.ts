/** Faces by face-api: found, aligned, and turned into a vector that is near for pictures of one person. Models come with the package. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Picture } from '../picture.ts';
import { chipSide, faceChip, mirrored, type Point } from './face-chip.ts';
import { startTensors, type Tensor } from './tensors.ts';

/** The largest face. */
export type Face = {
  /** 128 numbers. */
  vector: Float32Array;
  /** Width of its box in pixels of the picture. */
  width: number;
  /** How sure the detector is, 0 to 1. */
  confidence: number;
  /** Faces at least half as large as this one, itself included. */
  similarInSize: number;
};

export type FaceFinder = {
  find(picture: Picture): Promise<Face | null>;
  /** How sure a quick look is that a face stands upright here, 0 to 1. */
  glance(picture: Picture): Promise<number>;
};

type Box = { width: number; area: number };
type Found = { detection: { score: number; box: Box }; landmarks: { positions: readonly Point[] } };
type Options = { readonly kind?: string };
type Net = { loadFromDisk(directory: string): Promise<void> };
type FaceApi = {
  nets: { ssdMobilenetv1: Net; tinyFaceDetector: Net; faceLandmark68Net: Net; faceRecognitionNet: Net & { computeFaceDescriptor(input: Tensor): Promise<Float32Array> } };
  SsdMobilenetv1Options: new (options: { minConfidence: number }) => Options;
  TinyFaceDetectorOptions: new (options: { inputSize: number; scoreThreshold: number }) => Options;
  detectAllFaces(input: Tensor, options: Options): PromiseLike<{ score: number }[]> & { withFaceLandmarks(): PromiseLike<Found[]> };
};

const require = createRequire(import.meta.url);

export async function createFaceFinder(): Promise<FaceFinder> {
  const tensors = await startTensors();
  const api: FaceApi = require('@vladmandic/face-api/dist/face-api.node-wasm.js');
  const models = join(dirname(require.resolve('@vladmandic/face-api/package.json')), 'model');
  const { ssdMobilenetv1, tinyFaceDetector, faceLandmark68Net, faceRecognitionNet } = api.nets;
  await Promise.all([ssdMobilenetv1, tinyFaceDetector, faceLandmark68Net, faceRecognitionNet].map((net) => net.loadFromDisk(models)));

  async function holding<Result>(data: Uint8Array, width: number, height: number, work: (tensor: Tensor) => PromiseLike<Result>): Promise<Result> {
    const tensor = tensors.tensor3d(data, [height, width, 3], 'int32');
    try {
      return await work(tensor);
    } finally {
      tensor.dispose();
    }
  }

  /** The thorough detector; the small one finds some that it misses. */
  const detect = (picture: Picture): Promise<Found[]> => holding(picture.data, picture.width, picture.height, async (tensor) => {
    const thorough = await api.detectAllFaces(tensor, new api.SsdMobilenetv1Options({ minConfidence: 0.4 })).withFaceLandmarks();
    return thorough.length > 0 ? thorough : api.detectAllFaces(tensor, new api.TinyFaceDetectorOptions({ inputSize: 416, scoreThreshold: 0.4 })).withFaceLandmarks();
  });
  const vectorOf = (chip: Uint8Array): Promise<Float32Array> => holding(chip, chipSide, chipSide, (tensor) => faceRecognitionNet.computeFaceDescriptor(tensor));

  return {
    async find(picture) {
      const found = (await detect(picture)).toSorted((a, b) => b.detection.box.area - a.detection.box.area);
      const [largest] = found;
      if (largest === undefined) return null;
      const chip = faceChip(picture, largest.landmarks.positions);
      const [straight, mirror] = [await vectorOf(chip), await vectorOf(mirrored(chip))];
      const { box, score } = largest.detection;
      return {
        vector: straight.map((value, index) => (value + (mirror[index] ?? 0)) / 2),
        width: Math.round(box.width),
        confidence: score,
        similarInSize: found.filter(({ detection }) => detection.box.area >= box.area / 2).length,
      };
    },
    async glance(picture) {
      const found = await holding(picture.data, picture.width, picture.height, (tensor) => api.detectAllFaces(tensor, new api.TinyFaceDetectorOptions({ inputSize: 416, scoreThreshold: 0.5 })));
      return Math.max(0, ...found.map(({ score }) => score));
    },
  };
}

/** Euclidean: 0 for equal vectors, about 1 for unrelated faces. */
export function faceDistance(a: Float32Array, b: Float32Array): number {
  return Math.sqrt(a.reduce((sum, value, index) => sum + (value - (b[index] ?? 0)) ** 2, 0));
}
