/** What the HTTP layer is given by the program around it. */
import type { Logger } from 'pino';
import type { ZodType } from 'zod';
import type { BuiltPages } from './built-pages.ts';
import type { FinishedCall } from './finished-call.ts';
import type { GaugeSource } from './metrics.ts';
import type { PublicPage } from './public-page.ts';
import type { RawRoute } from './raw-route.ts';
import type { Caller, Route } from './route.ts';
import type { SessionRoot } from './session-endpoint.ts';
import type { StaticPage } from './static-page.ts';

/** A path the routes are mounted under, and the environment whose credentials it takes. */
export type Root = { prefix: string; environment: 'sandbox' | 'live' };

/** An event as its receiver sees it: one line, the shape of the whole body, and an example of it. */
export type DocumentedEvent = { summary: string; schema?: ZodType; example: unknown };

/** What a caller presented: the Authorization line as it came, at which environment's root, from which address. */
export type Presented = { authorization: string | undefined; environment: 'sandbox' | 'live'; ip: string };

export type HttpOptions = {
  /** Absolute, without a trailing slash. */
  publicUrl: string;
  log: Logger;
  /** Addresses and networks whose X-Forwarded-For is believed. */
  trustedProxies?: readonly string[];
  /** Requests wait for it: the port is taken before everything behind it is there. */
  opened?: Promise<unknown>;
  routes: readonly Route[];
  roots: readonly Root[];
  /** The root whose callers are people. */
  sessionRoot?: SessionRoot;
  /** Paths outside the roots, for those who speak another protocol. */
  rawRoutes?: readonly RawRoute[];
  /** The documentation, and what belongs to it. */
  staticPages?: readonly StaticPage[];
  /** Pages of an application of their own. */
  builtPages?: BuiltPages;
  /** Pages that need no token. */
  publicPages?: readonly PublicPage[];
  /** Further numbers on /metrics. */
  gauges?: readonly GaugeSource[];
  /** Who presents this token. Throws Failure. */
  authenticate(presented: Presented): Promise<Caller>;
  /** A new token for a client identifier and secret. Throws Failure. */
  issueToken(presented: Presented): Promise<{ accessToken: string; expiresInSeconds: number }>;
  /** Told of each call of the API when its last byte was sent. Must be quick, and must not throw. */
  onCall?(call: FinishedCall): void;
  liveReady(): boolean;
  /** Would a write succeed now? */
  isReady(): Promise<boolean>;
  rateLimits(caller: Caller): { perSecond: number; burst: number; kycPerMinute: number };
  /** Hold each answer against its route's declaration: tests and development. */
  checkAnswers: boolean;
  /** Monotonic milliseconds. */
  nowMs(): number;
  /** Shown on pages. */
  version?: string;
  /** The OpenAPI document of the routes, where `staticPages` are made from it. */
  document?: Readonly<Record<string, unknown>>;
};
