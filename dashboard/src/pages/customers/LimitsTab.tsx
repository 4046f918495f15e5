import { Button, Group, NumberInput, Progress, SimpleGrid, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import type { Data } from '@/api/client.ts';
import { useAct, useRead } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { useMay } from '@/app/session.ts';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Card } from '@/components/page.tsx';
import { Moment } from '@/components/values.tsx';
import { StayingModal } from '@/components/StayingModal.tsx';
import { count, naira } from '@/lib/format.ts';

type Limits = Data<'getLimits'>;
type Limit = Limits['limits'][number];

const labels: Readonly<Record<Limit['name'], string>> = {
  per_transfer: 'In one transfer', rail_per_transfer: 'In one transfer to another bank', new_beneficiary: 'First transfer to somebody new', per_day: 'In a day', per_day_transfers: 'Transfers in a day',
};
const sources: Readonly<Record<Limit['source']['from'], string>> = { tier: 'The tier\'s limit', own: 'Set for this customer', rail: 'The rail\'s limit', policy: 'The policy\'s limit' };

export function LimitsTab({ customerId }: { customerId: string }) {
  const environment = useEnvironment();
  const may = useMay();
  const [editing, setEditing] = useState(false);
  const { data, error } = useRead('getLimits', { path: { environment, customerId } });
  if (data === undefined) return error === null ? <Skeleton h={220} /> : <ErrorNote error={error} />;
  const { policy, maxBalance, balance, limits } = data.data;
  const change = may.scope(environment, 'customer:write') && <Button size="xs" variant="default" leftSection={<IconPencil size={14} />} onClick={() => setEditing(true)}>Set own limits</Button>;
  return (
    <Card title="What may still be sent today" actions={change}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        {limits.map((limit) => <Meter key={limit.name} limit={limit} />)}
        {maxBalance !== null && <div><Text size="sm" fw={600}>Highest balance</Text><Text size="sm">{naira(maxBalance)}</Text>{balance?.raisedBy != null && <Text size="xs" c="dimmed">What raises it: {balance.raisedBy}</Text>}</div>}
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt="md">Policy of {policy}. A day ends at midnight in Lagos.</Text>
      <StayingModal opened={editing} onClose={() => setEditing(false)} title="Set own limits" centered>{editing && <OwnLimits customerId={customerId} limits={limits} onClose={() => setEditing(false)} />}</StayingModal>
    </Card>
  );
}

function Meter({ limit: { name, limit, used, remaining, resetsAt, source, raisedBy } }: { limit: Limit }) {
  const write = name === 'per_day_transfers' ? count : naira;
  const daily = resetsAt !== null;
  return (
    <div>
      <Text size="sm" fw={600}>{labels[name]}</Text>
      <Text size="sm">{daily ? `${write(remaining)} left of ${write(limit)}` : write(limit)}</Text>
      {daily && <Progress value={limit === 0 ? 100 : Math.min(100, (100 * used) / limit)} size="sm" my={4} aria-label={`${labels[name]}: ${write(used)} of ${write(limit)} used`} {...(remaining === 0 ? { color: 'red' } : {})} />}
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>{sources[source.from]}.{daily && <> Starts anew <Moment at={resetsAt} />.</>}{raisedBy !== null && ` What raises it: ${raisedBy}`}</Text>
    </div>
  );
}

function OwnLimits({ customerId, limits, onClose }: { customerId: string; limits: readonly Limit[]; onClose(): void }) {
  const environment = useEnvironment();
  const { mutate, isPending, error } = useAct('setCustomerLimits', { refresh: ['getLimits', 'listCustomerHistory'] });
  const own = (name: Limit['name']): number | '' => limits.find((each) => each.name === name && each.source.from === 'own')?.limit ?? '';
  const form = useForm({ initialValues: { perTransfer: own('per_transfer'), perDay: own('per_day'), perDayTransfers: own('per_day_transfers'), reason: '' } });
  const send = form.onSubmit(({ perTransfer, perDay, perDayTransfers, reason }) => {
    const none = (value: number | ''): number | null => (value === '' ? null : value);
    mutate({ path: { environment, customerId }, body: { perTransfer: none(perTransfer), perDay: none(perDay), perDayTransfers: none(perDayTransfers), reason } }, { onSuccess: onClose });
  });
  const input = (field: 'perTransfer' | 'perDay' | 'perDayTransfers') => {
    const { onChange, ...props } = form.getInputProps(field);
    return { ...props, onChange: (value: number | string) => onChange(value === '' ? '' : Number(value)), min: 0, hideControls: true };
  };
  return (
    <form onSubmit={send}>
      <Stack>
        <Text size="sm">They can only lower what the policy allows. An empty one leaves what the policy says.</Text>
        <NumberInput label="In one transfer" prefix="₦" thousandSeparator="," decimalScale={2} {...input('perTransfer')} />
        <NumberInput label="In a day" prefix="₦" thousandSeparator="," decimalScale={2} {...input('perDay')} />
        <NumberInput label="Transfers in a day" decimalScale={0} {...input('perDayTransfers')} />
        <Textarea label="Reason" required maxLength={500} {...form.getInputProps('reason')} />
        {error !== null && <ErrorNote error={error} />}
        <Group justify="flex-end"><Button variant="default" onClick={onClose}>Leave it</Button><Button type="submit" loading={isPending}>Set limits</Button></Group>
      </Stack>
    </form>
  );
}
