/** Builds the dashboard's pages into dashboard/dist, unless what is there was built from the same files. Prints what it did. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../dashboard/', import.meta.url));
const dist = join(root, 'dist');
const stampFile = join(dist, '.stamp');

const wanted = stamp();
if (isBuilt()) process.stdout.write('The dashboard is built already.\n');
else await build();

function isBuilt(): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted;
}

/** Of every file that the pages are made from, of the packages, and of how they are built. */
function stamp(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, '..', 'package-lock.json'))).update(readFileSync(import.meta.filename));
  for (const file of globSync(['src/**/*', 'public/**/*', 'index.html', 'vite.config.ts'], { cwd: root, withFileTypes: true })) {
    if (file.isFile()) hash.update(file.name).update(readFileSync(join(file.parentPath, file.name)));
  }
  return hash.digest('hex');
}

/** Beside the old ones, which are served until the new ones are whole. */
async function build(): Promise<void> {
  // Whoever starts this may be under test; the pages are what people get all the same.
  process.env.NODE_ENV = 'production';
  const { build: run } = await import('vite');
  const made = mkdtempSync(join(root, '.building-'));
  try {
    await run({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn', build: { outDir: made, emptyOutDir: true } });
    writeFileSync(join(made, '.stamp'), wanted);
    putInPlace(made);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  process.stdout.write('The dashboard is built.\n');
}

/** Two may build at once. What the first has put there is read already, so the second leaves it. */
function putInPlace(made: string): void {
  const old = `${made}.old`;
  for (let time = 1; !isBuilt(); time += 1) {
    try {
      if (existsSync(dist)) renameSync(dist, old);
      renameSync(made, dist);
      rmSync(old, { recursive: true, force: true });
      return;
    } catch (error) {
      rmSync(old, { recursive: true, force: true });
      // The other was quicker, between two of our steps.
      if (time === 5) throw error;
    }
  }
}
