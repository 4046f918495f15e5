import { Skeleton, Space, Table, Text } from '@mantine/core';
import type { Data } from '@/api/client.ts';
import { useRead } from '@/api/hooks.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, type Column, Empty, Facts, List, Page } from '@/components/page.tsx';
import { Copyable, Moment, Money, Status } from '@/components/values.tsx';
import { count, straight } from '@/lib/format.ts';

type Policies = Data<'readPolicies'>;
type Policy = Policies['policies'][number];
type Limits = Policy['collection'];

const lower: readonly Column<Policies['ownLimits'][number]>[] = [
  { header: 'Organization', cell: ({ organization, environment }) => `${straight(organization)}, ${environment === 'live' ? 'live' : 'sandbox'}` },
  { header: 'Of whom', cell: ({ subject }) => <Copyable text={subject} label="whose limits" /> },
  { header: 'Per transfer', align: 'right', cell: ({ perTransfer }) => <Naira amount={perTransfer} /> },
  { header: 'Per day', align: 'right', cell: ({ perDay }) => <Naira amount={perDay} /> },
  { header: 'Transfers a day', align: 'right', wide: true, cell: ({ perDayTransfers }) => (perDayTransfers === null ? '–' : count(perDayTransfers)) },
  { header: 'Reason', wide: true, cell: ({ reason }) => reason },
  { header: 'Since', wide: true, cell: ({ since }) => <Moment at={since} /> },
];

/** Read-only: the policy is a file, which `npm run limits` checks and shows. */
export function PoliciesPage() {
  const { data, error } = useRead('readPolicies', {});
  const policies = data?.data;
  return (
    <Page title="Limits and charges" lead="What everybody is held to, by the policy file (LIMITS_FILE) and the table of charges. A change is a new version with the first day on which it holds.">
      {policies === undefined && (error === null ? <Skeleton h={320} /> : <ErrorNote error={error} />)}
      {policies?.policies.map((policy) => <OnePolicy key={policy.version} policy={policy} />)}
      {policies?.charges.map(({ from, inForce, feeBands, vatPercent, senderDuty }) => (
        <Card key={from} title={`Charges from ${from}`} actions={inForce && <Status tone="good">in force</Status>}>
          <Facts facts={[
            ...feeBands.map(({ upTo, fee }) => [upTo === null ? 'Above' : `Up to ₦${count(upTo)}`, <Money key={String(upTo)} amount={fee} />] as const),
            ['VAT on the fee', `${vatPercent} %`],
            ['Stamp duty', senderDuty === null ? 'Not the sender\'s' : <><Money amount={senderDuty.duty} /> from <Money amount={senderDuty.fromAmount} /></>],
          ]} />
        </Card>
      ))}
      <Card title="Lower limits">
        <List label="Lower limits" columns={lower} rows={policies?.ownLimits} rowKey={({ organizationId, environment, subject }) => `${organizationId} ${environment} ${subject}`} error={error}
          empty={<Empty title="Nobody has lower ones">An organization lowers the limits of its customers and accounts: PUT /limits/customer/&#123;customerId&#125;.</Empty>} />
      </Card>
    </Page>
  );
}

function OnePolicy({ policy }: { policy: Policy }) {
  const { version, from, inForce, source, tiers, collection, railPerTransfer, newBeneficiaryPerTransfer, tier2NeedsNin } = policy;
  const rows: readonly (readonly [string, Limits])[] = [['Tier 1', tiers['1']], ['Tier 2', tiers['2']], ['Tier 3', tiers['3']], ['Collection accounts', collection]];
  return (
    <Card title={`Limits ${version}`} actions={inForce ? <Status tone="good">in force</Status> : <Text size="sm" c="dimmed">From {from}</Text>}>
      <Table.ScrollContainer minWidth={560} type="native" tabIndex={0} role="region" aria-label={`Limits ${version}`}>
        <Table aria-label={`Limits ${version}`}>
          <Table.Thead><Table.Tr><Table.Th>Who</Table.Th>{['Per transfer', 'Per day', 'Transfers a day', 'Balance'].map((header) => <Table.Th key={header} ta="right">{header}</Table.Th>)}</Table.Tr></Table.Thead>
          <Table.Tbody>
            {rows.map(([who, { perTransfer, perDay, perDayTransfers, maxBalance }]) => (
              <Table.Tr key={who}>
                <Table.Td>{who}</Table.Td><Table.Td ta="right"><Naira amount={perTransfer} /></Table.Td><Table.Td ta="right"><Naira amount={perDay} /></Table.Td>
                <Table.Td ta="right">{perDayTransfers === null ? '–' : count(perDayTransfers)}</Table.Td><Table.Td ta="right"><Naira amount={maxBalance} /></Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Space h="md" />
      <Facts facts={[['One payment over the rail', <Money key="rail" amount={railPerTransfer} />], ['First to somebody new', <Naira key="new" amount={newBeneficiaryPerTransfer} />], ['Tier 2 needs a NIN', tier2NeedsNin ? 'Yes' : 'No'], ['Since', from], ['Source', source]]} />
    </Card>
  );
}

function Naira({ amount }: { amount: number | null }) {
  return amount === null ? '–' : <Money amount={amount} />;
}
