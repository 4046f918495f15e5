/** What stays as it is until a person does something. */
import { Group, List, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEnvironment } from '@/app/roots.tsx';
import { Card } from '@/components/page.tsx';
import { TextLink } from '@/components/TextLink.tsx';
import { count } from '@/lib/format.ts';
import type { Home } from './HomePage.tsx';

type Kind = keyof Home['waiting'];
/** The service counts no farther. */
const most = 1_000;

const kinds: Readonly<Record<Kind, { one: string; many: string; to: string | null; search?: Record<string, string> }>> = {
  checksInReview: { one: 'identity check waits for a decision', many: 'identity checks wait for a decision', to: 'identity-reviews' },
  transfersInReview: { one: 'transfer waits for two people', many: 'transfers wait for two people', to: 'transfers', search: { stage: 'review' } },
  railExceptions: { one: 'exception with the rail is open', many: 'exceptions with the rail are open', to: null },
  failedDeliveries: { one: 'webhook delivery was given up in seven days', many: 'webhook deliveries were given up in seven days', to: 'webhooks' },
  undecidedChecks: { one: 'identity check was left undecided by its provider in seven days', many: 'identity checks were left undecided by their provider in seven days', to: 'kyc', search: { outcome: 'provider_unavailable' } },
};
const order: readonly Kind[] = ['checksInReview', 'transfersInReview', 'railExceptions', 'failedDeliveries', 'undecidedChecks'];

export function Waiting({ waiting }: { waiting: Home['waiting'] }) {
  const environment = useEnvironment();
  const open = order.filter((kind) => (waiting[kind] ?? 0) > 0);
  return (
    <Card title="What needs a person">
      {open.length === 0
        ? <Group gap="xs"><IconCircleCheck size={20} color="var(--mantine-color-teller-6)" aria-hidden /><Text size="sm">Nothing waits for anybody.</Text></Group>
        : (
          <List spacing={4} listStyleType="none">
            {open.map((kind) => {
              const number = waiting[kind] ?? 0;
              const { one, many, to, search } = kinds[kind];
              const text = <><Text span fw={650} className="tabular">{count(number)}{number >= most ? ' or more' : ''}</Text> {number === 1 ? one : many}</>;
              return <List.Item key={kind}>{to === null ? <Text span>{text}</Text> : <TextLink to={`/${environment}/${to}`} {...(search === undefined ? {} : { search })}>{text}</TextLink>}</List.Item>;
            })}
          </List>
        )}
    </Card>
  );
}
