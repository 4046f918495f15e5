/** What a run of the benchmark is told on the command line. */
export type BenchOptions = {
  /** Callers at once; each owns one account and has one transfer outstanding. */
  clients: number;
  /** Length of the measured part. */
  seconds: number;
  /** Organizations the clients are spread over. */
  tenants: number;
  /** Bounded run for a build server: no baseline, 20 seconds in all. */
  short: boolean;
  /** No baseline, for comparing two states of the code one right after the other. */
  alone: boolean;
  /** Also says where the time goes: a CPU profile of the program and PostgreSQL's statement statistics. */
  profile: boolean;
};

const usage = 'Usage: npm run bench -- [--clients 64] [--seconds 10] [--tenants 1] [--short] [--alone] [--profile]';

/** @throws Error with the usage when an argument is unknown or out of bounds. */
export function readOptions(args: readonly string[]): BenchOptions {
  const short = args.includes('--short');
  const options: BenchOptions = { clients: short ? 16 : 64, seconds: short ? 3 : 10, tenants: 1, short, alone: args.includes('--alone'), profile: false };
  for (let at = 0; at < args.length; at += 1) {
    const name = args[at];
    if (name === '--short' || name === '--alone') continue;
    if (name === '--profile') options.profile = true;
    else if (name === '--clients' || name === '--seconds' || name === '--tenants') {
      at += 1;
      options[name === '--clients' ? 'clients' : name === '--seconds' ? 'seconds' : 'tenants'] = wholeNumber(name, args[at]);
    } else throw new Error(`Unknown argument ${String(name)}. ${usage}`);
  }
  if (options.tenants > options.clients) throw new Error(`--tenants must not exceed --clients. ${usage}`);
  return options;
}

function wholeNumber(name: string, text: string | undefined): number {
  const value = /^\d{1,5}$/.test(text ?? '') ? Number(text) : 0;
  if (value < 1 || value > 1_000) throw new Error(`${name} must be a whole number from 1 to 1000. ${usage}`);
  return value;
}
