import { Alert, Skeleton, Tabs } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEnvironment } from '@/app/roots.tsx';
import { useRead } from '@/api/hooks.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card, Facts, Page } from '@/components/page.tsx';
import { Copyable, Moment } from '@/components/values.tsx';
import { count } from '@/lib/format.ts';
import { Deliveries } from './Deliveries.tsx';
import { EndpointActions } from './EndpointActions.tsx';
import { GoLiveCheck } from './GoLiveCheck.tsx';
import { type WebhookTab, webhookRoute } from './routes.tsx';
import { healthMeaning, type Webhook, WebhookHealth, WebhookStatus } from './states.tsx';
import { TestEvent } from './TestEvent.tsx';

const isTab = (text: string | null): text is WebhookTab => text === 'deliveries' || text === 'test' || text === 'go-live';

export function WebhookPage() {
  const environment = useEnvironment();
  const { webhookId } = webhookRoute.useParams();
  const { tab = 'deliveries' } = webhookRoute.useSearch();
  const navigate = webhookRoute.useNavigate();
  const { data, error } = useRead('getWebhook', { path: { environment, id: webhookId } }, { refreshMs: 15_000 });
  const webhook = data?.data;
  return (
    <Page title="Webhook" crumbs={[{ label: 'Webhooks', to: `/${environment}/webhooks` }]} {...(webhook === undefined ? {} : { actions: <EndpointActions webhook={webhook} /> })}>
      {error !== null && webhook === undefined && <ErrorNote error={error} />}
      {webhook === undefined ? error === null && <Card><Skeleton h={120} /></Card> : <About webhook={webhook} />}
      {webhook !== undefined && (
        <Tabs value={tab} onChange={(next) => void navigate({ search: isTab(next) && next !== 'deliveries' ? { tab: next } : {} })} keepMounted={false}>
          <Tabs.List mb="md"><Tabs.Tab value="deliveries">Deliveries</Tabs.Tab><Tabs.Tab value="test">Test event</Tabs.Tab><Tabs.Tab value="go-live">Go-live check</Tabs.Tab></Tabs.List>
          <Tabs.Panel value="deliveries"><Deliveries webhook={webhook} /></Tabs.Panel>
          <Tabs.Panel value="test"><TestEvent webhook={webhook} /></Tabs.Panel>
          <Tabs.Panel value="go-live"><GoLiveCheck webhook={webhook} /></Tabs.Panel>
        </Tabs>
      )}
    </Page>
  );
}

function About({ webhook }: { webhook: Webhook }) {
  const { status, pausedReason, health, filter } = webhook;
  const troubled = (status === 'paused' && pausedReason !== 'requested') || (status === 'active' && health.state !== 'healthy');
  return (
    <Card>
      {troubled && <Alert color="yellow" mb="md" icon={<IconAlertTriangle aria-hidden />} title={healthMeaning(webhook)}>{health.failuresInRow > 0 ? `${count(health.failuresInRow)} failures in a row. The deliveries below say what came back.` : 'The deliveries below say what came back.'}</Alert>}
      <Facts facts={[
        ['Address', webhook.url],
        ['webhookId', <Copyable key="id" text={webhook.id} label="the webhookId" />],
        ['Status', <WebhookStatus key="status" webhook={webhook} />],
        ['Health', <WebhookHealth key="health" webhook={webhook} />],
        ...(health.failingSince === null ? [] : [['Failing since', <Moment key="since" at={health.failingSince} />]] as const),
        ...(health.waitsUntil === null ? [] : [['Waits until', <Moment key="until" at={health.waitsUntil} />]] as const),
        ['Events', webhook.events.join(', ')],
        ['Only about', filter === null ? 'Everything selected' : [filter.customerId === null ? null : `customer ${filter.customerId}`, filter.accountNumber === null ? null : `account ${filter.accountNumber}`].filter((part) => part !== null).join(' and ')],
        ['Signed', webhook.signed ? 'Yes: X-Service-Signature and Standard Webhooks' : 'No'],
        ...(webhook.nextSecretAt === null ? [] : [['New secret alone from', <Moment key="next" at={webhook.nextSecretAt} />]] as const),
        ['Note', webhook.description],
        ['Created', <Moment key="created" at={webhook.createdAt} />],
      ]} />
    </Card>
  );
}
