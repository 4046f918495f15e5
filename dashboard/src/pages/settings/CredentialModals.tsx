/** What is done to a credential, each in a window that says what will happen. A secret that was made stays until it is put away. */
import { Button, Group, Modal, NumberInput, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { FormModal } from '@/components/FormModal.tsx';
import { type ShownCredential, ShownOnce } from '@/components/ShownOnce.tsx';
import { straight } from '@/lib/format.ts';
import { isScope, usualScopes } from './scopes.ts';
import { type Credential, type Section, useChange, useCreate, useRevoke, useRotate } from './credential-calls.ts';
import { CredentialFields, type CredentialForm } from './CredentialFields.tsx';

type About = { section: Section; credential: Credential; onClose(): void };

export function CreateCredential({ section, onClose }: { section: Section; onClose(): void }) {
  const [form, setForm] = useState<CredentialForm>({ name: '', scopes: usualScopes, networks: [] });
  const { mutate, data, error, isPending } = useCreate(section);
  if (data !== undefined) return <Shown title="The credential is made" credential={data.data} onClose={onClose} />;
  return (
    <FormModal title={`Create a ${section} credential`} action="Create" busy={isPending} error={error} onClose={onClose} onSubmit={() => mutate({ body: { name: form.name, scopes: [...form.scopes], networks: [...form.networks] } })}>
      <CredentialFields form={form} onChange={setForm} />
    </FormModal>
  );
}

export function ChangeCredential({ section, credential, onClose }: About) {
  const [form, setForm] = useState<CredentialForm>({ name: credential.name, scopes: credential.scopes.filter(isScope), networks: credential.networks });
  const [rates, setRates] = useState({ requestsPerSecond: credential.requestsPerSecond, kycPerMinute: credential.kycPerMinute });
  const { mutate, error, isPending } = useChange(section);
  const rate = (field: keyof typeof rates) => (value: string | number) => setRates((before) => ({ ...before, [field]: Number(value) }));
  return (
    <FormModal title={`Rename or limit ${straight(credential.name)}`} action="Save" busy={isPending} error={error} onClose={onClose}
      onSubmit={() => mutate({ path: { credentialId: credential.credentialId }, body: { name: form.name, scopes: [...form.scopes], networks: [...form.networks], ...rates } }, { onSuccess: onClose })}>
      <CredentialFields form={form} onChange={setForm} />
      <Group grow align="flex-start">
        <NumberInput label="Requests a second" min={1} max={200} allowDecimal={false} value={rates.requestsPerSecond} onChange={rate('requestsPerSecond')} required />
        <NumberInput label="Identity checks a minute" min={1} max={60} allowDecimal={false} value={rates.kycPerMinute} onChange={rate('kycPerMinute')} required />
      </Group>
      <Text size="sm" c="dimmed">It bites within a second, for tokens that are in use too.</Text>
    </FormModal>
  );
}

const overlaps = [['24', 'For 24 hours', 'Time to bring the new one to every program.'], ['72', 'For 72 hours', 'The longest there is.'], ['1', 'For one hour', 'When you can change it everywhere at once.'], ['0', 'Not at all', 'For a secret that got into wrong hands: it and all tokens end now.']] as const;

export function RotateCredential({ section, credential, onClose }: About) {
  const [overlap, setOverlap] = useState('24');
  const { mutate, data, error, isPending } = useRotate(section);
  if (data !== undefined) return <Shown title="The new secret key" credential={data.data} onClose={onClose} />;
  return (
    <FormModal title={`Replace the secret key of ${straight(credential.name)}`} action="Replace it" busy={isPending} error={error} onClose={onClose} danger={overlap === '0'}
      onSubmit={() => mutate({ path: { credentialId: credential.credentialId }, body: { overlapHours: Number(overlap) } })}>
      <Text size="sm">The client identifier stays. The new secret key is shown once.{credential.rotation?.previousSecretUntil == null ? '' : ' A secret key that works only for its overlap still ends now.'}</Text>
      <Radio.Group label="How long does the present secret key go on working?" value={overlap} onChange={setOverlap}>
        <Stack gap="xs" mt="xs">{overlaps.map(([value, label, description]) => <Radio key={value} value={value} label={label} description={description} />)}</Stack>
      </Radio.Group>
    </FormModal>
  );
}

export function RevokeCredential({ section, credential, onClose }: About) {
  const { mutate, error, isPending } = useRevoke(section);
  return (
    <FormModal title={`Revoke ${straight(credential.name)}`} action="Revoke for ever" busy={isPending} error={error} onClose={onClose} danger onSubmit={() => mutate({ path: { credentialId: credential.credentialId } }, { onSuccess: onClose })}>
      <Text size="sm">Programs that use it are refused within a second: their tokens stop, and they get no new ones. This cannot be taken back.</Text>
    </FormModal>
  );
}

function Shown({ title, credential, onClose }: { title: string; credential: ShownCredential; onClose(): void }) {
  return (
    <Modal opened onClose={onClose} title={title} size="lg" centered closeOnClickOutside={false} closeOnEscape={false} withCloseButton={false}>
      <Stack>
        <ShownOnce clientId={credential.clientId} clientSecret={credential.clientSecret} />
        <Group justify="flex-end"><Button onClick={onClose}>I have kept it</Button></Group>
      </Stack>
    </Modal>
  );
}
