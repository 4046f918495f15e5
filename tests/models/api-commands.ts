/**
 * The commands of the API property. Each is sent to one of two programs, or in several copies to both; each answer must be
 * the model's, and afterwards every balance too. Earlier requests are repeated and reused at random.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { assert } from '#src/lib/assert.ts';
import type { Call, Pair, Reply, Tenant } from '#tests/races/pair.ts';
import { balanceOf, credit, elsewhere, here, openCustomer, openSource, pendingOf, prepare, rightOtp, type Source, validate } from '#tests/races/people.ts';
import { type ApiModel, confirm, costOf, issue, mayInitiate, mayRequestOtp, mayResend, type ModelOtp, validateUtility, type Verdict } from './api-model.ts';

export type RealApi = { pair: Pair; tenant: Tenant; sources: Source[]; /** Requests whose answers were stored, to be sent again. */ answered: { call: Call; text: string }[] };
type Command = fc.AsyncCommand<ApiModel, RealApi>;
/** How a command is sent: to which program first, and in how many copies. */
type Way = { program: number; copies: number };

const wrongOtp = '000001';
/** Answers of these refusals are not stored, so that a later copy executes. */
const notStored: readonly string[] = ['customer_disabled', 'otp_already_used', 'transfer_state_invalid'];

/** Sends the copies at once. One of them executes; the others are told the same, or to wait. */
async function deliver(real: RealApi, call: Call, { program, copies }: Way, expected: Verdict): Promise<Reply> {
  const sent = { ...call, requestId: randomUUID() };
  const replies = await Promise.all(Array.from({ length: copies }, (_, copy) => real.pair.send(program + copy, sent, real.tenant)));
  const given = replies.filter((reply) => reply.code !== 'request_in_progress');
  const [first] = given;
  assert(first !== undefined, 'every copy was told to wait');
  for (const reply of given) {
    assert(reply.code === expected, `${call.method} ${call.path} ${JSON.stringify(call.body)} answered ${reply.code ?? 'success'}, the model says ${expected ?? 'success'}: ${reply.text}`);
  }
  if (expected !== null && notStored.includes(expected)) return first;
  assert(given.filter((reply) => !reply.replayed).length === 1, `${given.filter((reply) => !reply.replayed).length} copies of ${call.path} executed`);
  assert(given.every((reply) => reply.text === first.text), `copies of ${call.path} were answered differently`);
  real.answered.push({ call: sent, text: first.text });
  return first;
}

async function compare(model: ApiModel, { pair }: RealApi): Promise<void> {
  for (const account of model.accounts) {
    const stored = await balanceOf(pair, account.number);
    assert(stored.available === account.available && stored.held === account.held,
      `account ${account.number} has ${stored.available} available and ${stored.held} held, the model says ${account.available} and ${account.held}`);
  }
}

function command(name: string, check: (model: ApiModel) => boolean, run: (model: ApiModel, real: RealApi) => Promise<void>): Command {
  return {
    check,
    async run(model, real) {
      await run(model, real);
      await compare(model, real);
    },
    toString: () => name,
  };
}

const at = <Item>(list: readonly Item[], place: number): Item => {
  const item = list[place % list.length];
  assert(item !== undefined, 'a command has something to choose from');
  return item;
};
const hasAccounts = (model: ApiModel): boolean => model.accounts.length > 0;
const hasTransfers = (model: ApiModel): boolean => model.transfers.length > 0;

/** Opens an account in both; a customer's where that customer is enabled. */
export async function openAccount(model: ApiModel, real: RealApi, { ofCustomer, naira }: { ofCustomer: boolean; naira: number }): Promise<void> {
  const { pair, tenant } = real;
  if (ofCustomer && model.customers.length === 0) model.customers.push({ id: await openCustomer(pair, tenant), active: true });
  const customer = ofCustomer && model.customers[0]?.active === true ? model.customers[0] : undefined;
  const source = await openSource(pair, { naira, tenant, ...(customer === undefined ? {} : { customerId: customer.id }) });
  real.sources.push(source);
  model.accounts.push({ number: source.accountNumber, customer: customer === undefined ? null : 0, available: BigInt(naira * 100), held: 0n, failures: 0, locked: false });
}

const openOne = (ofCustomer: boolean, naira: number): Command =>
  command(`open(${ofCustomer ? 'customer' : 'collection'}, ${naira})`, (model) => model.accounts.length < 4, (model, real) => openAccount(model, real, { ofCustomer, naira }));

const fund = (place: number, naira: number, way: Way): Command => command(`fund(${place}, ${naira})`, hasAccounts, async (model, real) => {
  const account = at(model.accounts, place);
  await deliver(real, credit(account.number, naira), way, null);
  account.available += BigInt(naira * 100);
});

const initiate = (place: number, to: number, naira: number, way: Way): Command => command(`initiate(${place}, ${to}, ${naira})`, hasAccounts, async (model, real) => {
  const { pair, tenant, sources } = real;
  const from = place % model.accounts.length;
  const targets = [null, ...model.accounts.keys()].filter((target) => target !== from);
  const target = at(targets, to);
  const amountKobo = BigInt(naira * 100);
  const call = await prepare(pair, at(sources, from), { amount: naira, to: target === null ? elsewhere : here(at(sources, target).accountNumber) }, { program: way.program, tenant });
  const verdict = mayInitiate(model, from, amountKobo, target);
  const reply = await deliver(real, call, way, verdict);
  if (verdict !== null) return;
  const { transactionId, otpReferenceId } = pendingOf(reply.data);
  issue(model, { ref: otpReferenceId, account: from, purpose: 'transfer', transfer: model.transfers.length });
  model.transfers.push({ id: transactionId, account: from, target, amountKobo, costKobo: costOf(amountKobo, target), state: 'waiting' });
});

