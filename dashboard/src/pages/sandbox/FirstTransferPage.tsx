import { Alert, Anchor, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { IconCircleCheck, IconRotate } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAct, useRead } from '@/api/hooks.ts';
import { CodeBlock } from '@/components/code.tsx';
import { Card, Page } from '@/components/page.tsx';
import { Copyable, Money, Status } from '@/components/values.tsx';
import { naira, straight, words } from '@/lib/format.ts';
import { InTestOnly } from './InTestOnly.tsx';
import { firstTransferRoute } from './routes.tsx';
import { Step, type StepState } from './Step.tsx';

const environment = 'test';
const path = { environment } as const;
const beneficiary = { accountNumber: '0123456789', bankCode: '058' } as const;
/** In the sandbox any BVN of 11 digits is confirmed for whatever is claimed, but for the reserved ones; a person is opened once. */
const freshBvn = (): string => `222${String(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0).padStart(8, '0').slice(-8)}`;

export function FirstTransferPage() {
  return <InTestOnly title="Make your first transfer"><Guide /></InTestOnly>;
}

/** Every step makes the real call with this person's session; the line beside it is the same call with a token. */
function Guide() {
  const { customer, account, transaction } = firstTransferRoute.useSearch();
  const navigate = firstTransferRoute.useNavigate();
  const [person, setPerson] = useState(() => ({ firstName: 'Adaeze', lastName: 'Okonkwo', dateOfBirth: '1990-04-12', phone: '08031234567', bvn: freshBvn() }));
  const [amount, setAmount] = useState(1250.5);

  const open = useAct('createIndividualCustomer');
  const generate = useAct('createPersonalAccount');
  const credit = useAct('simulateCredit', { refresh: ['getAccount', 'listSandboxMessages'] });
  const enquire = useAct('enquireName');
  const initiate = useAct('initiateCustomerTransfer', { refresh: ['listSandboxMessages', 'getTransferStatus'] });
  const validate = useAct('validateTransfer', { refresh: ['getTransferStatus', 'getAccount'] });

  const source = useRead('getAccount', { path: { environment, accountNumber: account ?? '' } }, { enabled: account !== undefined });
  const messages = useRead('listSandboxMessages', { path, query: { accountNumber: account, pageSize: '10' } }, { enabled: transaction !== undefined, refreshMs: 1_500 });
  const status = useRead('getTransferStatus', { path: { environment, transactionId: transaction ?? '' } }, { enabled: transaction !== undefined, refreshMs: 1_500 });

  const message = messages.data?.data.find(({ transactionId, otp }) => transactionId === transaction && otp !== null);
  const funded = (source.data?.data.balances.ledger ?? 0) > 0 || transaction !== undefined;
  const enquiry = enquire.data?.data;
  const transfer = status.data?.data;
  const confirmed = transfer !== undefined && transfer.stage !== 'awaiting_otp';
  const done = [customer !== undefined, account !== undefined, funded, enquiry !== undefined || transaction !== undefined, transaction !== undefined, message !== undefined || confirmed, confirmed, transfer?.conclusive === true];
  const current = done.indexOf(false);
  const stateOf = (index: number): StepState => (index === current ? 'current' : current === -1 || index < current ? 'done' : 'later');
  const settled = current === -1;
  const accountName = source.data?.data.accountName ?? `${person.firstName} ${person.lastName}`;

  const customerBody = { ...person };
  const accountBody = { customerId: customer ?? '<customerId>' };
  const creditBody = { accountNumber: account ?? '<accountNumber>', amount: 20_000 };
  const transferBody = {
    nameEnquirySessionId: enquiry?.sessionId ?? '<sessionId>', customerId: customer ?? '<customerId>', sourceAccountName: accountName, sourceAccountNumber: account ?? '<accountNumber>',
    beneficiaryAccountName: enquiry?.accountName ?? '<accountName>', beneficiaryAccountNumber: beneficiary.accountNumber, beneficiaryBankCode: beneficiary.bankCode, amount, narration: 'Rent',
  };
  const codeBody = { transactionId: transaction ?? '<transactionId>', otpReferenceId: message?.otpReferenceId ?? '<otpReferenceId>', otp: message?.otp ?? '<otp>' };
  const again = (): void => {
    for (const act of [open, generate, credit, enquire, initiate, validate]) act.reset();
    setPerson((before) => ({ ...before, bvn: freshBvn() }));
    void navigate({ search: {} });
  };
  const field = (name: keyof typeof person, label: string): ReactNode => <TextInput key={name} label={label} value={person[name]} onChange={(event) => setPerson({ ...person, [name]: event.currentTarget.value })} style={{ flex: '1 1 160px' }} />;

  return (
    <Page title="Make your first transfer" lead="Eight calls, from nothing to a settled transfer. They are made here, for real, in your sandbox; beside each stands the same call for your own program. You may leave and come back: the address of this page remembers where you are."
      actions={customer !== undefined && <Button variant="default" leftSection={<IconRotate size={16} />} onClick={again}>Begin anew</Button>}>
      {settled && transfer !== undefined && (
        <Alert color={transfer.status === 'SUCCESS' ? 'teller' : 'yellow'} icon={<IconCircleCheck aria-hidden />} title={transfer.status === 'SUCCESS' ? `${naira(transfer.amount)} arrived` : `The transfer ended ${words(transfer.status)}`}>
          That was the whole way. Next: <Anchor inherit renderRoot={(props) => <Link to="/$environment/webhooks" params={{ environment }} {...props} />}>be told by webhook</Anchor>, or <Anchor inherit renderRoot={(props) => <Link to="/$environment/sandbox" params={{ environment }} search={{ tool: 'scenarios' }} {...props} />}>make something go wrong</Anchor>.
        </Alert>
      )}
      <Card title="Before the first call of your own">
        <Stack gap="sm"><Text size="sm">The lines below use two variables. The client identifier and secret are those of a test credential.</Text><CodeBlock label="the variables" text={prelude()} /></Stack>
      </Card>
      <Step number={1} title="Open a customer" state={stateOf(0)} outcome={<>customerId <Copyable text={customer ?? ''} label="the customerId" /></>} call={{ method: 'POST', path: '/customer/profile/individual', body: customerBody }} answer={open.data} error={open.error}
        fields={<Group align="flex-start">{field('firstName', 'First name')}{field('lastName', 'Last name')}{field('phone', 'Phone')}{field('bvn', 'BVN')}</Group>}
        action={{ label: 'Open the customer', busy: open.isPending, run: () => open.mutate({ path, body: customerBody }, { onSuccess: ({ data }) => void navigate({ search: { customer: data.customerId } }) }) }}>
        The BVN is checked before anything is written. In the sandbox any eleven digits are confirmed for whatever you claim.
      </Step>
      <Step number={2} title="Generate an account" state={stateOf(1)} outcome={<>accountNumber <Copyable text={account ?? ''} label="the accountNumber" /></>} call={{ method: 'POST', path: '/account/bank/create/personal', body: accountBody }} answer={generate.data} error={generate.error}
        action={{ label: 'Generate the account', busy: generate.isPending, run: () => generate.mutate({ path, body: { customerId: customer ?? '' } }, { onSuccess: ({ data }) => void navigate({ search: { customer, account: data.accountNumber } }) }) }}>
        A NUBAN of your customer, in their name. Other banks can pay into it.
      </Step>
      <Step number={3} title="Credit it" state={stateOf(2)} outcome={source.data === undefined ? undefined : <>Available now: <Money amount={source.data.data.balances.available} /></>} call={{ method: 'POST', path: '/sandbox/credit', body: creditBody }} answer={credit.data} error={credit.error ?? source.error}
        action={{ label: `Credit ${naira(20_000)}`, busy: credit.isPending || (credit.isSuccess && source.isFetching), run: () => credit.mutate({ path, body: { accountNumber: account ?? '', amount: 20_000 } }) }}>
        Money arrives as from another bank. Only the sandbox has this call.
      </Step>
      <Step number={4} title="Ask whose account it is" state={stateOf(3)} outcome={enquiry === undefined ? 'Asked' : `It is ${straight(enquiry.accountName)}'s`} call={{ method: 'POST', path: '/transfer/name-enquiry', body: beneficiary }} answer={enquire.data} error={enquire.error}
        action={{ label: 'Enquire the name', busy: enquire.isPending, run: () => enquire.mutate({ path, body: beneficiary }) }}>
        The other bank says whose account it is. Show the name to your user before they confirm. The sessionId is good for one transfer to this account, for 15 minutes.
      </Step>
      <Step number={5} title="Initiate the transfer" state={stateOf(4)} outcome={<>transactionId <Copyable text={transaction ?? ''} label="the transactionId" /></>} call={{ method: 'POST', path: '/transfer/customer/initiate', body: transferBody }} answer={initiate.data} error={initiate.error}
        fields={<NumberInput label="Amount" prefix="₦" decimalScale={2} thousandSeparator="," min={1} max={20_000} value={amount} onChange={(value) => setAmount(Number(value))} maw={220} />}
        action={{ label: 'Initiate it', busy: initiate.isPending, run: () => initiate.mutate({ path, body: transferBody }, { onSuccess: ({ data }) => void navigate({ search: { customer, account, transaction: data.transactionId } }) }) }}>
        Account, name, funds and limits are checked, and a code goes to the customer's phone. Nothing is held yet. A name enquiry that has run out is refused: ask again.
      </Step>
      <Step number={6} title="Read the code" state={stateOf(5)} outcome={message === undefined ? undefined : <>The code is <Copyable text={message.otp ?? ''} label="the code" /></>} call={{ method: 'GET', path: `/sandbox/messages?accountNumber=${account ?? ''}&pageSize=1` }} answer={message} error={messages.error}>
        The sandbox sends no text: it shows the message here. Waiting for it.
      </Step>
      <Step number={7} title="Confirm it with the code" state={stateOf(6)} outcome="Confirmed: the money is held, and on its way" call={{ method: 'POST', path: '/transfer/validate', body: codeBody }} answer={validate.data} error={validate.error}
        action={{ label: 'Confirm with the code', busy: validate.isPending, disabled: message === undefined, run: () => validate.mutate({ path, body: codeBody }) }}>
        The code is spent and the money held in one step. A wrong code costs a try; the fifth ends it.
      </Step>
      <Step number={8} title="See how it ended" state={stateOf(7)} outcome={transfer === undefined ? undefined : <Status tone={transfer.status === 'SUCCESS' ? 'good' : 'attention'}>{transfer.status}</Status>} call={{ method: 'GET', path: `/transfer/status/${transaction ?? '<transactionId>'}` }} answer={confirmed ? status.data : undefined} error={status.error}>
        PENDING may still become SUCCESS: while it is not conclusive, ask again at nextCheckAt, or wait for the webhook. Pay anew only when safeToRetry is true.
      </Step>
    </Page>
  );
}

const prelude = (): string => [
  `API=${window.location.origin}/sandbox/v1`,
  "TOKEN=$(curl -s $API/auth/token -H \"Authorization: Bearer $(printf %s \"$CLIENT_ID:$CLIENT_SECRET\" | base64 | tr -d '\\n')\" | sed -E 's/.*\"accessToken\":\"([^\"]*)\".*/\\1/')",
].join('\n');
