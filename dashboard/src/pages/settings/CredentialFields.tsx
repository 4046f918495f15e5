import { Checkbox, Fieldset, Group, SimpleGrid, Stack, TagsInput, Text, TextInput, UnstyledButton } from '@mantine/core';
import { everyScope, isScope, type Scope, scopeGroups, usualScopes } from './scopes.ts';

export type CredentialForm = { name: string; scopes: readonly Scope[]; networks: readonly string[] };

/** Name, scopes and networks of a credential. */
export function CredentialFields({ form, onChange }: { form: CredentialForm; onChange(form: CredentialForm): void }) {
  return (
    <>
      <TextInput label="Name" description="For people: the program that will use it." maxLength={100} value={form.name} onChange={(event) => onChange({ ...form, name: event.currentTarget.value })} required data-autofocus />
      <Scopes chosen={form.scopes} onChange={(scopes) => onChange({ ...form, scopes })} />
      <TagsInput label="Networks it may be used from" description="Addresses or networks, such as 203.0.113.0/24; none: from everywhere." placeholder={form.networks.length === 0 ? 'Everywhere' : ''} maxTags={50}
        value={[...form.networks]} onChange={(networks) => onChange({ ...form, networks })} splitChars={[',', ' ']} acceptValueOnBlur />
    </>
  );
}

function Scopes({ chosen, onChange }: { chosen: readonly Scope[]; onChange(scopes: readonly Scope[]): void }) {
  const quick = (label: string, scopes: readonly Scope[]) => <UnstyledButton fz="sm" c="var(--mantine-color-anchor)" td="underline" onClick={() => onChange(scopes)}>{label}</UnstyledButton>;
  return (
    <Fieldset legend="What it may do">
      <Stack gap="sm">
        <Group gap="md">{quick('The usual', usualScopes)}{quick('Only reading', everyScope.filter((scope) => scope.endsWith(':read')))}{quick('Nothing', [])}</Group>
        <Checkbox.Group aria-label="Scopes" value={[...chosen]} onChange={(next) => onChange(next.filter(isScope))}>
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
            {scopeGroups.map(([group, scopes]) => (
              <Stack key={group} gap={6}>
                <Text size="sm" fw={600}>{group}</Text>
                {scopes.map(([scope, may]) => <Checkbox key={scope} size="sm" value={scope} label={may} description={scope} />)}
              </Stack>
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      </Stack>
    </Fieldset>
  );
}
