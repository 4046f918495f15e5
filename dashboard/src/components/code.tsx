/** Text for programs: shown as it is, copied in one press. */
import { Box, Code } from '@mantine/core';
import { CopyIcon } from './CopyIcon.tsx';

/** `label` says what it is, for whoever hears the page. Scrolls by itself. */
export function CodeBlock({ text, label, maxHeight = 420 }: { text: string; label: string; maxHeight?: number }) {
  return (
    <Box pos="relative">
      <Code block tabIndex={0} role="region" aria-label={label} style={{ maxHeight, overflow: 'auto', paddingRight: 44 }}>{text}</Code>
      <CopyIcon text={text} label={label} iconSize={16} pos="absolute" top={6} right={6} variant="default" />
    </Box>
  );
}

export const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