/** Mostly with the transfer's newest code, sometimes with any other. */
const confirmOne = (place: number, otherOtp: number | null, right: boolean, way: Way): Command => command(`confirm(${place}, ${otherOtp ?? 'own'}, ${right ? 'right' : 'wrong'})`, hasTransfers, async (model, real) => {
  const index = place % model.transfers.length;
  const own = model.otps.findLast((otp) => otp.transfer === index);
  const otp: ModelOtp = otherOtp === null && own !== undefined ? own : at(model.otps, otherOtp ?? 0);
  const call = validate({ transactionId: at(model.transfers, index).id, otpReferenceId: otp.ref }, right ? rightOtp : wrongOtp);
  await deliver(real, call, way, confirm(model, index, otp, right));
});

/** Several wrong codes in a row, so that short lists reach the limits of codes and accounts too. */
const guess = (place: number, times: number, way: Way): Command => command(`guess(${place}, ${times})`, hasTransfers, async (model, real) => {
  for (let time = 0; time < times; time += 1) await confirmOne(place, null, false, way).run(model, real);
});

const resend = (place: number, way: Way): Command => command(`resend(${place})`, hasTransfers, async (model, real) => {
  const index = place % model.transfers.length;
  const transfer = at(model.transfers, index);
  const verdict = mayResend(model, transfer);
  const reply = await deliver(real, { method: 'POST', path: '/transfer/resend-otp', body: { transactionId: transfer.id } }, way, verdict);
  if (verdict === null) issue(model, { ref: pendingOf(reply.data).otpReferenceId, account: transfer.account, purpose: 'transfer', transfer: index });
});

const requestOtp = (place: number, way: Way): Command => command(`requestOtp(${place})`, hasAccounts, async (model, real) => {
  const index = place % model.accounts.length;
  const verdict = mayRequestOtp(model, index);
  const reply = await deliver(real, { method: 'POST', path: '/utils/otp-request', body: { accountNumber: at(model.accounts, index).number } }, way, verdict);
  if (verdict === null) issue(model, { ref: String(reply.data['otpReferenceId']), account: index, purpose: 'utility', transfer: null });
});

const validateOtp = (place: number, right: boolean, way: Way): Command => command(`validateOtp(${place}, ${right ? 'right' : 'wrong'})`, (model) => model.otps.length > 0, async (model, real) => {
  const otp = at(model.otps, place);
  await deliver(real, { method: 'POST', path: '/utils/otp-validation', body: { otpReferenceId: otp.ref, OTP: right ? rightOtp : wrongOtp } }, way, validateUtility(model, otp, right));
});

const setStatus = (active: boolean, way: Way): Command => command(`setStatus(${active})`, (model) => model.customers.length > 0, async (model, real) => {
  const customer = at(model.customers, 0);
  await deliver(real, { method: 'PATCH', path: `/customer/profile/${customer.id}`, body: { status: active, reason: 'Model' } }, way, null);
  customer.active = active;
});

const repeat = (place: number, program: number): Command => command(`repeat(${place})`, hasAccounts, async (_model, { pair, tenant, answered }) => {
  if (answered.length === 0) return;
  const { call, text } = at(answered, place);
  const reply = await pair.send(program, call, tenant);
  assert(reply.replayed && reply.text === text, `a repeated ${call.path} was ${reply.replayed ? 'answered differently' : 'executed again'}: ${reply.text}`);
});

const reuse = (place: number, program: number): Command => command(`reuse(${place})`, hasAccounts, async (model, { pair, tenant, answered }) => {
  if (answered.length === 0) return;
  const { call } = at(answered, place);
  const { requestId } = call;
  assert(requestId !== undefined, 'an answered request has an id');
  const reply = await pair.send(program, { ...credit(at(model.accounts, 0).number, 77.77), requestId }, tenant);
  assert(reply.code === 'request_id_reused', `another request under a used id was answered ${reply.code}: ${reply.text}`);
});

// Few places, so that commands meet: the same transfer, code and account again and again.
const place = fc.nat({ max: 2 });
const naira = fc.integer({ min: 1, max: 400 });
const way = fc.record({ program: fc.nat({ max: 1 }), copies: fc.constantFrom(1, 1, 1, 2, 4) });
const right = fc.constantFrom(true, true, false);

export const apiCommands = fc.commands<ApiModel, RealApi, false>([
  fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 600 })).map((parts) => openOne(...parts)),
  fc.tuple(place, naira, way).map((parts) => fund(...parts)),
  fc.tuple(place, place, naira, way).map((parts) => initiate(...parts)),
  fc.tuple(place, place, naira, way).map((parts) => initiate(...parts)),
  fc.tuple(place, fc.option(place, { freq: 3 }), right, way).map((parts) => confirmOne(parts[0], parts[1] === null ? null : parts[1] % 2 === 0 ? null : parts[1], parts[2], parts[3])),
  fc.tuple(place, fc.constant(null), right, way).map((parts) => confirmOne(...parts)),
  fc.tuple(place, fc.integer({ min: 2, max: 6 }), way).map((parts) => guess(...parts)),
  fc.tuple(place, way).map((parts) => resend(...parts)),
  fc.tuple(place, way).map((parts) => requestOtp(...parts)),
  fc.tuple(place, right, way).map((parts) => validateOtp(...parts)),
  fc.tuple(fc.boolean(), way).map((parts) => setStatus(...parts)),
  fc.tuple(fc.nat(), fc.nat({ max: 1 })).map((parts) => repeat(...parts)),
  fc.tuple(fc.nat(), fc.nat({ max: 1 })).map((parts) => reuse(...parts)),
], { maxCommands: 60, size: 'max' });
