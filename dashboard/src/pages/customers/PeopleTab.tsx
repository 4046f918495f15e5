/** Directors and shareholders of a company, and those it had before. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Data } from '@/api/client.ts';
import { fieldErrors } from '@/api/field-errors.ts';
import { useAct, useRead } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { useMay } from '@/app/session.ts';
import { AskModal } from '@/components/AskModal.tsx';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, type Column, Empty, List } from '@/components/page.tsx';
import { Moment } from '@/components/values.tsx';
import { StayingModal } from '@/components/StayingModal.tsx';
import { straight, words } from '@/lib/format.ts';
import { calendarDay, type Customer, isErased } from './customer.tsx';
import { filled, PersonFields } from './PersonFields.tsx';

type People = Data<'readCompanyPeople'>;
type Role = 'director' | 'shareholder';
type Person = People['directors'][number] & { percentShareholder?: string };

const refresh = ['readCompanyPeople', 'readCustomer', 'listCustomers', 'listCustomerHistory'] as const;
const nameOf = ({ firstName, otherName, lastName }: Pick<Person, 'firstName' | 'otherName' | 'lastName'>): string => straight([firstName, otherName, lastName].filter((part) => part !== null && part !== '').join(' '));
const documents: Readonly<Record<string, string>> = { IP: 'Passport', DR: "Driver's licence" };

export function PeopleTab({ customer }: { customer: Customer }) {
  const environment = useEnvironment();
  const may = useMay();
  const { customerId } = customer;
  const { data, error, refetch } = useRead('readCompanyPeople', { path: { environment, customerId } });
  const [adding, setAdding] = useState<Role | null>(null);
  const [leaving, setLeaving] = useState<Person | null>(null);
  const writes = may.scope(environment, 'customer:write') && !isErased(customer);
  const remove: Column<Person> = { header: 'Remove', align: 'right', cell: (person) => <Button size="compact-xs" variant="default" onClick={() => setLeaving(person)} aria-label={`Remove ${nameOf(person)}`}>Remove</Button> };
  const list = (role: Role, rows: readonly Person[] | undefined, columns: readonly Column<Person>[]) => (
    <Card title={role === 'director' ? 'Directors' : 'Shareholders'} actions={writes && <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => setAdding(role)}>Add a {role}</Button>}>
      <List label={`${words(role)}s`} columns={writes ? [...columns, remove] : columns} rows={rows} rowKey={({ personId }) => personId} error={error} onRetry={() => void refetch()} empty={<Empty title={`No ${role}s`}>{role === 'shareholder' && 'Shareholders who hold more than 95 percent together add a tier.'}</Empty>} />
    </Card>
  );
  return (
    <Stack>
      {list('director', data?.data.directors, personColumns)}
      {list('shareholder', data?.data.shareholders, [...personColumns, { header: 'Share', align: 'right', cell: ({ percentShareholder }) => `${percentShareholder ?? ''} %` }])}
      {data !== undefined && data.data.former.length > 0 && <Card title="Former"><List label="Former people" columns={formerColumns} rows={data.data.former} rowKey={({ personId, role }) => personId + role} error={null} empty={null} /></Card>}
      <StayingModal opened={adding !== null} onClose={() => setAdding(null)} title={`Add a ${adding ?? ''}`} size="lg" centered>{adding !== null && <AddPerson customerId={customerId} role={adding} onClose={() => setAdding(null)} />}</StayingModal>
      <RemovePerson customerId={customerId} person={leaving} onClose={() => setLeaving(null)} />
    </Stack>
  );
}

const personColumns: readonly Column<Person>[] = [
  { header: 'Name', cell: (person) => nameOf(person) },
  { header: 'BVN', cell: ({ bvn }) => bvn },
  { header: 'Born', wide: true, cell: ({ dateOfBirth }) => calendarDay(dateOfBirth) },
  { header: 'Document', wide: true, cell: ({ idDocumentType, idDocumentNumber }) => (idDocumentNumber === null ? null : `${documents[idDocumentType ?? ''] ?? idDocumentType ?? 'Document'} ${idDocumentNumber}`) },
  { header: 'Political affiliation', wide: true, cell: ({ politicalAffiliationRelationship }) => politicalAffiliationRelationship },
];

const formerColumns: readonly Column<People['former'][number]>[] = [
  { header: 'Name', cell: nameOf },
  { header: 'Was', cell: ({ role }) => words(role) },
  { header: 'Until', cell: ({ removedAt }) => <Moment at={removedAt} /> },
  { header: 'Why', cell: ({ reason }) => reason },
];

const blank = { firstName: '', lastName: '', otherName: '', dateOfBirth: '', bvn: '', idDocumentType: '', idDocumentNumber: '', politicalAffiliationRelationship: '', percentShareholder: '' };

function AddPerson({ customerId, role, onClose }: { customerId: string; role: Role; onClose(): void }) {
  const environment = useEnvironment();
  const director = useAct('addDirector', { refresh });
  const shareholder = useAct('addShareholder', { refresh });
  const form = useForm({ initialValues: blank });
  const done = { onSuccess: onClose, onError: (refused: Error) => form.setErrors(fieldErrors(refused)) };
  const send = form.onSubmit(({ percentShareholder, ...values }) => {
    const [path, body] = [{ environment, customerId }, filled(values)];
    if (role === 'director') director.mutate({ path, body }, done);
    else shareholder.mutate({ path, body: { ...body, percentShareholder } }, done);
  });
  const error = director.error ?? shareholder.error;
  return (
    <form onSubmit={send}>
      <Stack>
        <Text size="sm">The BVN is checked against names and date of birth before anything is written.</Text>
        <PersonFields input={(field) => form.getInputProps(field)} withDocument />
        {role === 'shareholder' && <TextInput label="Share in percent" inputMode="decimal" required maw={180} {...form.getInputProps('percentShareholder')} />}
        {error !== null && <ErrorNote error={error} />}
        <Group justify="flex-end"><Button variant="default" onClick={onClose}>Leave it</Button><Button type="submit" loading={director.isPending || shareholder.isPending}>Add</Button></Group>
      </Stack>
    </form>
  );
}

function RemovePerson({ customerId, person, onClose }: { customerId: string; person: Person | null; onClose(): void }) {
  const environment = useEnvironment();
  const { mutate, isPending, error, reset } = useAct('removeCompanyPerson', { refresh });
  const leave = (): void => {
    reset();
    onClose();
  };
  return (
    <AskModal opened={person !== null} onClose={leave} title={person === null ? '' : `Remove ${nameOf(person)}?`} confirm="Remove" danger reason="Reason" busy={isPending} error={error}
      onConfirm={(reason) => person !== null && mutate({ path: { environment, customerId, personId: person.personId }, query: { reason } }, { onSuccess: leave })}>
      <Text size="sm">The person is kept among the former ones. The company can lose a tier: when the shareholders left hold 95 percent or less, or when the first director goes, whose face was matched.</Text>
    </AskModal>
  );
}
