/** What a caller does all day: enquire, initiate, confirm, schedule, credit, open customers, and have some money come back. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Acknowledged, Caller } from './caller.ts';
import { bulkTurn, type LoadedBatch } from './load-bulk.ts';

export type Load = {
  /** Transfers the caller was told about, with what it asked for. */
  transfers: { transactionId: string; requestId: string; naira: number }[];
  confirmed: Set<string>;
  batches: LoadedBatch[];
  credits: Acknowledged[];
  /** Definite answers that are no success; the load provokes none, so each is looked at. */
  refused: Acknowledged[];
};

/** Where the money comes from; one account for each worker, because a new OTP replaces the account's older one. */
export type Source = { accountNumber: string };

export const workers = 6;

/** The result each transfer asks its rail for, in turn. */
const scenarios = ['success', 'success', 'reply_lost', 'transfer_rejected', 'pending_then_success', 'success', 'pending_then_failure'] as const;

export function newLoad(): Load {
  return { transfers: [], confirmed: new Set(), batches: [], credits: [], refused: [] };
}

/** Creates and funds the accounts of the workers. */
export async function openSources(caller: Caller): Promise<Source[]> {
  return Promise.all(Array.from({ length: workers }, async (_, index) => {
    const { data } = await caller.send('/account/collection', { name: `Specimen Collections ${index}`, phone: `0803000000${index}` });
    const accountNumber = String(data['accountNumber']);
    await caller.send('/sandbox/credit', { accountNumber, amount: 1_000_000 });
    return { accountNumber };
  }));
}

/** Scheduled transfers, whose times come one after the other: as many starts, in lanes of their own. */
const scheduled = { transfers: 6, apartMs: 600, /** Longer than a name enquiry is good. */ aheadSeconds: 960 };

/** Schedules some transfers, and moves the clock to the time of the first. Before the workers begin, so that no code of theirs ends by it. */
async function scheduleSome(caller: Caller, source: Source, load: Load, enough: () => boolean): Promise<void> {
  const { data } = await caller.send('/sandbox/clock', { advanceSeconds: 1 });
  const began = performance.now();
  const firstMs = new Date(String(data['now'])).getTime() + scheduled.aheadSeconds * 1000;
  for (let index = 0; index < scheduled.transfers && !enough(); index += 1) {
    await transfer(caller, source, load, { naira: 50 + index, scenario: 'success', scheduledFor: new Date(firstMs + index * scheduled.apartMs).toISOString() });
  }
  await caller.send('/sandbox/clock', { advanceSeconds: Math.max(1, scheduled.aheadSeconds - Math.ceil((performance.now() - began) / 1000)) });
}

/** Runs every worker until `enough` says so; each ends what it has begun. */
export async function runLoad(caller: Caller, sources: readonly Source[], load: Load, enough: () => boolean): Promise<void> {
  const [first] = sources;
  if (first !== undefined) await scheduleSome(caller, first, load, enough);
  await Promise.all(sources.map(async (source, index) => {
    for (let turn = index; !enough(); turn += 1) {
      const to = sources[(index + 1) % sources.length] ?? source;
      if (turn % 6 === 4) await bulkTurn(caller, { from: source.accountNumber, to: to.accountNumber }, load.batches, (answer) => note(load, answer), turn % 12 === 10);
      await oneTurn(caller, source, load, turn, enough);
    }
  }));
}

async function oneTurn(caller: Caller, source: Source, load: Load, turn: number, enough: () => boolean): Promise<void> {
  if (turn % 3 === 1) {
    const credit = await caller.send('/sandbox/credit', { accountNumber: source.accountNumber, amount: 10 + turn });
    (credit.status === 200 ? load.credits : load.refused).push(credit);
  }
  if (turn % 5 === 2) note(load, await caller.send('/account/collection', { name: 'Specimen Savings', phone: '08031234567' }));
  if (turn % 4 === 2) note(load, await caller.send('/customer/profile/individual', person(turn)));
  const scenario = scenarios[turn % scenarios.length] ?? 'success';
  const transactionId = await transfer(caller, source, load, { naira: 100 + (turn % 50), scenario });
  if (transactionId !== null && turn % 3 === 0) await haveReversed(caller, transactionId, enough);
}

/** A person who does not exist, with a number nobody else has. */
function person(turn: number): Record<string, unknown> {
  const serial = `${Math.floor(performance.timeOrigin + performance.now() * 1000)}${turn}`.slice(-10);
  return { firstName: 'Adaeze', lastName: 'Okonkwo', dateOfBirth: '1990-04-12', phone: '08031234567', bvn: `2${serial}` };
}

export async function transfer(caller: Caller, source: Source, load: Load, asked: { naira: number; scenario: string; scheduledFor?: string }): Promise<string | null> {
  const beneficiary = { accountNumber: '0123456789', bankCode: '058' };
  const enquiry = await caller.send('/transfer/name-enquiry', beneficiary);
  if (!note(load, enquiry)) return null;
  const initiated = await caller.send('/transfer/collection/initiate', {
    nameEnquirySessionId: enquiry.data['sessionId'], sourceAccountNumber: source.accountNumber, beneficiaryAccountName: enquiry.data['accountName'],
    beneficiaryAccountNumber: beneficiary.accountNumber, beneficiaryBankCode: beneficiary.bankCode, amount: asked.naira, narration: `scenario:${asked.scenario}`,
    ...(asked.scheduledFor === undefined ? {} : { scheduledFor: asked.scheduledFor }),
  });
  if (!note(load, initiated)) return null;
  const { transactionId, otpReferenceId } = initiated.data;
  load.transfers.push({ transactionId: String(transactionId), requestId: initiated.requestId, naira: asked.naira });
  const confirmed = await caller.send('/transfer/validate', { transactionId, otpReferenceId, otp: '123456' });
  if (!note(load, confirmed)) return null;
  load.confirmed.add(String(transactionId));
  return String(transactionId);
}

/** Waits for SUCCESS and has the other bank give the money back; some transfers end otherwise, and stay as they are. */
async function haveReversed(caller: Caller, transactionId: string, enough: () => boolean): Promise<void> {
  for (let looks = 0; looks < 40 && !enough(); looks += 1) {
    const status = await caller.get(`/transfer/status/${transactionId}`);
    if (status['status'] === 'SUCCESS') {
      await caller.send(`/sandbox/transfers/${transactionId}/reverse`, {});
      return;
    }
    if (status['conclusive'] === true) return;
    await pause(25);
  }
}

function note(load: Load, answer: Acknowledged): boolean {
  if (answer.status !== 200) load.refused.push(answer);
  return answer.status === 200;
}
