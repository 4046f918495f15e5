/** Tries a check again with what it was made of: none of that is kept, so it is typed once more. */
import { Alert, Button, FileInput, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Input } from '@/api/client.ts';
import { fieldErrors } from '@/api/field-errors.ts';
import { useAct } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { FormModal } from '@/components/FormModal.tsx';
import { TextLink } from '@/components/TextLink.tsx';
import { asDataUri } from '@/lib/save.ts';
import type { Check } from './words.ts';

/** Ended against somebody, or in a provider's trouble; nobody is deciding it, and it is no watch list's. */
export const isRetriable = ({ outcome, review }: Pick<Check, 'outcome' | 'review'>): boolean => outcome !== 'passed' && outcome !== 'blocked' && review?.status !== 'pending' && review?.status !== 'passed';

type Body = Input<'retryKycCheck'>['body'];
type Text = 'bvn' | 'nin' | 'firstName' | 'lastName' | 'otherName' | 'dateOfBirth' | 'documentNumber' | 'number';
type Picture = 'livePicture' | 'docImage' | 'selfieImage';
type Values = Record<Text, string> & Record<Picture, File | null> & { docType: string | null; channel: string | null };

const blank: Values = { bvn: '', nin: '', firstName: '', lastName: '', otherName: '', dateOfBirth: '', documentNumber: '', number: '', livePicture: null, docImage: null, selfieImage: null, docType: null, channel: null };
const person = ['firstName', 'lastName', 'otherName', 'dateOfBirth'] as const;

/** What a check of the kind is made of. A customer's own NIN check is made of the number alone; a check that only names the customer, of the person too. */
function partsOf({ kind, customerId }: Check, withPerson: boolean): readonly (keyof Values)[] {
  switch (kind) {
    case 'bvn': return ['bvn', ...person];
    case 'nin': return customerId === null || withPerson ? ['nin', ...person] : ['nin'];
    case 'bvn_nin': return ['bvn', 'nin', ...person];
    case 'face': return ['livePicture'];
    case 'document': return ['docType', 'documentNumber', 'docImage'];
    case 'document_face': return ['docType', 'documentNumber', 'docImage', 'selfieImage'];
    case 'tin': return ['channel', 'number'];
  }
}

export function RetryCheck({ check }: { check: Check }) {
  const environment = useEnvironment();
  const [open, setOpen] = useState(false);
  const [passed, setPassed] = useState(false);
  return (
    <>
      {passed && <Alert color="teller" title="It passed this time">The new check stands in {check.customerId === null ? <TextLink to={`/${environment}/kyc`} underline="always" c="inherit">the list of checks</TextLink> : <TextLink to={`/${environment}/customers/${check.customerId}`} search={{ tab: 'checks' }} underline="always" c="inherit">the customer&apos;s checks</TextLink>}, and names this one.</Alert>}
      {!passed && <Button w="fit-content" variant="default" className="no-print" onClick={() => setOpen(true)}>Try the check again</Button>}
      {open && <RetryForm check={check} onClose={() => setOpen(false)} onPassed={() => { setPassed(true); setOpen(false); }} />}
    </>
  );
}

function RetryForm({ check, onClose, onPassed }: { check: Check; onClose(): void; onPassed(): void }) {
  const environment = useEnvironment();
  const [withPerson, setWithPerson] = useState(false);
  const form = useForm<Values>({ initialValues: blank });
  const { mutate, error, isPending } = useAct('retryKycCheck', { refresh: ['listKycChecks', 'readKycCheck', 'readCustomer'] });
  const parts = partsOf(check, withPerson);
  const send = async (): Promise<void> => {
    const filled = await Promise.all(parts.flatMap((part) => {
      const value = form.values[part];
      return value === null || value === '' ? [] : [typeof value === 'string' ? [part, value] as const : asDataUri(value).then((text) => [part, text] as const)];
    }));
    mutate({ path: { environment, checkId: check.checkId }, body: Object.fromEntries(filled) as Body }, {
      onSuccess: onPassed,
      onError: (refused) => {
        form.setErrors(fieldErrors(refused));
        if (check.kind === 'nin' && refused.code === 'missing_field') setWithPerson(true);
      },
    });
  };
  return (
    <FormModal title="Try the check again" action="Try again" busy={isPending} error={error} onClose={onClose} onSubmit={() => void send()}>
      <Text size="sm">Nothing that was sent then is kept, so send it again, corrected where that is needed. The number must be the same. The provider is asked anew.</Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>{parts.map((part) => <Part key={part} part={part} form={form} />)}</SimpleGrid>
    </FormModal>
  );
}

const labels: Readonly<Record<keyof Values, string>> = {
  bvn: 'BVN', nin: 'NIN', firstName: 'First name', lastName: 'Last name', otherName: 'Other name', dateOfBirth: 'Date of birth', documentNumber: 'Number of the document', number: 'Number',
  livePicture: 'New picture of the customer', docImage: 'Picture of the document', selfieImage: 'Picture of the holder', docType: 'Identity document', channel: 'Kind of number',
};
const choices = {
  docType: [{ value: 'IP', label: 'International passport' }, { value: 'DR', label: "Driver's licence" }],
  channel: [{ value: 'TIN', label: 'Tax number' }, { value: 'CAC', label: 'Company registration' }, { value: 'PHONE', label: 'Phone number' }],
};

function Part({ part, form }: { part: keyof Values; form: ReturnType<typeof useForm<Values>> }) {
  const input = { label: labels[part], required: part !== 'otherName', ...form.getInputProps(part) };
  switch (part) {
    case 'livePicture':
    case 'docImage':
    case 'selfieImage':
      return <FileInput {...input} accept="image/jpeg,image/png,image/webp" placeholder="JPEG, PNG or WebP, at most 5 MB" clearable clearButtonProps={{ 'aria-label': 'Take the picture away' }} />;
    case 'docType':
    case 'channel':
      return <Select {...input} data={choices[part]} />;
    case 'dateOfBirth':
      return <TextInput type="date" {...input} />;
    case 'bvn':
    case 'nin':
      return <TextInput inputMode="numeric" maxLength={11} autoComplete="off" {...input} />;
    default:
      return <TextInput autoComplete="off" {...input} />;
  }
}
