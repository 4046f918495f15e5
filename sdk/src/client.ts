/** The client: every operation of the service as a typed method, by group. */
import type { CallOptions } from './call.ts';
import { cursorList, pageList } from './lists.ts';
import { type Operations, operations } from './operations.gen.ts';
import { createTransport, type Sent, type TransportOptions } from './transport.ts';

export type TellerOptions = TransportOptions;

type OperationId = keyof typeof operations;
type Exportable = { [Id in OperationId]: (typeof operations)[Id]['otherMedia'][number] extends never ? never : Id }[OperationId];

export type Teller = Operations & {
  /**
   * The same operation in another form, such as `text/csv` of a list or `application/pdf` of a receipt; the answer's body is read as it
   * arrives. @throws TellerError
   */
  download<Id extends Exportable>(operation: Id, input: { accept: (typeof operations)[Id]['otherMedia'][number]; params?: Record<string, string>; query?: object; body?: object }, options?: CallOptions): Promise<Response>;
  /** A call by method and path, for what has no method here yet; answers and refusals come back as they are. */
  send(request: Sent, options?: CallOptions): Promise<Response>;
};

type Operation = (typeof operations)[OperationId];

const defaultPageSize = 100;

/** A client of one environment. Holds a token and nothing else; one serves a whole program. */
export function createTeller(options: TellerOptions): Teller {
  const transport = createTransport(options);

  function method(operation: Operation): (...args: unknown[]) => unknown {
    return (...args) => {
      const rest = [...args];
      const params = Object.fromEntries(paramNames(operation.path).map((name) => [name, String(rest.shift())]));
      const body = operation.body ? { body: JSON.stringify(rest.shift() ?? {}) } : {};
      const query = (operation.query ? (rest.shift() ?? {}) : {}) as Record<string, unknown>;
      const call = rest.shift() as CallOptions | undefined;
      const load = (more: Record<string, unknown>) => transport.call({ method: operation.method, path: pathOf(operation.path, params, { ...query, ...more }), ...body }, call);
      switch (operation.list) {
        case 'pages':
          return pageList(Number(query['page'] ?? 1), Number(query['pageSize'] ?? defaultPageSize), (page, pageSize) => load({ page, pageSize }));
        case 'cursor':
          return cursorList(query['after'] as string | undefined, (after) => load({ limit: query['limit'] ?? defaultPageSize, after }));
        case null:
          return load({}).then((answer) => answer['data']);
      }
    };
  }

  const groups: Record<string, Record<string, unknown>> = {};
  for (const [operationId, operation] of Object.entries(operations)) {
    groups[operation.group] = { ...groups[operation.group], [operationId]: method(operation) };
  }
  return {
    ...(groups as unknown as Operations),
    send: transport.send,
    download(operationId, { accept, params = {}, query = {}, body }, call) {
      const { method: verb, path } = operations[operationId] as Operation;
      const request: Sent = { method: verb, path: pathOf(path, params, query as Record<string, unknown>), headers: { accept }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      return transport.download(request, call);
    },
  };
}

function paramNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

function pathOf(template: string, params: Readonly<Record<string, string>>, query: Readonly<Record<string, unknown>>): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}
