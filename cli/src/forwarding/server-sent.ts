/** Server-sent events (HTML Living Standard §9.2), read from a body as it arrives. */

export type ServerSent = {
  /** Last id that was seen; an event without data moves it too. */
  id: string | null;
  data: string | null;
};

/** Each event once it is whole; what is cut off by the end is dropped, as the standard says. */
export async function* readServerSent(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split(/\r?\n\r?\n/);
    text = blocks.pop() ?? '';
    for (const block of blocks) yield parseBlock(block);
  }
}

function parseBlock(block: string): ServerSent {
  const fields = block.split(/\r?\n/).map((line): [string, string] => {
    const at = line.indexOf(':');
    return at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')];
  });
  const of = (name: string): string[] => fields.filter(([field]) => field === name).map(([, value]) => value);
  const data = of('data');
  return { id: of('id').at(-1) ?? null, data: data.length === 0 ? null : data.join('\n') };
}
