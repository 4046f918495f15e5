/** What is done to a customer as a whole: enable, disable, export, erase. */
import { Button, List, Menu, Text } from '@mantine/core';
import { IconDots, IconDownload, IconEraser } from '@tabler/icons-react';
import { useState } from 'react';
import { useAct } from '@/api/hooks.ts';
import { useEnvironment } from '@/app/roots.tsx';
import { useMay } from '@/app/session.ts';
import { AskModal } from '@/components/AskModal.tsx';
import { saveFile } from '@/lib/save.ts';
import { type Customer, isErased, nameOf } from './customer.tsx';

type Asked = 'status' | 'export' | 'erase' | null;

export function CustomerActions({ customer }: { customer: Customer }) {
  const environment = useEnvironment();
  const may = useMay();
  const [asked, setAsked] = useState<Asked>(null);
  const [pii, write] = [may.scope(environment, 'customer:pii'), may.scope(environment, 'customer:write')];
  if (isErased(customer) || !(pii || write)) return null;
  const enabled = customer.status === 'Active';
  const close = (): void => setAsked(null);
  return (
    <>
      {write && <Button variant="default" onClick={() => setAsked('status')}>{enabled ? 'Disable' : 'Enable'}</Button>}
      {pii && (
        <Menu position="bottom-end">
          <Menu.Target><Button variant="default" leftSection={<IconDots size={16} />}>More</Button></Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => setAsked('export')}>Export everything</Menu.Item>
            <Menu.Item leftSection={<IconEraser size={16} />} c="red.8" onClick={() => setAsked('erase')}>Erase</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <StatusModal customer={customer} opened={asked === 'status'} onClose={close} />
      <ExportModal customer={customer} opened={asked === 'export'} onClose={close} />
      <EraseModal customer={customer} opened={asked === 'erase'} onClose={close} />
    </>
  );
}

type ModalProps = { customer: Customer; opened: boolean; onClose(): void };

function StatusModal({ customer, opened, onClose }: ModalProps) {
  const environment = useEnvironment();
  const { customerId } = customer;
  const enable = customer.status !== 'Active';
  const { mutate, isPending, error, reset } = useAct('setCustomerStatus', { refresh: ['readCustomer', 'listCustomers', 'listCustomerHistory'] });
  const leave = (): void => {
    reset();
    onClose();
  };
  return (
    <AskModal opened={opened} onClose={leave} title={`${enable ? 'Enable' : 'Disable'} ${nameOf(customer)}?`} confirm={enable ? 'Enable' : 'Disable'} danger={!enable} reason="Reason" busy={isPending} error={error}
      onConfirm={(reason) => mutate({ path: { environment, customerId }, body: { status: enable, reason } }, { onSuccess: leave })}>
      <Text size="sm">{enable ? 'The customer can initiate and confirm transfers again, and raise the tier.' : 'The customer can neither initiate nor confirm transfers, nor raise the tier. Reads and incoming money go on.'} The reason stands in the history.</Text>
    </AskModal>
  );
}

function ExportModal({ customer, opened, onClose }: ModalProps) {
  const environment = useEnvironment();
  const { customerId } = customer;
  const { mutate, isPending, error, reset } = useAct('exportCustomer');
  const leave = (): void => {
    reset();
    onClose();
  };
  const save = ({ data }: { data: unknown }): void => {
    saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), `customer-${customerId}.json`);
    leave();
  };
  return (
    <AskModal opened={opened} onClose={leave} title="Export everything about this customer?" confirm="Download" busy={isPending} error={error} onConfirm={() => mutate({ path: { environment, customerId } }, { onSuccess: save })}>
      <Text size="sm">A JSON file with the profile, BVN and NIN in full, checks, accounts, payments, beneficiaries, and who read the numbers. The export is written to the audit log under your name.</Text>
    </AskModal>
  );
}

function EraseModal({ customer, opened, onClose }: ModalProps) {
  const environment = useEnvironment();
  const { customerId } = customer;
  const { mutate, isPending, error, reset } = useAct('eraseCustomer', { refresh: ['readCustomer', 'listCustomers', 'listCustomerHistory', 'listAccounts', 'listBeneficiaries'] });
  const leave = (): void => {
    reset();
    onClose();
  };
  return (
    <AskModal opened={opened} onClose={leave} title={`Erase ${nameOf(customer)}?`} confirm="Erase for good" danger reason="Reason" typed={{ label: `Type the customer's identifier, ${customerId}`, text: customerId }} busy={isPending} error={error}
      onConfirm={(reason) => mutate({ path: { environment, customerId }, body: { reason } }, { onSuccess: leave })}>
      <Text size="sm">Nobody can undo this, and no backup brings it back.</Text>
      <List size="sm" mt="xs">
        <List.Item>Names, numbers, address, next of kin, pictures and saved beneficiaries are blanked, and the key they were sealed under is destroyed.</List.Item>
        <List.Item>Ledger, payments and outcomes of checks stay under the identifier, because the law wants them.</List.Item>
        <List.Item>It is refused while the customer is enabled, accounts hold money, payments are on their way, or a legal hold is in force.</List.Item>
      </List>
    </AskModal>
  );
}
