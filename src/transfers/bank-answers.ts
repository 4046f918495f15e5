/**
 * Counts what the rail's answers say about the beneficiary's bank: in memory, with no write for a payment and none in a transaction of money.
 * What a process has counted when it is killed is lost; it is a hint, and decides nothing.
 */
import type { Database } from '#src/db/database.ts';
import type { NameEnquiryAnswer, RailEvidence } from './rails/rail.ts';
import { addBankAnswers, type CountedAnswers } from './bank-answer-store.ts';

export type BankAnswers = {
  /** What a name enquiry said about the bank it was for. */
  enquired(tenantId: string, bankCode: string, outcome: NameEnquiryAnswer['outcome']): void;
  /** What a payment's sending or a status query said about the beneficiary's bank. */
  evidenced(tenantId: string, bankCode: string, evidence: RailEvidence): void;
  /** Adds what was counted to the table. What could not be stored is counted again next time. */
  flush(): Promise<void>;
};

export function createBankAnswers(db: Database): BankAnswers {
  let counts = new Map<string, Map<string, CountedAnswers>>();

  const add = (tenantId: string, { bankCode, answered, failed }: CountedAnswers): void => {
    const banks = counts.get(tenantId) ?? new Map<string, CountedAnswers>();
    const before = banks.get(bankCode) ?? { bankCode, answered: 0, failed: 0 };
    counts.set(tenantId, banks.set(bankCode, { bankCode, answered: before.answered + answered, failed: before.failed + failed }));
  };
  const note = (tenantId: string, bankCode: string, says: Says): void => {
    if (says !== null) add(tenantId, { bankCode, answered: says === 'answered' ? 1 : 0, failed: says === 'failed' ? 1 : 0 });
  };

  return {
    enquired: (tenantId, bankCode, outcome) => note(tenantId, bankCode, enquirySays(outcome)),
    evidenced: (tenantId, bankCode, evidence) => note(tenantId, bankCode, evidenceSays(evidence)),
    async flush() {
      const taken = counts;
      counts = new Map();
      const troubles: unknown[] = [];
      await Promise.all([...taken].map(([tenantId, banks]) => db.writeTogether('bank_answer', tenantId, (tx) => addBankAnswers(tx, [...banks.values()])).catch((error: unknown) => {
        troubles.push(error);
        for (const counted of banks.values()) add(tenantId, counted);
      })));
      if (troubles.length > 0) throw troubles[0];
    },
  };
}

/** Null: the switch spoke for itself, or nothing was asked. */
type Says = 'answered' | 'failed' | null;

/** NIP: 68 response too late, 91 bank not available, 92 routing error, 96 system malfunction, 97 time-out at the destination. */
const silentCodes: readonly string[] = ['68', '91', '92', '96', '97'];

function enquirySays(outcome: NameEnquiryAnswer['outcome']): Says {
  if (outcome === 'bank_not_found') return null;
  return outcome === 'unavailable' ? 'failed' : 'answered';
}

/** A refusal is an answer. Silence counts as the bank's, since a sender cannot tell where on the way it was. */
export function evidenceSays({ verdict, responseCode, notSent }: RailEvidence): Says {
  if (notSent === true) return null;
  if (responseCode === null || silentCodes.includes(responseCode)) return 'failed';
  return verdict === 'success' || verdict === 'reject' ? 'answered' : null;
}
