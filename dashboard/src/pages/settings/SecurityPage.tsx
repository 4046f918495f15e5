import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '@/app/session.ts';
import { Card, Page } from '@/components/page.tsx';
import { Copyable } from '@/components/values.tsx';
import { saveFile } from '@/lib/save.ts';
import { PasskeysCard } from './PasskeysCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';

/** What a member does for their own safety. Recovery codes stand alone on the page while they are shown, so that they can be printed. */
export function SecurityPage() {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Page title="Your security" lead={codes === null ? 'How you sign in, and where you are signed in.' : undefined}>
      {codes !== null
        ? <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
        : <><PasskeysCard /><SecondFactorCard onCodes={setCodes} /><PasswordCard /><SessionsCard /></>}
    </Page>
  );
}

function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept(): void }) {
  const { member } = useSession();
  const text = `Recovery codes of ${member.email} at ${window.location.host}\nEach is good once, in place of the code of the authenticator app.\n\n${codes.join('\n')}\n`;
  return (
    <Card title="Your recovery codes">
      <Stack gap="sm">
        <Text size="sm">Each signs you in once when you do not have your authenticator app. They are shown this once; keep them away from your password. Codes from before are worth nothing now.</Text>
        <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(210px, 1fr))', gap: 8 }}>{codes.map((code) => <Copyable key={code} text={code} label={`code ${code.slice(0, 4)}`} />)}</div>
        <Group className="no-print">
          <Button variant="default" leftSection={<IconDownload size={16} />} onClick={() => saveFile(text, 'recovery-codes.txt')}>Download</Button>
          <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>Print</Button>
          <Button onClick={onKept}>I have kept them</Button>
        </Group>
      </Stack>
    </Card>
  );
}
