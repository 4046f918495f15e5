/** Pictures of days. What a picture shows stands beside it as a table, for those who hear the page. */
import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { count, naira } from '@/lib/format.ts';
import { dayLabel, duration, shortCount, shortNaira } from './figures.ts';
import type { Home } from './HomePage.tsx';

type Day = Home['transfers']['days'][number];
type Shown = { header: string; cell(day: Day): string };

const height = 240;
const axes = { h: height, withLegend: false, tickLine: 'none' as const, gridAxis: 'x' as const, xAxisProps: { minTickGap: 24 } };
/** The table says it all: the picture is nothing to stop at. */
const still = { accessibilityLayer: false };

function Picture({ label, days, shown, children }: { label: string; days: readonly Day[]; shown: readonly Shown[]; children: ReactNode }) {
  return (
    <>
      <div aria-hidden>{children}</div>
      <VisuallyHidden>
        <Table aria-label={label}>
          <Table.Thead><Table.Tr><Table.Th scope="col">Day</Table.Th>{shown.map(({ header }) => <Table.Th key={header} scope="col">{header}</Table.Th>)}</Table.Tr></Table.Thead>
          <Table.Tbody>{days.map((day) => <Table.Tr key={day.day}><Table.Th scope="row">{day.day}</Table.Th>{shown.map(({ header, cell }) => <Table.Td key={header}>{cell(day)}</Table.Td>)}</Table.Tr>)}</Table.Tbody>
        </Table>
      </VisuallyHidden>
    </>
  );
}

const labelled = (days: readonly Day[]) => days.map(({ day, ...figures }) => ({ ...figures, day: dayLabel(day) }));

export function ValueByDay({ days }: { days: readonly Day[] }) {
  return (
    <Picture label="Value by day" days={days} shown={[{ header: 'Value', cell: ({ value }) => naira(value) }]}>
      <BarChart {...axes} data={labelled(days)} dataKey="day" series={[{ name: 'value', label: 'Arrived', color: 'teller.5' }]} valueFormatter={naira} yAxisProps={{ tickFormatter: shortNaira, width: 64 }} barChartProps={still} barProps={{ isAnimationActive: false }} />
    </Picture>
  );
}

export function TransfersByDay({ days }: { days: readonly Day[] }) {
  return (
    <Picture label="Transfers by day" days={days} shown={[{ header: 'Arrived', cell: ({ completed }) => count(completed) }, { header: 'Failed', cell: ({ failed }) => count(failed) }]}>
      <BarChart {...axes} withLegend type="stacked" data={labelled(days)} dataKey="day" series={[{ name: 'completed', label: 'Arrived', color: 'teller.5' }, { name: 'failed', label: 'Failed', color: 'red.6' }]}
        valueFormatter={count} yAxisProps={{ tickFormatter: shortCount, allowDecimals: false }} barChartProps={still} barProps={{ isAnimationActive: false }} />
    </Picture>
  );
}

export function TimesByDay({ days }: { days: readonly Day[] }) {
  return (
    <Picture label="Time to the end by day" days={days} shown={[{ header: 'Half of them', cell: ({ p50Seconds }) => duration(p50Seconds) }, { header: '95 of 100', cell: ({ p95Seconds }) => duration(p95Seconds) }]}>
      <LineChart {...axes} withLegend data={labelled(days)} dataKey="day" series={[{ name: 'p50Seconds', label: 'Half of them', color: 'teller.5' }, { name: 'p95Seconds', label: '95 of 100', color: 'orange.6' }]}
        valueFormatter={(value) => duration(value)} yAxisProps={{ tickFormatter: (value: number) => duration(value), width: 64 }} lineChartProps={still} lineProps={{ isAnimationActive: false }} curveType="linear" connectNulls={false} dotProps={{ r: 2.5 }} />
    </Picture>
  );
}
