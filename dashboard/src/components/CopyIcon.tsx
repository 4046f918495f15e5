import { ActionIcon, type ActionIconProps, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** Copies the text in one press, and says that it did. `label` is what is copied; `iconSize` in pixels. */
export function CopyIcon({ text, label, iconSize, ...icon }: { text: string; label: string; iconSize: number } & Pick<ActionIconProps, 'variant' | 'size' | 'pos' | 'top' | 'right'>) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <ActionIcon {...icon} color={copied ? 'teller' : 'gray'} onClick={copy} aria-label={copied ? 'Copied' : `Copy ${label}`}>
          {copied ? <IconCheck size={iconSize} /> : <IconCopy size={iconSize} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
