/** What can be brought about on purpose, and the value that does it. */
import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Card, type Column, List } from '@/components/page.tsx';
import { Copyable } from '@/components/values.tsx';
import { identityScenarios, type Scenario, transferScenarios } from './scenarios.ts';

const meaning: Column<Scenario> = { header: 'What happens', cell: (scenario) => <Text size="sm" maw={420} miw={140}>{scenario.meaning}</Text> };

/** The name, and below it each value that picks it. */
function Picked({ name, values }: { name: string; values: readonly (readonly [string, string | null | undefined])[] }) {
  const known = values.flatMap(([label, value]) => (value === null || value === undefined ? [] : [[label, value] as const]));
  return (
    <Stack gap={4} align="flex-start">
      <Copyable text={name} label={name} />
      {known.length === 0 && <Text size="xs" c="dimmed">By its name only</Text>}
      {known.map(([label, value]) => <Group key={label} gap={6}>{values.length > 1 && <Text size="xs" c="dimmed">{label}</Text>}<Copyable text={value} label={`the ${label}`} /></Group>)}
    </Stack>
  );
}

const transferColumns: readonly Column<Scenario>[] = [{ header: 'Scenario', cell: ({ name, transfer }) => <Picked name={name} values={[['account', transfer]]} /> }, meaning, { header: 'Narration', wide: true, cell: (scenario) => <Copyable text={`scenario:${scenario.name}`} label="the narration" /> }];
const identityColumns: readonly Column<Scenario>[] = [{ header: 'Scenario', cell: ({ name, identity, document }) => <Picked name={name} values={[['BVN, NIN, TIN', identity], ['passport', document]]} /> }, meaning];

export function Scenarios() {
  const [of, setOf] = useState('transfers');
  return (
    <Card>
      <Stack gap="sm">
        <SegmentedControl w="fit-content" size="xs" aria-label="Scenarios of" value={of} onChange={setOf} data={[{ value: 'transfers', label: 'Transfers' }, { value: 'identity', label: 'Identity checks' }]} />
        <Text size="sm" maw={760}>
          {of === 'transfers'
            ? 'Three ways, the first wins: the header X-Scenario with the name, on name enquiry and initiation; a narration that begins with scenario: and the name; one of these beneficiary accounts. Any other account succeeds. An account that cannot be enquired cannot be initiated: enquire an ordinary one, and name the scenario at initiation.'
            : 'The header X-Scenario with the name, on every identity check; or one of these numbers. Any other well-formed number is confirmed for whatever you claim.'}
        </Text>
        <List label="Scenarios" columns={of === 'transfers' ? transferColumns : identityColumns} rows={of === 'transfers' ? transferScenarios : identityScenarios} rowKey={(scenario) => scenario.name} error={null} empty={null} />
      </Stack>
    </Card>
  );
}
