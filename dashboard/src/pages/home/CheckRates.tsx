/** How many checks of each kind passed, of those that were decided. */
import { Group, Progress, Stack, Text } from '@mantine/core';
import { useEnvironment } from '@/app/roots.tsx';
import { Empty } from '@/components/page.tsx';
import { TextLink } from '@/components/TextLink.tsx';
import { count } from '@/lib/format.ts';
import { checkKindName } from '../kyc/words.ts';
import { share } from './figures.ts';
import type { Home } from './HomePage.tsx';

export function CheckRates({ checks: { kinds } }: { checks: NonNullable<Home['checks']> }) {
  const environment = useEnvironment();
  if (kinds.length === 0) return <Empty title="No checks in these days" />;
  return (
    <Stack gap="sm">
      {kinds.map(({ kind, passed, refused, review, undecided }) => {
        const decided = passed + refused;
        const others = [review > 0 ? `${count(review)} for people` : '', undecided > 0 ? `${count(undecided)} undecided` : ''].filter((each) => each !== '').join(', ');
        return (
          <div key={kind}>
            <Group justify="space-between" gap="xs" mb={4}>
              <TextLink to={`/${environment}/kyc`} search={{ kind }} fz="sm">{checkKindName(kind)}</TextLink>
              <Text size="sm" className="tabular">{share(passed, decided)} <Text span size="xs" c="dimmed">of {count(decided)}{others === '' ? '' : `, ${others}`}</Text></Text>
            </Group>
            <Progress value={decided === 0 ? 0 : (100 * passed) / decided} size="md" aria-label={`${checkKindName(kind)}: ${share(passed, decided)} passed`} />
          </div>
        );
      })}
    </Stack>
  );
}
