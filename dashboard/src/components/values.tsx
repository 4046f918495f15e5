/** Small things that look the same everywhere. */
import { Badge, Code, Group, type MantineColor, Text, Tooltip } from '@mantine/core';
import { exactMoment, moment, naira, straight, words } from '@/lib/format.ts';
import { CopyIcon } from './CopyIcon.tsx';

/** `text`: what stands there instead of day and time. */
export function Moment({ at, text }: { at: string | null | undefined; text?: string }) {
  if (at === null || at === undefined) return <Text span c="dimmed" inherit>Never</Text>;
  return <Tooltip label={exactMoment(at)} events={{ hover: true, focus: true, touch: true }}><time dateTime={at} title={exactMoment(at)}>{text ?? moment(at)}</time></Tooltip>;
}

export function Money({ amount, fw }: { amount: number | string; fw?: number }) {
  return <Text span inherit className="tabular" {...(fw === undefined ? {} : { fw })}>{naira(amount)}</Text>;
}

/** What somebody is called, inside a sentence: however it is written, the sentence goes on as its own language does. */
export function Name({ children }: { children: string }) {
  return <bdi>{straight(children)}</bdi>;
}

/** An identifier or another text that is copied more than read. */
export function Copyable({ text, label, shown = text }: { text: string; label: string; shown?: string }) {
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex" maw="100%">
      <Code className="copyable" style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }} {...(shown === text ? {} : { 'data-whole': text })}>{shown}</Code>
      <CopyIcon text={text} label={label} iconSize={14} variant="subtle" size="sm" />
    </Group>
  );
}

/** What a state means to whoever looks: done, waiting, needs somebody, refused. */
export type Tone = 'good' | 'waiting' | 'attention' | 'bad' | 'neutral';
const colours: Record<Tone, MantineColor> = { good: 'teller', waiting: 'blue', attention: 'yellow', bad: 'red', neutral: 'gray' };

export const toneColour = (tone: Tone): MantineColor => colours[tone];

/** A code is made words; words stay as they are. */
export function Status({ tone, children, title }: { tone: Tone; children: string; title?: string }) {
  return <Badge color={colours[tone]} variant="light" radius="sm" miw="max-content" className={`tone-${tone}`} tt="none" {...(title === undefined ? {} : { title })}>{children.includes(' ') ? children : words(children)}</Badge>;
}
