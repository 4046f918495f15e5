import { Alert, Button, Card as Panel, Group, NativeSelect, PasswordInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconCheck, IconStethoscope } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useEnvironment } from '@/app/roots.tsx';
import { useAct, useRead } from '@/api/hooks.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, Page } from '@/components/page.tsx';
import { words } from '@/lib/format.ts';
import { doctorRoute } from './routes.tsx';

/** Paste what the receiver saw; the mistake is named. */
export function DoctorPage() {
  const environment = useEnvironment();
  const { webhook = '' } = doctorRoute.useSearch();
  const navigate = doctorRoute.useNavigate();
  const webhooks = useRead('listWebhooks', { path: { environment } });
  const examine = useAct('verifyWebhookSignature');
  const [body, setBody] = useState('');
  const [headers, setHeaders] = useState('');
  const [secret, setSecret] = useState('');
  const [computed, setComputed] = useState('');
  const read = readHeaders(headers);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    examine.mutate({ path: { environment }, body: { headers: read, body, ...(secret === '' ? {} : { secret }), ...(webhook === '' ? {} : { endpointId: webhook }), ...(computed.trim() === '' ? {} : { computed: computed.trim() }) } });
  };
  const verdict = examine.data?.data;
  return (
    <Page title="Signature doctor" crumbs={[{ label: 'Webhooks', to: `/${environment}/webhooks` }]} lead="Your receiver refuses a signature? Paste what it saw: the doctor undoes one mistake after the other until the signature fits. Nothing of it is logged or kept.">
      <Card>
        <form onSubmit={submit}>
          <Stack maw={760}>
            <Textarea label="Body" description="The bytes your code checked, exactly." autosize minRows={4} maxRows={14} value={body} onChange={(event) => setBody(event.currentTarget.value)} styles={mono} spellCheck={false} required />
            <Textarea label="Headers" description="One a line. Those of the signature are enough." placeholder={'x-service-signature: sha256=…\nwebhook-id: evt_…\nwebhook-timestamp: 1763717400\nwebhook-signature: v1,…'} autosize minRows={4} maxRows={12} value={headers} onChange={(event) => setHeaders(event.currentTarget.value)} styles={mono} spellCheck={false} required
              error={headers.trim() !== '' && Object.keys(read).length === 0 ? 'A header is its name, a colon and its value.' : null} />
            <Group grow align="flex-start">
              <PasswordInput label="Secret of your receiver" description="Or choose the webhook: its own are tried too." value={secret} onChange={(event) => setSecret(event.currentTarget.value)} autoComplete="off" />
              <NativeSelect label="Webhook" description="Whose delivery it was." value={webhook} onChange={(event) => void navigate({ search: event.currentTarget.value === '' ? {} : { webhook: event.currentTarget.value }, replace: true })} data={[{ value: '', label: 'None of them' }, ...(webhooks.data?.data ?? []).map(({ id, url }) => ({ value: id, label: url }))]} />
            </Group>
            <TextInput label="What your code computed (optional)" description="Hex or base64: the doctor says how it came about." value={computed} onChange={(event) => setComputed(event.currentTarget.value)} styles={mono} />
            {examine.error !== null && <ErrorNote error={examine.error} />}
            <Group><Button type="submit" leftSection={<IconStethoscope size={16} />} loading={examine.isPending}>Find the mistake</Button></Group>
          </Stack>
        </form>
      </Card>
      {verdict !== undefined && (
        <Stack gap="sm" aria-live="polite">
          {verdict.valid
            ? <Alert color="teller" icon={<IconCheck aria-hidden />} title="The signature is good">A receiver that follows the guide accepts this request as it stands.</Alert>
            : <Alert color="red" title="A receiver that follows the guide refuses this">{verdict.findings.length === 0 ? 'No known mistake makes it fit: the secret or the body is another one.' : 'This is why, and what to do:'}</Alert>}
          {verdict.findings.map(({ code, message, fix }) => (
            <Panel key={code} withBorder>
              <Text fw={600}>{words(code)}</Text><Text size="sm">{message}</Text><Text size="sm" fw={500} mt={4}>{fix}</Text>
            </Panel>
          ))}
        </Stack>
      )}
    </Page>
  );
}

const mono = { input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } };

function readHeaders(text: string): Record<string, string> {
  return Object.fromEntries(text.split('\n').flatMap((line) => {
    const colon = line.indexOf(':');
    return colon <= 0 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]];
  }));
}
