/** The home of an organization that has done nothing yet: the first calls, with its own client identifier in them. */
import { Anchor, List, Stack, Text } from '@mantine/core';
import { useRead } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { useMay, useSession } from '@/app/session.ts';
import { CodeBlock } from '@/components/code.tsx';
import { Card, Empty } from '@/components/page.tsx';
import { TextLink } from '@/components/TextLink.tsx';

export function FirstSteps() {
  const environment = useEnvironment();
  const { organization } = useSession();
  if (environment === 'test') return <SandboxSteps />;
  return (
    <Card>
      <Empty title="Nothing has happened in live yet" action={<TextLink to="/test">Open the sandbox</TextLink>}>
        {organization.liveApproved ? 'Your program calls /v1 as it calls /sandbox/v1, with a live credential. Figures appear here with the first transfer.' : 'The operator must approve your organization first. Build in the sandbox until then: everything works there, without money.'}
      </Empty>
    </Card>
  );
}

function SandboxSteps() {
  const may = useMay();
  const { data } = useRead('listCredentials', {}, { enabled: may.permission('credentials:read') });
  const clientId = data?.data.test.find(({ status }) => status === 'active')?.clientId ?? 'YOUR_CLIENT_ID';
  const root = `${window.location.origin}/sandbox/v1`;
  return (
    <Stack>
      <Card title="Make your first call">
        <Text size="sm" mb="sm">Paste this into a terminal. The secret was shown when the credential was made; {may.permission('credentials:test') ? <>a new one is made at <TextLink to="/settings/credentials" underline="always">Manage API Credentials</TextLink>.</> : 'somebody of your organization has it.'}</Text>
        <CodeBlock label="the first call" text={`CLIENT_ID=${clientId}\nCLIENT_SECRET='paste your secret here'\nAPI=${root}\nTOKEN=$(curl -s $API/auth/token -H "Authorization: Bearer $(printf %s "$CLIENT_ID:$CLIENT_SECRET" | base64 | tr -d '\\n')" | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')\ncurl -s "$API/transfer/banks?page=1&pageSize=5" -H "Authorization: Bearer $TOKEN"`} />
      </Card>
      <Card title="Open your first customer">
        <Text size="sm" mb="sm">In the sandbox the registry confirms every well-formed BVN. The customer appears under <TextLink to="/test/customers" underline="always">Customers</TextLink>, and this page fills with figures.</Text>
        <CodeBlock label="the second call" text={`curl -s $API/customer/profile/individual -H "Authorization: Bearer $TOKEN" -H "requestId: first-customer-1" -H "Content-Type: application/json" \\\n  -d '{"firstName":"Tunde","lastName":"Adeyemi","dateOfBirth":"1990-01-15","phone":"08031234567","bvn":"22200000001"}'`} />
      </Card>
      <Card title="Then">
        <List size="sm" spacing={4}>
          <List.Item><Anchor href="/docs/quickstart" inherit underline="always">The quickstart</Anchor> sends money in ten minutes: name enquiry, transfer, one-time password.</List.Item>
          <List.Item><Anchor href="/docs/sandbox" inherit underline="always">The sandbox guide</Anchor> lists numbers and scenarios that fail on purpose.</List.Item>
          <List.Item><Anchor href="/docs" inherit underline="always">The documentation</Anchor> has every call, error and event.</List.Item>
        </List>
      </Card>
    </Stack>
  );
}
