/** Credentials on this machine: one file, readable by its owner alone. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from './trouble.ts';

export type Profile = { url: string; clientId: string; clientSecret: string };

export type Stored = {
  profiles: Readonly<Record<string, Profile>>;
  /** What forwarded events are signed with, by profile. */
  listenSecrets: Readonly<Record<string, string>>;
};

export type Profiles = {
  file: string;
  read(): Promise<Stored>;
  /** Writes the file anew, or not at all. */
  write(stored: Stored): Promise<void>;
};

export function openProfiles(env: Readonly<Record<string, string | undefined>>): Profiles {
  const configured = env['XDG_CONFIG_HOME'] ?? '';
  const folder = join(configured === '' ? join(homedir(), '.config') : configured, 'openteller');
  const file = join(folder, 'config.json');
  return {
    file,
    async read() {
      const text = await readFile(file, 'utf8').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}';
        throw new UsageError(`${file} cannot be read.`, 'See who owns it, or set XDG_CONFIG_HOME to another folder.');
      });
      return parseStored(file, text);
    },
    async write(stored) {
      const fresh = `${file}.${process.pid}.new`;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(fresh, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 });
        await rename(fresh, file);
      } catch {
        throw new UsageError(`${file} cannot be written.`, 'See who owns its folder, or set XDG_CONFIG_HOME to another one.');
      }
    },
  };
}

function parseStored(file: string, text: string): Stored {
  try {
    const { profiles, listenSecrets } = recordOf(JSON.parse(text));
    return {
      profiles: Object.fromEntries(Object.entries(recordOf(profiles)).map(([name, entry]) => [name, profileOf(recordOf(entry))])),
      listenSecrets: Object.fromEntries(Object.entries(recordOf(listenSecrets)).map(([name, secret]) => [name, textOf(secret)])),
    };
  } catch {
    throw new UsageError(`${file} is damaged.`, 'Delete it, and log in again: openteller login');
  }
}

function profileOf({ url, clientId, clientSecret }: Record<string, unknown>): Profile {
  return { url: textOf(url), clientId: textOf(clientId), clientSecret: textOf(clientSecret) };
}

function recordOf(value: unknown = {}): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('not an object');
  return Object.fromEntries(Object.entries(value));
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('not a text');
  return value;
}
