import { Button, Grid, Group, List, Stack, Text } from '@mantine/core';
import { IconEye, IconEyeOff, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useAct } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { useMay } from '@/app/session.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, Facts } from '@/components/page.tsx';
import { TextLink } from '@/components/TextLink.tsx';
import { Moment } from '@/components/values.tsx';
import { words } from '@/lib/format.ts';
import { ContactModal } from './ContactModal.tsx';
import { calendarDay, type Customer, isBusiness, isErased } from './customer.tsx';

export function ProfileTab({ customer }: { customer: Customer }) {
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack>
          <IdentityCard key={customer.customerId} customer={customer} />
          <ContactCard customer={customer} />
          {!isBusiness(customer) && <NextOfKinCard kin={customer.nextOfKin} />}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}><RequirementsCard customer={customer} /></Grid.Col>
    </Grid>
  );
}

/** BVN and NIN come masked; whole only when somebody asks, for as long as this card stands. */
function IdentityCard({ customer }: { customer: Customer }) {
  const environment = useEnvironment();
  const may = useMay();
  const { customerId } = customer;
  const { mutate, data, isPending, error, reset } = useAct('revealCustomer');
  const shown = data?.data ?? customer;
  const reveal = may.scope(environment, 'customer:pii') && !isErased(customer) && (data === undefined
    ? <Button size="xs" variant="default" leftSection={<IconEye size={14} />} loading={isPending} onClick={() => mutate({ path: { environment, customerId } })}>Show numbers</Button>
    : <Button size="xs" variant="default" leftSection={<IconEyeOff size={14} />} onClick={reset}>Hide numbers</Button>);
  return (
    <Card title={isBusiness(customer) ? 'Company' : 'Identity'} actions={reveal}>
      <Facts facts={isBusiness(shown) ? [
        ['Name', shown.businessName], ['Registration', shown.rcNumber], ['Tax number', shown.taxId], ['Incorporated', calendarDay(shown.dateOfIncorporation)], ['Country', shown.countryOfResidence],
        ['State', shown.stateOfResidence], ['Registered in', shown.stateOfRegistration], ['Sector', shown.sectorT24Code], ['Industry', shown.industryT24Code],
        ['First director', shown.directorFullName], ["Director's BVN", shown.bvn], ['Added', <Moment key="added" at={shown.dateAdded} />],
      ] : [
        ['First name', shown.firstName], ['Other name', shown.otherName], ['Last name', shown.surname], ['Salutation', shown.salutation], ['Gender', shown.gender],
        ['Date of birth', calendarDay(shown.dateOfBirth)], ['Nationality', shown.nationality], ['BVN', shown.bvn], ['NIN', shown.nin], ['Added', <Moment key="added" at={shown.dateAdded} />],
      ]} />
      {may.scope(environment, 'customer:pii') && <Text size="xs" c="dimmed" mt="sm">Showing the numbers is written to the audit log under your name.</Text>}
      {error !== null && <ErrorNote error={error} />}
    </Card>
  );
}

function ContactCard({ customer }: { customer: Customer }) {
  const environment = useEnvironment();
  const may = useMay();
  const [editing, setEditing] = useState(false);
  const { address } = customer;
  const lines = [address.address ?? address.street, address.localGovernment, address.city, address.country].filter((line) => line !== null && line !== '').join(', ');
  const edit = may.scope(environment, 'customer:write') && !isErased(customer) && <Button size="xs" variant="default" leftSection={<IconPencil size={14} />} onClick={() => setEditing(true)}>Change</Button>;
  return (
    <Card title="Contact" actions={edit}>
      <Facts facts={[['Phone', customer.phone], ['E-mail', customer.email], ['Address', lines === '' ? null : lines]]} />
      <ContactModal customer={customer} opened={editing} onClose={() => setEditing(false)} />
    </Card>
  );
}

function NextOfKinCard({ kin }: { kin: Exclude<Customer, { businessName: string }>['nextOfKin'] }) {
  const name = [kin.firstname, kin.lastName].filter((part) => part !== null).join(' ');
  if (name === '' && kin.phone === null) return null;
  return <Card title="Next of kin"><Facts facts={[['Name', name === '' ? null : name], ['Relationship', kin.relationship], ['Phone', kin.phone], ['E-mail', kin.email], ['Address', kin.address ?? kin.street]]} /></Card>;
}

const names: Readonly<Record<string, string>> = { nin: 'NIN', livePicture: 'Picture of the face', address: 'Address', shareholders: 'Shareholders' };

/** The tier, and what is missing for it and for the next. */
function RequirementsCard({ customer: { kycTier, requirements: { currentlyDue, dueForNextTier, rejected } } }: { customer: Customer }) {
  const environment = useEnvironment();
  return (
    <Card title={`Tier ${kycTier} of 3`}>
      <Stack gap="sm">
        {currentlyDue.length > 0 && <Due title="Missing for this tier" due={currentlyDue} />}
        {dueForNextTier.length > 0 ? <Due title="Each of these adds a tier" due={dueForNextTier} /> : <Text size="sm">{kycTier === '3' ? 'Nothing is missing: this is the highest tier.' : 'Nothing is asked for now.'}</Text>}
        {rejected.length > 0 && (
          <div>
            <Text size="sm" fw={600}>Tried last, and not passed</Text>
            <List size="sm" listStyleType="none" spacing={4} mt={4}>
              {rejected.map(({ requirement, reason, checkId, at }) => (
                <List.Item key={checkId}>
                  <Group gap="xs" component="span"><TextLink to={`/${environment}/kyc/checks/${checkId}`}>{names[requirement] ?? requirement}: {words(reason)}</TextLink><Text span size="xs" c="dimmed"><Moment at={at} /></Text></Group>
                </List.Item>
              ))}
            </List>
          </div>
        )}
      </Stack>
    </Card>
  );
}

function Due({ title, due }: { title: string; due: Customer['requirements']['currentlyDue'] }) {
  return (
    <div>
      <Text size="sm" fw={600}>{title}</Text>
      <List size="sm" listStyleType="none" spacing="xs" mt={4}>
        {due.map(({ requirement, why }) => <List.Item key={requirement}><Text size="sm">{names[requirement] ?? requirement}</Text><Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>{why}</Text></List.Item>)}
      </List>
    </div>
  );
}
