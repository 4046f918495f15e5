/**
 * `npm run demo`: plays the main job against a running server (OPENTELLER_URL, or PUBLIC_URL, or HOST and PORT, with CLIENT_ID and
 * CLIENT_SECRET or their SEED_ forms), or against one that it starts for itself. Ends with 0, or with 1 and what to do.
 */
import { createDemoApi } from './demo-api.ts';
import { DemoFailure } from './demo-failure.ts';
import { startDemoReceiver } from './demo-receiver.ts';
import { createScreen } from './demo-screen.ts';
import { chooseDemoServer } from './demo-server.ts';
import { playMainJob } from './demo-story.ts';

const screen = createScreen((text) => void process.stdout.write(text), { colour: process.stdout.isTTY && process.env['NO_COLOR'] === undefined });
const receiver = await startDemoReceiver();
const choosing = chooseDemoServer(process.env);

for (const [signal, exitCode] of [['SIGINT', 130], ['SIGTERM', 143]] as const) {
  process.once(signal, () => void end(exitCode));
}

try {
  const server = await choosing;
  screen.title('Openteller demo', `${server.url}/sandbox/v1`);
  screen.note(`${server.story} Answers are shown short: without nulls, long texts cut.`);
  const { clientId, clientSecret, url } = server;
  screen.done(await playMainJob({ api: createDemoApi(url, screen), screen, receiver, clientId, clientSecret }));
  await end(0);
} catch (error) {
  if (error instanceof DemoFailure) screen.failed(error.message, error.whatToDo);
  else screen.failed(error instanceof Error ? error.message : String(error), 'Start it again; if it fails the same way, npm start says more.');
  await end(1);
}

async function end(exitCode: number): Promise<void> {
  receiver.close();
  // A server that is still starting is waited for, so that nothing of it stays behind.
  await choosing.then((server) => server.stop()).catch(() => undefined);
  process.exit(exitCode);
}
