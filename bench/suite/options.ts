/** What a run of the suite is told on the command line. */
export const blockNames = ['confirm', 'journey', 'calls', 'reads', 'latency', 'sizes', 'cold-start', 'soak'] as const;
export type BlockName = (typeof blockNames)[number];

export type SuiteOptions = {
  /** Length of each measured part; a baseline takes half of it. */
  seconds: number;
  /** Callers at once, ascending. */
  clients: readonly number[];
  /** Organizations of the second of two runs that differ in nothing else. */
  tenants: number;
  /** Transfers in the tables before the load, small and large. */
  sizes: { small: number; large: number };
  blocks: readonly BlockName[];
  soakSeconds: number;
  /** Small sizes and short runs, for a build server; says whether everything works, and nothing about speed. */
  quick: boolean;
  /** Also says where the time goes, in a run of its own after all others: the profilers slow no other figure. */
  profile: boolean;
  /** Where the report goes; null: bench/results for a whole run, a temporary directory for any other. */
  out: string | null;
};

export const usage = `Usage: npm run bench -- suite [--seconds 8] [--clients 1,16,64,256] [--only ${blockNames.join(',')}] [--sizes 10000,2000000] [--quick] [--soak] [--soak-seconds 600] [--profile] [--out DIRECTORY]`;

const mostClients = 512;
const [leastTransfers, mostTransfers] = [1_000, 10_000_000];

/** @throws Error with the usage when an argument is unknown or out of bounds. */
export function readSuiteOptions(args: readonly string[]): SuiteOptions {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  for (let at = 0; at < args.length; at += 1) {
    const name = args[at] ?? '';
    if (['--quick', '--soak', '--profile'].includes(name)) flags.add(name);
    else if (['--seconds', '--clients', '--only', '--sizes', '--out', '--soak-seconds'].includes(name) && args[at + 1] !== undefined) values.set(name, args[at += 1] ?? '');
    else throw new Error(`Unknown or incomplete argument ${name}. ${usage}`);
  }
  const quick = flags.has('--quick');
  return {
    seconds: wholeNumber('--seconds', values.get('--seconds') ?? (quick ? '1' : '8'), 60),
    clients: clientsOf(values.get('--clients') ?? (quick ? '1,16' : '1,16,64,256')),
    tenants: quick ? 4 : 100,
    sizes: sizesOf(values.get('--sizes') ?? (quick ? '1000,5000' : '10000,2000000')),
    blocks: blocksOf(values.get('--only'), flags.has('--soak')),
    soakSeconds: wholeNumber('--soak-seconds', values.get('--soak-seconds') ?? '600', 3_600),
    quick,
    profile: flags.has('--profile'),
    out: values.get('--out') ?? null,
  };
}

function blocksOf(only: string | undefined, soak: boolean): BlockName[] {
  const named = only?.split(',') ?? blockNames.filter((name) => name !== 'soak' || soak);
  return named.map((name) => {
    const block = blockNames.find((known) => known === name);
    if (block === undefined) throw new Error(`There is no block ${name}. ${usage}`);
    return block;
  });
}

function sizesOf(text: string): SuiteOptions['sizes'] {
  const [small, large, more] = text.split(',').map((part) => wholeNumber('--sizes', part, mostTransfers));
  if (small === undefined || large === undefined || more !== undefined || small < leastTransfers || small >= large) throw new Error(`--sizes takes two numbers, the first from ${leastTransfers} and the second above it. ${usage}`);
  return { small, large };
}

function clientsOf(text: string): number[] {
  return [...new Set(text.split(',').map((part) => wholeNumber('--clients', part, mostClients)))].toSorted((left, right) => left - right);
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = /^\d{1,8}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) throw new Error(`${name} takes whole numbers from 1 to ${most}. ${usage}`);
  return value;
}
