/** What may still be done with a transfer, by how it stands and by role. */
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { CallName, Environment } from '@/api/client.ts';
import { useAct } from '@/api/hooks.ts';
import { useMay } from '@/app/session.ts';
import { Ask } from '@/components/Ask.tsx';
import { DownloadButton } from '@/components/DownloadButton.tsx';
import { ErrorNote } from '@/components/ErrorNote.tsx';
import { Name } from '@/components/values.tsx';
import { naira } from '@/lib/format.ts';
import type { Story } from './timeline.ts';

type Props = { environment: Environment; transfer: Story['transfer'] };

const shownAnew: readonly CallName[] = ['readTransferStory', 'listTransfers'];

export function TransferActions({ environment, transfer }: Props) {
  const mayChange = useMay().scope(environment, 'transfer:initiate');
  const waits = transfer.stage === 'awaiting_otp';
  const arrived = transfer.status === 'SUCCESS' || transfer.status === 'REVERSED';
  return (
    <>
      {mayChange && waits && transfer.batchId === null && <Resend environment={environment} transfer={transfer} />}
      {mayChange && (waits || transfer.stage === 'scheduled') && <Cancel environment={environment} transfer={transfer} />}
      {arrived && <DownloadButton name="getReceipt" input={{ path: { environment, transactionId: transfer.transactionId } }} accept="application/pdf" file={`receipt-${transfer.transactionId}.pdf`}>Receipt</DownloadButton>}
    </>
  );
}

function Resend({ environment, transfer: { transactionId } }: Props) {
  const resend = useAct('resendTransferOtp', { refresh: shownAnew });
  const send = (): void => resend.mutate({ path: { environment }, body: { transactionId } }, { onSuccess: () => notifications.show({ message: 'A new OTP is on its way. The earlier one no longer counts.' }) });
  return (
    <Group gap="xs">
      <Button variant="default" loading={resend.isPending} onClick={send}>Send a new OTP</Button>
      {resend.error !== null && <ErrorNote error={resend.error} />}
    </Group>
  );
}

function Cancel({ environment, transfer }: Props) {
  const [asking, setAsking] = useState(false);
  const cancel = useAct('cancelTransfer', { refresh: shownAnew });
  const close = (): void => {
    setAsking(false);
    cancel.reset();
  };
  return (
    <>
      <Button variant="default" c="red" onClick={() => setAsking(true)}>Cancel the transfer</Button>
      <Ask opened={asking} title="Cancel this transfer?" confirm="Cancel the transfer" color="red" busy={cancel.isPending} error={cancel.error} onClose={close}
        onConfirm={() => cancel.mutate({ path: { environment }, body: { transactionId: transfer.transactionId } }, { onSuccess: close })}>
        <Text size="sm">{naira(transfer.amount)} to <Name>{transfer.beneficiaryAccountName}</Name> will not be paid. Nothing was held, so nothing is given back. A cancelled transfer cannot be taken up again.</Text>
      </Ask>
    </>
  );
}
