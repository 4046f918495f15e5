/** Opens a customer in the sandbox. In live that is a program's: it speaks for the person who gave the numbers. */
import { ActionIcon, Button, Fieldset, Group, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import { fieldErrors } from '@/api/field-errors.ts';
import { useAct } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, Page } from '@/components/page.tsx';
import { AddressFields, filled, PersonFields } from './PersonFields.tsx';
import { newCustomerRoute } from './routes.tsx';

export function NewCustomerPage() {
  const environment = useEnvironment();
  const { kind } = newCustomerRoute.useSearch();
  const navigate = newCustomerRoute.useNavigate();
  return (
    <Page title="New customer" crumbs={[{ label: 'Customers', to: `/${environment}/customers` }]}
      lead="In the sandbox the registry confirms every well-formed BVN, whatever the name. Numbers such as 00000000002 give other results: the sandbox guide lists them.">
      <SegmentedControl aria-label="Kind of customer" w="fit-content" value={kind ?? 'INDIVIDUAL'} onChange={(next) => void navigate({ search: next === 'BUSINESS' ? { kind: 'BUSINESS' } : {} })}
        data={[{ value: 'INDIVIDUAL', label: 'Individual' }, { value: 'BUSINESS', label: 'Business' }]} />
      {environment === 'live'
        ? <Card><Text>Customers of live are opened by your own program: POST /customer/profile/individual.</Text></Card>
        : kind === 'BUSINESS' ? <BusinessForm /> : <IndividualForm />}
    </Page>
  );
}

const nowhere = { address: '', street: '', localGovernment: '', city: '', country: '' };
const nobody = { firstName: '', lastName: '', otherName: '', dateOfBirth: '', bvn: '' };

function useOpened() {
  const navigate = newCustomerRoute.useNavigate();
  return ({ data }: { data: { customerId: string } }): void => void navigate({ to: `/test/customers/${data.customerId}` });
}

function IndividualForm() {
  const opened = useOpened();
  const { mutate, isPending, error } = useAct('createIndividualCustomer', { refresh: ['listCustomers'] });
  const form = useForm({ initialValues: { ...nobody, nin: '', phone: '', email: '', address: nowhere } });
  const send = form.onSubmit(({ address, ...values }) => {
    const at = filled(address);
    const body = { ...filled(values), ...(Object.keys(at).length === 0 ? {} : { address: at }) };
    mutate({ path: { environment: 'test' }, body }, { onSuccess: opened, onError: (refused) => form.setErrors(fieldErrors(refused)) });
  });
  return (
    <form onSubmit={send}>
      <Card>
        <Stack>
          <PersonFields input={(field) => form.getInputProps(field)} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label="Phone" description="Codes for transfers go here" inputMode="tel" autoComplete="off" required {...form.getInputProps('phone')} />
            <TextInput label="E-mail" description="Optional" type="email" autoComplete="off" {...form.getInputProps('email')} />
          </SimpleGrid>
          <Fieldset legend="Address (optional)"><AddressFields input={(field) => form.getInputProps(`address.${field}`)} /></Fieldset>
          {error !== null && <ErrorNote error={error} />}
          <Button type="submit" loading={isPending} w="fit-content">Open the profile</Button>
        </Stack>
      </Card>
    </form>
  );
}

const director = { ...nobody, idDocumentType: '', idDocumentNumber: '', politicalAffiliationRelationship: '' };
const company = { businessName: '', rcNumber: '', taxId: '', dateOfIncorporation: '', phone: '', email: '', stateOfRegistration: '', directors: [director], shareholders: [] as (typeof director & { percentShareholder: string })[] };

function BusinessForm() {
  const opened = useOpened();
  const { mutate, isPending, error } = useAct('createBusinessCustomer', { refresh: ['listCustomers'] });
  const form = useForm({ initialValues: company });
  const send = form.onSubmit(({ directors, shareholders, ...values }) => {
    const body = { ...filled(values), directors: directors.map(filled), ...(shareholders.length === 0 ? {} : { shareholders: shareholders.map(filled) }) };
    mutate({ path: { environment: 'test' }, body }, { onSuccess: opened, onError: (refused) => form.setErrors(fieldErrors(refused)) });
  });
  const without = (list: 'directors' | 'shareholders', index: number, label: string) => <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={() => form.removeListItem(list, index)}><IconTrash size={16} /></ActionIcon>;
  return (
    <form onSubmit={send}>
      <Card>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label="Name as registered" autoComplete="off" required {...form.getInputProps('businessName')} />
            <TextInput label="Registration number" placeholder="RC123456" autoComplete="off" required {...form.getInputProps('rcNumber')} />
            <TextInput label="Tax number" placeholder="12345678-0001" autoComplete="off" required {...form.getInputProps('taxId')} />
            <TextInput label="Date of incorporation" type="date" required {...form.getInputProps('dateOfIncorporation')} />
            <TextInput label="Phone" description="Codes for transfers go here" inputMode="tel" autoComplete="off" required {...form.getInputProps('phone')} />
            <TextInput label="E-mail" description="Optional" type="email" autoComplete="off" {...form.getInputProps('email')} />
          </SimpleGrid>
          {form.values.directors.map((_, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- people of a form have no other name
            <Fieldset key={index} legend={index === 0 ? 'First director: the company\'s contact' : `Director ${index + 1}`}>
              <PersonFields input={(field) => form.getInputProps(`directors.${index}.${field}`)} withDocument />
              {index > 0 && without('directors', index, `Remove director ${index + 1}`)}
            </Fieldset>
          ))}
          {form.values.shareholders.map((_, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- people of a form have no other name
            <Fieldset key={index} legend={`Shareholder ${index + 1}`}>
              <PersonFields input={(field) => form.getInputProps(`shareholders.${index}.${field}`)} withDocument />
              <Group align="flex-end" mt="md"><TextInput label="Share in percent" inputMode="decimal" required {...form.getInputProps(`shareholders.${index}.percentShareholder`)} />{without('shareholders', index, `Remove shareholder ${index + 1}`)}</Group>
            </Fieldset>
          ))}
          <Group>
            <Button variant="default" onClick={() => form.insertListItem('directors', director)}>Add a director</Button>
            <Button variant="default" onClick={() => form.insertListItem('shareholders', { ...director, percentShareholder: '' })}>Add a shareholder</Button>
          </Group>
          {error !== null && <ErrorNote error={error} />}
          <Button type="submit" loading={isPending} w="fit-content">Open the profile</Button>
        </Stack>
      </Card>
    </form>
  );
}
