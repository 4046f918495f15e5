/** A CPU profile of a running program, over V8's inspector: of the measured part alone, without the start. */
import { setTimeout as pause } from 'node:timers/promises';
import { isRecord, readArray, readRecord, readString } from '#src/lib/assert.ts';

export type Profiling = { /** The profile as V8 writes it into a .cpuprofile file. */ stop(): Promise<Record<string, unknown>> };

const sampleEveryMicroseconds = 500;
const reachWithinMs = 10_000;

/** The program was started with `--inspect=127.0.0.1:port`. */
export async function startProfile(port: number): Promise<Profiling> {
  const socket = new WebSocket(await debuggerUrl(port));
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  let calls = 0;
  socket.addEventListener('message', ({ data }) => {
    const told: unknown = JSON.parse(String(data));
    if (!isRecord(told) || typeof told['id'] !== 'number') return;
    const asked = waiting.get(told['id']);
    waiting.delete(told['id']);
    if (isRecord(told['result'])) asked?.resolve(told['result']);
    else asked?.reject(new Error(`The inspector refused: ${JSON.stringify(told['error'])}`));
  });
  const opened = Promise.withResolvers<void>();
  socket.addEventListener('open', () => opened.resolve());
  socket.addEventListener('error', () => opened.reject(new Error('The inspector cannot be reached.')));
  await opened.promise;
  const ask = (method: string, params: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
    calls += 1;
    const asked = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(calls, asked);
    socket.send(JSON.stringify({ id: calls, method, params }));
    return asked.promise;
  };
  await ask('Profiler.enable');
  await ask('Profiler.setSamplingInterval', { interval: sampleEveryMicroseconds });
  await ask('Profiler.start');
  return {
    async stop() {
      const { profile } = await ask('Profiler.stop');
      socket.close();
      return readRecord(profile);
    },
  };
}

async function debuggerUrl(port: number): Promise<string> {
  for (const until = performance.now() + reachWithinMs; ;) {
    try {
      const targets: unknown = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
      return readString(readRecord(readArray(targets)[0]), 'webSocketDebuggerUrl');
    } catch (error) {
      if (performance.now() > until) throw new Error('The inspector does not answer.', { cause: error });
      await pause(50);
    }
  }
}
