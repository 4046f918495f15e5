import { Button, Tabs } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Page } from '@/components/page.tsx';
import { Clock } from './Clock.tsx';
import { Credit } from './Credit.tsx';
import { InTestOnly } from './InTestOnly.tsx';
import { Messages } from './Messages.tsx';
import { Outcomes } from './Outcomes.tsx';
import { Reset } from './Reset.tsx';
import { isTool, sandboxRoute } from './routes.tsx';
import { Scenarios } from './Scenarios.tsx';

export function SandboxPage() {
  return <InTestOnly title="Sandbox tools"><Tools /></InTestOnly>;
}

function Tools() {
  const { tool = 'messages' } = sandboxRoute.useSearch();
  const navigate = sandboxRoute.useNavigate();
  return (
    <Page title="Sandbox tools" lead="Same program, same rules as live; only what stands behind the rail, the registry and the phone is simulated. Here you play those parts."
      actions={<Button variant="default" renderRoot={(props) => <Link to="/$environment/first-transfer" params={{ environment: 'test' }} {...props} />}>Make your first transfer</Button>}>
      <Tabs value={tool} onChange={(next) => void navigate({ search: isTool(next) && next !== 'messages' ? { tool: next } : {} })} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="messages">Message inbox</Tabs.Tab><Tabs.Tab value="credit">Credit</Tabs.Tab><Tabs.Tab value="outcomes">Transfer outcomes</Tabs.Tab><Tabs.Tab value="scenarios">Scenarios</Tabs.Tab><Tabs.Tab value="clock">Clock</Tabs.Tab><Tabs.Tab value="reset">Reset</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="messages"><Messages /></Tabs.Panel>
        <Tabs.Panel value="credit"><Credit /></Tabs.Panel>
        <Tabs.Panel value="outcomes"><Outcomes /></Tabs.Panel>
        <Tabs.Panel value="scenarios"><Scenarios /></Tabs.Panel>
        <Tabs.Panel value="clock"><Clock /></Tabs.Panel>
        <Tabs.Panel value="reset"><Reset /></Tabs.Panel>
      </Tabs>
    </Page>
  );
}
