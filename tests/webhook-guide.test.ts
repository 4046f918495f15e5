import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRecord, readString } from '#src/lib/assert.ts';

const guide = readFileSync(new URL('../docs/guides/webhooks.md', import.meta.url), 'utf8');
const vectors = readVectors(JSON.parse(readFileSync(new URL('../docs/webhook-vectors.json', import.meta.url), 'utf8')));
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'openteller-guide-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('the guide\'s Node receiver tells genuine webhooks from others', () => {
  const program = `${snippet('js')}
const [vectors] = [JSON.parse(process.argv[2])];
console.log(JSON.stringify(vectors.map((v) => [isGenuine(v.secret, v.body, v.serviceSignature), isGenuine(v.secret, v.body + ' ', v.serviceSignature), isGenuine(v.secret, v.body, undefined)])));`;
  expect(run(process.execPath, 'receiver.mjs', program)).toEqual(vectors.map(() => [true, false, false]));
});

test('the guide\'s Python receiver does the same, where this machine has Python', () => {
  if (spawnSync('python3', ['--version']).status !== 0) return;
  const program = `${snippet('python')}
import json, sys
print(json.dumps([[is_genuine(v["secret"], v["body"].encode(), v["serviceSignature"]), is_genuine(v["secret"], v["body"].encode() + b" ", v["serviceSignature"]), is_genuine(v["secret"], b"", None)] for v in json.loads(sys.argv[1])]))`;
  expect(run('python3', 'receiver.py', program)).toEqual(vectors.map(() => [true, false, false]));
});

test('the guide\'s openssl line computes the signature, where this machine has openssl', () => {
  if (spawnSync('openssl', ['version']).status !== 0) return;
  for (const { secret, body, serviceSignature } of vectors) {
    writeFileSync(join(directory, 'body.json'), body);
    const { stdout } = spawnSync('sh', ['-c', snippet('sh')], { cwd: directory, env: { PATH: process.env['PATH'], SECRET: secret }, encoding: 'utf8' });
    expect(stdout.trim()).toBe(serviceSignature);
  }
});

function snippet(language: string): string {
  return new RegExp(`\`\`\`${language}\n([^\`]*)\`\`\``).exec(guide)?.[1] ?? '';
}

function run(interpreter: string, name: string, program: string): unknown {
  const file = join(directory, name);
  writeFileSync(file, program);
  const { stdout, stderr } = spawnSync(interpreter, [file, JSON.stringify(vectors)], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

function readVectors(document: unknown): { secret: string; body: string; serviceSignature: string }[] {
  const list: unknown = isRecord(document) ? document['vectors'] : undefined;
  return (Array.isArray(list) ? list : []).filter(isRecord)
    .map((vector) => ({ secret: readString(vector, 'secret'), body: readString(vector, 'body'), serviceSignature: readString(vector, 'serviceSignature') }));
}
