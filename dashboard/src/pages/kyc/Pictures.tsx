/** The pictures of a check side by side. They are asked for by a person, kept by nobody, and each look is written down. */
import { ActionIcon, Box, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconEye, IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useState } from 'react';
import { useAct } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, Empty } from '@/components/page.tsx';

const names: Readonly<Record<string, string>> = { document: 'Document', selfie: 'Selfie', livePicture: 'Picture of the customer', registryPhoto: 'Photo of the registry' };

export function Pictures({ checkId, has }: { checkId: string; has: boolean }) {
  const environment = useEnvironment();
  // No query: what is shown must not stay in a cache.
  const { mutate, data, isPending, error } = useAct('readReviewPictures');
  if (!has) return <Card title="Pictures"><Empty title="The pictures are gone">They are kept for a week at most. Ask for a new check.</Empty></Card>;
  if (data === undefined) {
    return (
      <Card title="Pictures">
        <Stack align="flex-start" gap="sm">
          <Text size="sm">Looking at them is written to the audit log under your name.</Text>
          <Button leftSection={<IconEye size={16} />} loading={isPending} onClick={() => mutate({ path: { environment, checkId } })}>Show the pictures</Button>
          {error !== null && <ErrorNote error={error} />}
        </Stack>
      </Card>
    );
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: data.data.pictures.length > 1 ? 2 : 1 }}>
      {data.data.pictures.map(({ name, mediaType, base64 }) => <Picture key={name} name={names[name] ?? name} source={`data:${mediaType};base64,${base64}`} />)}
    </SimpleGrid>
  );
}

const steps = [1, 1.5, 2, 3, 4] as const;

function Picture({ name, source }: { name: string; source: string }) {
  const [step, setStep] = useState(0);
  const [turns, setTurns] = useState(0);
  const tools = (
    <Group gap={4}>
      <ActionIcon variant="default" aria-label={`${name}: smaller`} disabled={step === 0} onClick={() => setStep(step - 1)}><IconZoomOut size={16} /></ActionIcon>
      <ActionIcon variant="default" aria-label={`${name}: larger`} disabled={step === steps.length - 1} onClick={() => setStep(step + 1)}><IconZoomIn size={16} /></ActionIcon>
      <ActionIcon variant="default" aria-label={`${name}: turn`} onClick={() => setTurns(turns + 1)}><IconRotateClockwise size={16} /></ActionIcon>
    </Group>
  );
  return (
    <Card title={name} actions={tools}>
      {/* Safe: what is larger than the box begins at its edge, where nothing of it is out of reach. */}
      <Box h={420} tabIndex={0} role="region" aria-label={`${name}, scrolls`} style={{ overflow: 'auto', display: 'grid', placeItems: 'safe center', containerType: 'size', borderRadius: 6 }}>
        <Turned name={name} source={source} turns={turns % 4} zoom={steps[step] ?? 1} />
      </Box>
    </Card>
  );
}

/** Takes as much room as the picture does after its turns: a picture that is only drawn turned reaches out of a room that knows nothing of it. */
function Turned({ name, source, turns, zoom }: { name: string; source: string; turns: number; zoom: number }) {
  const [ratio, setRatio] = useState(1);
  const lies = turns % 2 === 1;
  const shape = lies ? 1 / ratio : ratio;
  // At first the whole picture is in the box; larger, its width is that of the box so many times.
  const width = zoom === 1 ? `min(100cqw, ${100 * shape}cqh)` : `${100 * zoom}cqw`;
  return (
    <Box pos="relative" style={{ width, aspectRatio: String(shape), containerType: 'size' }}>
      <img src={source} alt={name} onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalWidth / naturalHeight)}
        style={{ position: 'absolute', top: '50%', left: '50%', width: lies ? '100cqh' : '100cqw', height: lies ? '100cqw' : '100cqh', transform: `translate(-50%, -50%) rotate(${turns * 90}deg)` }} />
    </Box>
  );
}
