/** How the declared errors of bulk transfers are brought about, where their code alone does not say it. */
import type { ErrorCode } from '#src/errors.ts';
import { succeed } from '#tests/journeys/payer.ts';
import type { TestTenant } from '#tests/support/test-app.ts';
import type { Provocation } from './provocations.ts';

type Ways = { changed(changes: Record<string, unknown>): Provocation; exhausted: Provocation; otpOf(tenant: TestTenant, accountNumber: string): Promise<string> };

const payment = { beneficiaryAccountNumber: '0123456789', beneficiaryBankCode: '058', amount: 1000 };

const afterCancelling: Provocation = async ({ tenant, sample, send }) => {
  const made = await sample();
  await succeed(tenant.call('POST', `/transfer/bulk/${made.ids['batchId']}/cancel`));
  return send(made);
};

export function bulkProvocations({ changed, exhausted, otpOf }: Ways): Readonly<Record<string, Partial<Record<ErrorCode, Provocation>>>> {
  return {
    createBulkTransfer: {
      bank_not_found: changed({ items: [{ ...payment, beneficiaryBankCode: 'no bank' }] }),
      invalid_amount: changed({ items: [{ ...payment, amount: 0 }] }),
      name_mismatch: changed({ sourceAccountName: 'Zenaida Quillfeather' }),
    },
    sendBulkTransferOtp: { transfer_state_invalid: afterCancelling },
    validateBulkTransfer: {
      transfer_state_invalid: afterCancelling,
      otp_attempts_exceeded: exhausted,
      otp_reference_mismatch: async (stage) => {
        const { payer } = await stage.sample();
        return changed({ otpReferenceId: await otpOf(stage.tenant, payer?.accountNumber ?? '') })(stage);
      },
      insufficient_funds: async ({ tenant, send, sample }) => {
        const made = await sample();
        await succeed(tenant.call('POST', `/account/${made.payer?.accountNumber}/lien`, { amount: 9500, reason: 'Provocation' }));
        return send(made);
      },
    },
  };
}
