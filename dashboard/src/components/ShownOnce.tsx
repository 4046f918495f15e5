/** A secret that is in no other answer: to copy, or to keep as a file. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconKey } from '@tabler/icons-react';
import { saveFile } from '@/lib/save.ts';
import { Copyable } from './values.tsx';

export type ShownCredential = { clientId: string; clientSecret: string };

export function ShownOnce({ clientId, clientSecret }: ShownCredential) {
  return (
    <Stack gap="sm">
      <Alert color="yellow" icon={<IconKey aria-hidden />} title="The secret key is shown this once">
        Keep it where programs read their secrets. It is stored here as a hash, so nobody can show it again; who loses it replaces it.
      </Alert>
      <Line label="Client identifier" text={clientId} />
      <Line label="Secret key" text={clientSecret} />
      <Group>
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={() => saveFile(`CLIENT_ID=${clientId}\nCLIENT_SECRET=${clientSecret}\n`, `${clientId}.env`)}>Download as .env</Button>
      </Group>
    </Stack>
  );
}

function Line({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">{label}</Text>
      <Copyable text={text} label={label.toLowerCase()} />
    </div>
  );
}
