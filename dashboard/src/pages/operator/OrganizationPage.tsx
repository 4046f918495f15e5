import { Button, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import type { Data } from '@/api/client.ts';
import { useRead } from '@/api/hooks.ts';
import { useMay } from '@/app/session.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Proofs } from '@/components/Proofs.tsx';
import { Card, type Column, Empty, Facts, List, Page } from '@/components/page.tsx';
import { Copyable, Moment, Money, Status } from '@/components/values.tsx';
import { count, straight, words } from '@/lib/format.ts';
import { DecideLive } from './DecideLive.tsx';
import { organizationRoute } from './routes.tsx';

type Organization = Data<'readOrganization'>;
const crumbs = [{ label: 'Organizations', to: '/operator/organizations' }];

const people: readonly Column<Organization['people'][number]>[] = [
  { header: 'Name', cell: ({ name, email }) => name ?? email },
  { header: 'E-mail address', wide: true, cell: ({ email }) => email },
  { header: 'Role', cell: ({ role }) => words(role) },
  { header: 'Beside the password', cell: (person) => <Proofs {...person} /> },
  { header: 'Last signed in', wide: true, cell: ({ lastSignInAt }) => <Moment at={lastSignInAt} /> },
];
const approvals: readonly Column<Organization['approvals'][number]>[] = [
  { header: 'When', cell: ({ at }) => <Moment at={at} /> },
  { header: 'What', cell: ({ action }) => (action === 'organization.live_approved' ? 'Approved' : 'Withdrawn') },
  { header: 'Reason', cell: ({ reason }) => reason ?? '–' },
  { header: 'Who', wide: true, cell: ({ actor }) => <Copyable text={actor} label="who" /> },
];

export function OrganizationPage() {
  const { organizationId } = organizationRoute.useParams();
  const { data, error } = useRead('readOrganization', { path: { organizationId } });
  const may = useMay();
  const [deciding, setDeciding] = useState(false);
  const organization = data?.data;
  if (organization === undefined) return <Page title="Organization" crumbs={crumbs}>{error === null ? <Skeleton h={240} /> : <ErrorNote error={error} />}</Page>;
  const { name, createdAt, liveApprovedAt, credentials, volume } = organization;
  const approved = liveApprovedAt !== null;
  return (
    <Page title={name} crumbs={crumbs} lead="Each look at this page stands in the audit log of the organization."
      actions={may.permission('operator:manage') && <Button {...(approved ? { variant: 'default' } : {})} onClick={() => setDeciding(true)}>{approved ? 'Withdraw the approval' : 'Approve for live'}</Button>}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Card title="About">
          <Facts facts={[
            ['Organization', <Copyable key="id" text={organizationId} label="the organization" />],
            ['Created', <Moment key="created" at={createdAt} />],
            ['Live', approved ? <><Status tone="good">Approved</Status> <Moment at={liveApprovedAt} /></> : <Status key="live" tone="neutral">Not approved</Status>],
            ['Credentials', `${count(credentials.test)} in the sandbox, ${count(credentials.live)} in live`],
          ]} />
        </Card>
        <Card title="Last 30 days">
          <Facts facts={(['live', 'test'] as const).map((environment) => [environment === 'live' ? 'Live' : 'Sandbox', (
            <Text key={environment} span size="sm"><Money amount={volume[environment].completedAmount} fw={600} /> in {count(volume[environment].completed)} completed of {count(volume[environment].transfers)} transfers</Text>
          )] as const)} />
        </Card>
      </SimpleGrid>
      <Card title="People"><List label="People" columns={people} rows={organization.people} rowKey={({ memberId }) => memberId} error={null} empty={<Empty title="Nobody">Nobody signs in for this organization: npm run organizations -- add-member makes the first one.</Empty>} /></Card>
      <Card title="Approval for live"><List label="Approvals" columns={approvals} rows={organization.approvals} rowKey={({ at }) => at} error={null} empty={<Empty title="Never approved">Approve it when its licence and your agreement are in order.</Empty>} /></Card>
      {deciding && <DecideLive organizationId={organizationId} name={straight(name)} approved={approved} onClose={() => setDeciding(false)} />}
    </Page>
  );
}
