/** What the simulator's HTTP program may answer. `close` drops the connection without a word. */
export type HttpReply =
  | { kind: 'json'; status: number; body: unknown }
  | { kind: 'text'; status: number; contentType: string; body: string }
  | { kind: 'close' };

export type HttpQuestion = {
  method: string;
  path: string;
  query: URLSearchParams;
  authorization: string | undefined;
  body: string;
};

export const json = (status: number, body: unknown): HttpReply => ({ kind: 'json', status, body });

/** As the gateway in front of the rail words it. */
export const noRoute = json(404, { message: 'no Route matched with those values' });
