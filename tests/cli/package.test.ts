/** What the command line promises about itself: it stands on the SDK and on pure files of the program, and needs nothing else at run time. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readRecord } from '#src/lib/assert.ts';
import { version } from '../../cli/src/commands.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = readRecord(JSON.parse(readFileSync(join(root, 'cli/package.json'), 'utf8')));

/** All without imports beyond their own folder, so that nothing of the server comes along. */
const pureFiles = ['src/cli/ask-secret.ts', 'src/errors.ts', 'src/lib/assert.ts', 'src/lib/signature-doctor.ts', 'src/lib/webhook-signature.ts', 'src/transfers/rails/response-codes.ts', 'src/webhooks/samples.ts'];

test('it imports its own files, the SDK, Node, and what is pure of the program', () => {
  const files = readdirSync(join(root, 'cli/src'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts')).map((name) => `cli/src/${name.replaceAll('\\', '/')}`);
  const imports = files.flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/^(?:import|export)[^;]*? from '([^']+)'/gm)].map((match) => match[1] ?? '').map((target) => (target.startsWith('.') ? posix.join(posix.dirname(file), target) : target)));
  expect(imports.length).toBeGreaterThan(50);
  expect([...new Set(imports)].filter((target) => !/^(?:node:|cli\/src\/|sdk\/src\/)/.test(target)).toSorted()).toEqual(pureFiles);
  expect(Object.keys(manifest)).not.toContain('dependencies');
});

test('it compiles into a package that runs by itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'openteller-package-'));
  try {
    const run = (...args: string[]): string => execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', timeout: 120_000 });
    run('node_modules/typescript/bin/tsc', '-p', 'cli', '--outDir', join(folder, 'dist'));
    symlinkSync(join(root, 'cli/package.json'), join(folder, 'package.json'));
    const bin = Object.values(readRecord(manifest['bin'])).map(String)[0] ?? '';
    expect(run(join(folder, bin), '--version')).toBe(`${version}\n`);
    expect(run(join(folder, bin), 'explain', 'otp_invalid')).toContain('The OTP is wrong.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('its version is that of the API', () => {
  expect(manifest['version']).toBe(version);
});

test('npx openteller and npm run openteller start the same', () => {
  const launched = execFileSync(process.execPath, [join(root, 'cli/bin/openteller.mjs'), '--version'], { cwd: tmpdir(), encoding: 'utf8', timeout: 120_000 });
  expect(launched).toBe(`${version}\n`);
});
