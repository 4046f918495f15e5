import { Stack, Text } from '@mantine/core';
import { useEnvironment } from '@/app/roots.tsx';
import { Empty, Facts } from '@/components/page.tsx';
import { TextLink } from '@/components/TextLink.tsx';
import { Status } from '@/components/values.tsx';
import { count } from '@/lib/format.ts';
import type { Home } from './HomePage.tsx';

export function WebhookHealth({ webhooks: { endpoints, paused, failing }, failed }: { webhooks: NonNullable<Home['webhooks']>; failed: number | null }) {
  const environment = useEnvironment();
  if (endpoints === 0) return <Empty title="No webhook yet" action={<TextLink to={`/${environment}/webhooks`}>Create a webhook</TextLink>}>Your program hears of a transfer's end by a webhook, sooner than by asking.</Empty>;
  const well = paused === 0 && failing === 0;
  return (
    <Stack gap="sm">
      <div><Status tone={well ? 'good' : 'attention'}>{well ? 'all healthy' : 'needs a look'}</Status></div>
      <Facts facts={[
        ['Webhooks', count(endpoints)], ['Failing now', count(failing)], ['Paused', count(paused)],
        ['Given up in seven days', failed === null ? null : `${count(failed)} ${failed === 1 ? 'delivery' : 'deliveries'}`],
      ]} />
      <Text size="sm"><TextLink to={`/${environment}/webhooks`}>Open the webhooks</TextLink></Text>
    </Stack>
  );
}
