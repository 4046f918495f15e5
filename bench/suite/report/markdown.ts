/** The report as a page. */
import type { Refusals } from '../load/answers.ts';
import type { Block, Goal, Table } from './block.ts';
import { type Machine, machineRows } from './machine.ts';

export type Report = { machine: Machine; quick: boolean; blocks: readonly Block[]; goals: readonly Goal[]; refusals: Refusals; /** What did not come to its end. */ failures: readonly string[]; booksDifferences: readonly string[]; seconds: number };

export function toMarkdown({ machine, quick, blocks, goals, refusals, failures, booksDifferences, seconds }: Report): string {
  const refused = Object.entries(refusals).map(([what, count]) => `${count} × ${what}`).join(', ');
  return [
    '# The suite',
    '',
    ...(quick ? ['A quick run: it says that everything works, and nothing about speed.', ''] : []),
    'Program, database and load generator share the machine. Compare ratios within one run: what the machine does by the second changes by the hour.',
    '',
    '## Goals',
    ...tableLines({ head: ['', 'What', 'Aim', 'Measured', 'Value', 'Met'], rows: goals.map(({ id, what, aim, measured, value, met }) => [id, what, aim, measured, value === null ? '' : String(value), met === null ? 'not measured' : met ? 'yes' : '**no**']) }),
    '',
    `Answers other than 200: ${refused === '' ? '0' : refused}. Differences in the books: ${booksDifferences.length}. The whole run took ${Math.round(seconds / 6) / 10} minutes.`,
    '',
    ...(failures.length === 0 ? [] : ['**Did not come to its end:**', ...failures.map((failure) => `- ${failure}`), '']),
    '## Machine',
    ...tableLines({ head: ['What', 'Here'], rows: machineRows(machine) }),
    ...blocks.flatMap((block) => ['', `## ${block.title}`, ...block.text.flatMap((paragraph) => [paragraph, '']), ...block.tables.flatMap((table) => [...tableLines(table), '']), ...block.charts.flatMap(({ name, title }) => [`![${title}](${name}.svg)`, ''])]),
    ...(booksDifferences.length === 0 ? [] : ['', '## Differences in the books', ...booksDifferences.slice(0, 50).map((line) => `- ${line}`)]),
    '',
  ].join('\n').replaceAll(/\n{3,}/g, '\n\n');
}

function tableLines({ head, rows }: Table): string[] {
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows.map((row) => `| ${row.join(' | ')} |`)];
}
