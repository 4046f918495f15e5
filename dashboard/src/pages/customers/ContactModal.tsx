/** Changes what may be changed: how the customer is reached. What the registry confirmed is locked. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fieldErrors } from '@/api/field-errors.ts';
import { useAct } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { StayingModal } from '@/components/StayingModal.tsx';
import { AddressFields } from './PersonFields.tsx';
import type { Customer } from './customer.tsx';

export function ContactModal({ customer, opened, onClose }: { customer: Customer; opened: boolean; onClose(): void }) {
  return <StayingModal opened={opened} onClose={onClose} title="Change contact and address" size="lg" centered>{opened && <ContactForm customer={customer} onClose={onClose} />}</StayingModal>;
}

function ContactForm({ customer, onClose }: { customer: Customer; onClose(): void }) {
  const environment = useEnvironment();
  const { customerId, email, phone, salutation, address } = customer;
  const { mutate, isPending, error } = useAct('updateCustomer', { refresh: ['readCustomer', 'listCustomers', 'listCustomerHistory'] });
  const form = useForm({
    initialValues: {
      email: email ?? '', phone, salutation: salutation ?? '',
      address: { address: address.address ?? '', street: address.street ?? '', localGovernment: address.localGovernment ?? '', city: address.city ?? '', country: address.country ?? '' },
    },
  });
  const send = form.onSubmit(({ phone: now, address: at, ...values }) => {
    // An untouched address is not sent: the one on file may be empty, and stays so.
    const body = { ...values, ...(now === phone ? {} : { phone: now }), ...(form.isDirty('address') ? { address: at } : {}) };
    mutate({ path: { environment, customerId }, body }, { onSuccess: onClose, onError: (refused) => form.setErrors(fieldErrors(refused)) });
  });
  return (
    <form onSubmit={send}>
      <Stack>
        <Text size="sm">Codes for transfers go to this phone from now on. Names, date of birth, BVN and NIN come from the registry and are locked.</Text>
        <Group grow align="flex-start">
          <TextInput label="Phone" inputMode="tel" required {...form.getInputProps('phone')} data-autofocus />
          <TextInput label="E-mail" type="email" {...form.getInputProps('email')} />
        </Group>
        <TextInput label="Salutation" maw={160} {...form.getInputProps('salutation')} />
        <AddressFields input={(field) => form.getInputProps(`address.${field}`)} />
        {error !== null && <ErrorNote error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>Leave it</Button>
          <Button type="submit" loading={isPending} disabled={!form.isDirty()}>Save</Button>
        </Group>
      </Stack>
    </form>
  );
}
