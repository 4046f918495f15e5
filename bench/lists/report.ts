/** What a run found, as a table for a reader. */
import type { machineOf } from '../report.ts';
import { type Compared, floorMs, type Times } from './ask.ts';

/** The promise: so many times the time of the small tenant, at most. */
export const mostTimes = 3;

type Size = { transfers: number; customers: number };
export type ListResults = { at: string; machine: ReturnType<typeof machineOf>; sizes: { small: Size; large: Size }; rounds: number; compared: readonly Compared[]; /** So many seemed slow, and were asked once more. */ askedAgain: number; booksDifferences: number };

export function toMarkdown({ at, machine, sizes, rounds, compared, askedAgain, booksDifferences }: ListResults): string {
  const { cpu, cores, memoryGigabytes, platform, node, postgres, loadBefore } = machine;
  const size = ({ transfers, customers }: Size): string => `${transfers.toLocaleString('en')} transfers and ${customers.toLocaleString('en')} customers`;
  const times = ({ p50, p95 }: Times): string => `${p50} / ${p95}`;
  const rows = ({ small, large }: Compared['rows']): string => (small === null ? '' : `${small.toLocaleString('en')} / ${large?.toLocaleString('en') ?? '?'}`);
  const over = compared.filter(({ ratio }) => ratio > mostTimes).length;
  return [
    `${at}. ${cores} × ${cpu}, ${memoryGigabytes} GB, ${platform}, Node ${node}, PostgreSQL ${postgres}, fsync on; load average ${loadBefore} before the run.`,
    `A tenant of ${size(sizes.small)} beside one of ${size(sizes.large)}, each with a program and a database of its own on this machine, asked in turn, ${rounds} times each; pages of 20, all of them full where there are so many rows.`,
    `The ratio is that of the medians, the smaller counted as ${floorMs} ms at least: below, it is the round trip's. ${askedAgain === 0 ? '' : `${askedAgain} seemed above ${mostTimes} at first and were asked again, three times as often; that counts. `}${over === 0 ? 'None' : `**${over}**`} of ${compared.length} is above ${mostTimes}. Differences in the books of the smaller: ${booksDifferences}.`,
    '',
    '| What | Rows, small / large | Small, ms (p50 / p95) | Large, ms (p50 / p95) | First answer, large, ms | Ratio |',
    '|---|---|---|---|---|---|',
    ...compared.map((each) => `| ${each.name} | ${rows(each.rows)} | ${times(each.small)} | ${times(each.large)} | ${each.large.first} | ${each.ratio > mostTimes ? `**${each.ratio}**` : each.ratio} |`),
    '',
  ].join('\n');
}
