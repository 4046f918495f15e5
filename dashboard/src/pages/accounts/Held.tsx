/** For what money of the account is held: transfers whose result is not final. */
import { useRead } from '@/api/hooks.ts';
import { Card, Empty, List } from '@/components/page.tsx';
import { transferColumns } from '@/pages/transfers/TransfersPage.tsx';
import { useBankNames } from '@/pages/transfers/bank-names.ts';
import type { AccountPart } from './AccountPage.tsx';

export function Held({ environment, account: { accountNumber } }: AccountPart) {
  const query = { accountNumber, status: 'PENDING', page: '1', pageSize: '100' } as const;
  const { data, error, refetch } = useRead('listTransfers', { path: { environment }, query }, { refreshMs: 5_000 });
  const bankName = useBankNames(environment);
  const holding = data?.data.filter(({ stage }) => stage !== 'awaiting_otp' && stage !== 'scheduled');
  return (
    <Card title="Held for transfers on their way">
      <List label="Transfers that hold money" columns={transferColumns(environment, bankName)} rows={holding} rowKey={({ transactionId }) => transactionId} error={error} onRetry={() => void refetch()}
        empty={<Empty title="Nothing is held">Money is held from the moment a transfer is confirmed until its result is final.</Empty>} />
    </Card>
  );
}
