import { Group, Kbd, Modal, Stack, Table, Text } from '@mantine/core';
import { Fragment } from 'react';
import type { Entry } from './entries.ts';
import { commandKey } from './keyboard.ts';

type Row = { what: string; keys: readonly string[]; together?: boolean };

/** Which keys there are, for the pages that this person may open. */
export function Keys({ entries, onClose }: { entries: readonly Entry[]; onClose(): void }) {
  const rows: readonly Row[] = [
    { what: 'Find a page, a customer, an account or a transfer', keys: [commandKey, 'K'], together: true },
    { what: 'Show these keys', keys: ['?'] },
    { what: 'Leave what is open', keys: ['Esc'] },
    ...entries.flatMap(({ label, goKey }) => (goKey === undefined ? [] : [{ what: label, keys: ['g', goKey] }])),
  ];
  return (
    <Modal opened onClose={onClose} title="Keys" centered>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">Two keys beside each other are pressed one after the other.</Text>
        <Table aria-label="Keys">
          <Table.Thead><Table.Tr><Table.Th>What</Table.Th><Table.Th ta="right">Keys</Table.Th></Table.Tr></Table.Thead>
          <Table.Tbody>
            {rows.map(({ what, keys, together = false }) => (
              <Table.Tr key={what}>
                <Table.Td>{what}</Table.Td>
                <Table.Td><Group gap={4} justify="flex-end" wrap="nowrap">{keys.map((key, place) => <Fragment key={key}>{together && place > 0 && <Text span size="xs">+</Text>}<Kbd>{key}</Kbd></Fragment>)}</Group></Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </Modal>
  );
}
