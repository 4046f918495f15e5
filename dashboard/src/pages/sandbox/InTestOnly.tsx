import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEnvironment } from '@/app/roots.tsx';
import { Card, Empty, Page } from '@/components/page.tsx';

/** Whoever comes to such a page in live is told where it is. */
export function InTestOnly({ title, children }: { title: string; children: ReactNode }) {
  if (useEnvironment() === 'test') return children;
  return (
    <Page title={title}>
      <Card><Empty title="There is no such page in live" action={<Button renderRoot={(props) => <Link to="/$environment" params={{ environment: 'test' }} {...props} />}>Go to the sandbox</Button>}>Nothing is simulated there: it is other people's money.</Empty></Card>
    </Page>
  );
}
