/** Parts of forms about people and addresses. */
import type { GetInputPropsReturnType } from '@mantine/form';
import { Select, SimpleGrid, TextInput } from '@mantine/core';

/** What a form hands each of its inputs. */
type InputProps = (field: string) => GetInputPropsReturnType;

export function AddressFields({ input }: { input: InputProps }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="Address in one line" autoComplete="off" {...input('address')} />
      <TextInput label="Street and number" autoComplete="off" {...input('street')} />
      <TextInput label="Local government" autoComplete="off" {...input('localGovernment')} />
      <TextInput label="City" autoComplete="off" {...input('city')} />
      <TextInput label="Country" autoComplete="off" {...input('country')} />
    </SimpleGrid>
  );
}

/** Name, birth date and BVN, as a registry is asked about them. */
export function PersonFields({ input, withDocument = false }: { input: InputProps; withDocument?: boolean }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="First name" autoComplete="off" required {...input('firstName')} />
      <TextInput label="Last name" autoComplete="off" required {...input('lastName')} />
      <TextInput label="Other name" autoComplete="off" {...input('otherName')} />
      <TextInput label="Date of birth" type="date" required {...input('dateOfBirth')} />
      <TextInput label="BVN" description="11 digits" inputMode="numeric" maxLength={11} autoComplete="off" required {...input('bvn')} />
      {withDocument ? (
        <>
          <Select label="Identity document" description="Optional" clearable data={[{ value: 'IP', label: 'International passport' }, { value: 'DR', label: "Driver's licence" }]} {...input('idDocumentType')} value={input('idDocumentType').value || null} />
          <TextInput label="Number of the document" autoComplete="off" {...input('idDocumentNumber')} />
          <TextInput label="Political affiliation" autoComplete="off" {...input('politicalAffiliationRelationship')} />
        </>
      ) : <TextInput label="NIN" description="Optional; with it the profile starts at Tier 2" inputMode="numeric" maxLength={11} autoComplete="off" {...input('nin')} />}
    </SimpleGrid>
  );
}

/** What was filled in: empty text is the same as nothing. */
export function filled<Values extends Record<string, unknown>>(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null)) as Values;
}
