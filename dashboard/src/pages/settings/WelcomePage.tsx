import { Anchor, Button, Code, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession } from '@/app/session.ts';
import { Card, Empty, Page } from '@/components/page.tsx';
import { ShownOnce } from '@/components/ShownOnce.tsx';
import { Copyable } from '@/components/values.tsx';
import { forgetCredential, heldCredential, type FirstCredential } from '@/lib/handed-over.ts';

/** The page after signing up: the first secret key, shown while this page stays open and never again. */
export function WelcomePage() {
  const { organization } = useSession();
  const [credential] = useState(heldCredential);
  useEffect(() => forgetCredential, []);
  return (
    <Page title={`${organization.name} is ready`} lead="Your sandbox works from now on. Live opens when the operator has approved your organization.">
      {credential === null ? <Gone /> : <FirstSteps credential={credential} />}
    </Page>
  );
}

function Gone() {
  return (
    <Card>
      <Empty title="The secret key was shown once" action={<Button renderRoot={(props) => <Link to="/settings/credentials" search={{}} {...props} />}>Manage API Credentials</Button>}>
        It cannot be shown again. If it was not kept, replace it or create another credential.
      </Empty>
    </Card>
  );
}

function FirstSteps({ credential: { clientId, clientSecret, accountNumber } }: { credential: FirstCredential }) {
  const token = [
    `CLIENT_ID=${clientId}`, `CLIENT_SECRET=${clientSecret}`,
    `curl -s ${window.location.origin}/sandbox/v1/auth/token -H "Authorization: Bearer $(printf %s "$CLIENT_ID:$CLIENT_SECRET" | base64 | tr -d '\\n')"`,
  ].join('\n');
  return (
    <>
      <Card title="Your first test credential"><ShownOnce clientId={clientId} clientSecret={clientSecret} /></Card>
      <Card title="The first call">
        <Stack gap="sm">
          <Text size="sm">Paste this into a shell: it answers a token for all other calls.</Text>
          <Code block>{token}</Code>
          <Text size="sm" component="div">Account <Copyable text={accountNumber} label="account number" /> has ₦5,000,000 of play money to pay from.</Text>
          <Group>
            <Button renderRoot={(props) => <Link to="/$environment/first-transfer" params={{ environment: 'test' }} search={{}} {...props} />}>Make your first transfer</Button>
            <Button variant="default" renderRoot={(props) => <Link to="/$environment" params={{ environment: 'test' }} {...props} />}>To the sandbox</Button>
            <Anchor size="sm" underline="always" href="/docs" target="_blank" rel="noreferrer">Documentation</Anchor>
          </Group>
        </Stack>
      </Card>
    </>
  );
}
