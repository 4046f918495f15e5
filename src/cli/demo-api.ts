/** Calls as an integrator makes them, shown on the screen while they happen. */
import { randomUUID } from 'node:crypto';
import { isRecord } from '#src/lib/assert.ts';
import { DemoFailure } from './demo-failure.ts';
import type { Screen } from './demo-screen.ts';

export type DemoApi = {
  /** Trades the credentials for a token that later calls carry. */
  signIn(clientId: string, clientSecret: string): Promise<void>;
  /** Answers `data` of a success. @throws DemoFailure on any other answer, with what the API says to do. */
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Data>;
  /** The same, off the screen. */
  quietly(method: 'GET' | 'POST' | 'DELETE', path: string): Promise<Data>;
};

/** `data` of an answer; a list stands under `items`. */
export type Data = Record<string, unknown>;

type Reply = { status: number; json: Record<string, unknown>; data: Data; milliseconds: number };

const patienceMs = 30_000;

export function createDemoApi(url: string, screen: Screen): DemoApi {
  const root = `${url}/sandbox/v1`;
  let token = '';

  async function send(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Reply> {
    const started = performance.now();
    try {
      const response = await fetch(`${root}${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        signal: AbortSignal.timeout(patienceMs),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const parsed: unknown = await response.json();
      const json = isRecord(parsed) ? parsed : {};
      const data: unknown = json['data'];
      return { status: response.status, json, data: isRecord(data) ? data : { items: data }, milliseconds: Math.round(performance.now() - started) };
    } catch (cause) {
      throw new DemoFailure(`${method} ${path} got no answer from ${url}.`, 'See that the server runs and answers JSON, then start the demo again.', { cause });
    }
  }

  const authorized = (): Record<string, string> => ({ authorization: `Bearer ${token}`, requestid: randomUUID() });
  const statusLine = ({ status, json, milliseconds }: Reply): string => `${status}  ${String(json['message'] ?? '')}  ${milliseconds} ms`;

  return {
    async signIn(clientId, clientSecret) {
      screen.request('GET /auth/token');
      const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
      const reply = await send('GET', '/auth/token', { authorization: `Bearer ${credentials}` });
      token = String(successOf('GET /auth/token', reply)['accessToken'] ?? '');
      // A token opens an account's door: the screen shows its beginning only.
      screen.answer(statusLine(reply), { ...reply.data, accessToken: `${token.slice(0, 9)}…` });
    },
    async call(method, path, body) {
      screen.request(`${method} ${path}`, body);
      const reply = await send(method, path, authorized(), body);
      const data = successOf(`${method} ${path}`, reply);
      screen.answer(statusLine(reply), Array.isArray(data['items']) ? data['items'] : data);
      return data;
    },
    quietly: async (method, path) => successOf(`${method} ${path}`, await send(method, path, authorized())),
  };
}

function successOf(what: string, reply: Reply): Data {
  if (reply.status === 200) return reply.data;
  const errors: unknown = reply.json['errors'];
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const said = (key: string): string => (isRecord(first) && typeof first[key] === 'string' ? first[key] : '');
  const code = said('code');
  const whatToDo = code === 'credentials_invalid' ? 'Set CLIENT_ID and CLIENT_SECRET to what the server printed at its first start.' : said('fix');
  throw new DemoFailure(`${what} answered ${reply.status} ${code}: ${said('message')}`, whatToDo === '' ? 'Read the answer above; the reference stands at /docs.' : whatToDo);
}
