/** What goes between the pool and its processes. Pictures travel as bytes, by structured clone. */
import type { DocumentQuestion } from '#src/kyc/document-reader.ts';
import type { Compared, Read } from './engine.ts';

export type Job =
  | { kind: 'read'; question: DocumentQuestion & { today: Date } }
  | { kind: 'compare'; photo: Uint8Array; picture: Uint8Array };

export type Reply = { kind: 'read'; reading: Read } | { kind: 'compare'; reading: Compared };

export type ChildMessage<Answer = Reply> =
  | { kind: 'ready' }
  /** The engine cannot run here at all. */
  | { kind: 'unable'; detail: string }
  | { kind: 'answer'; reply: Answer; residentBytes: number }
  /** This job went wrong; the process is no longer trusted. */
  | { kind: 'broken'; detail: string; residentBytes: number };
