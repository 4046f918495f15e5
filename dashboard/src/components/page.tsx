/** The parts that every page is put together from. */
import { Anchor, Box, Breadcrumbs, Button, Group, Pagination, ScrollArea, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { count, straight } from '@/lib/format.ts';
import { ErrorNote } from './ErrorNote.tsx';

type Crumb = { label: string; to: string };

export function Page({ title, crumbs = [], actions, children, lead }: { title: string; crumbs?: readonly Crumb[]; actions?: ReactNode; lead?: ReactNode; children: ReactNode }) {
  // It often names somebody.
  const plain = straight(title);
  useDocumentTitle(`${plain} · Openteller`);
  return (
    <Stack gap="md">
      <Box>
        {crumbs.length > 0 && <Breadcrumbs mb={4}>{crumbs.map(({ label, to }) => <Anchor key={to} size="sm" renderRoot={(props) => <Link to={to} {...props} />}>{label}</Anchor>)}</Breadcrumbs>}
        <Group justify="space-between" align="flex-start">
          <Title order={1} tabIndex={-1}>{plain}</Title>
          {actions !== undefined && <Group gap="xs" className="no-print">{actions}</Group>}
        </Group>
        {lead !== undefined && <Text component="div" c="dimmed" maw={720} mt={4}>{lead}</Text>}
      </Box>
      {children}
    </Stack>
  );
}

export function Card({ title, actions, children }: { title?: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="card">
      {(title !== undefined || actions !== undefined) && (
        <Group justify="space-between" mb="sm">
          {title !== undefined && <Title order={2}>{title}</Title>}
          {actions}
        </Group>
      )}
      {children}
    </section>
  );
}

/** Stands where there is nothing yet: says what would stand here, and what to do first. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <Title order={2} size="h3">{title}</Title>
      {children !== undefined && <Text c="dimmed" maw={480}>{children}</Text>}
      {action}
    </Stack>
  );
}

export type Column<Row> = { header: string; cell(row: Row): ReactNode; align?: 'right'; /** Left out below 768 px. */ wide?: boolean };

type ListProps<Row> = {
  /** For readers of the screen: what is listed. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey(row: Row): string;
  error: unknown;
  empty: ReactNode;
  /** Of a list in pages by number; the page stands in the address. */
  paging?: Paging;
  onRetry?(): void;
  /** Stands between the table and its pages. */
  children?: ReactNode;
};

type Paging = { page: number; pageSize: number; total: number | undefined; onPage(page: number): void };

/** A table that says what it is doing: loading, empty, failed. Scrolls sideways by itself when it must. */
export function List<Row>({ label, columns, rows, rowKey, error, empty, paging, onRetry, children }: ListProps<Row>) {
  if (error !== null && error !== undefined && rows === undefined) {
    return <Stack gap="sm"><ErrorNote error={error} />{onRetry !== undefined && <Button w="fit-content" variant="default" onClick={onRetry}>Try again</Button>}</Stack>;
  }
  // The list may be shorter than its address says: another page of it has rows.
  if (rows?.length === 0 && paging !== undefined && (paging.total ?? 0) > 0) return <Empty title="There is no such page" action={<Button variant="default" onClick={() => paging.onPage(1)}>Go to the first page</Button>} />;
  if (rows?.length === 0) return <>{empty}</>;
  return (
    <>
      <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}>
        <Table aria-label={label} aria-busy={rows === undefined} highlightOnHover verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>{columns.map(({ header, align, wide }) => <Table.Th key={header} ta={align ?? 'left'} {...(wide === true ? { visibleFrom: 'sm' } : {})}>{header}</Table.Th>)}</Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows === undefined
              ? Array.from({ length: 6 }, (_, line) => <Table.Tr key={line}>{columns.map(({ header, wide }) => <Table.Td key={header} {...(wide === true ? { visibleFrom: 'sm' } : {})}><Skeleton h={14} w="70%" /></Table.Td>)}</Table.Tr>)
              : rows.map((row) => <Table.Tr key={rowKey(row)}>{columns.map(({ header, cell, align, wide }) => <Table.Td key={header} ta={align ?? 'left'} {...(wide === true ? { visibleFrom: 'sm' } : {})}>{cell(row)}</Table.Td>)}</Table.Tr>)}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      {children}
      {paging !== undefined && <Pager {...paging} />}
    </>
  );
}

function Pager({ page, pageSize, total, onPage }: Paging) {
  if (total === undefined || total === 0) return null;
  const pages = Math.ceil(total / pageSize);
  return (
    <Group justify="space-between" className="no-print">
      <Text size="sm" c="dimmed">{count((page - 1) * pageSize + 1)} to {count(Math.min(page * pageSize, total))} of {count(total)}</Text>
      {pages > 1 && <Pagination value={page} onChange={onPage} total={pages} size="sm" siblings={1} getControlProps={(control) => ({ 'aria-label': `${control} page` })} getItemProps={(number) => ({ 'aria-label': `Page ${number}` })} />}
    </Group>
  );
}

/** A term and what it is; nothing for what is not known. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Box component="dl" m={0} style={{ display: 'grid', gridTemplateColumns: 'minmax(96px, max-content) minmax(0, 1fr)', gap: '6px 16px' }}>
      {facts.map(([term, value]) => (
        <Box key={term} style={{ display: 'contents' }}>
          <Text component="dt" size="sm" c="dimmed">{term}</Text>
          <Text component="dd" m={0} size="sm" style={{ overflowWrap: 'anywhere' }}>{value ?? <Text span c="dimmed" inherit>–</Text>}</Text>
        </Box>
      ))}
    </Box>
  );
}
