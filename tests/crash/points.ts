/** Every place at which the crash proofs kill the program. A test compares the list with what a run really passes. */

/** A batch of a lane: before it takes a connection, inside its transaction, and committed with the answer not yet given. */
const laneSteps = ['before_begin', 'begun', 'loaded', 'applied', 'committed'] as const;
const ofLane = (lane: string, applySteps: readonly string[]): string[] => [...laneSteps, ...applySteps].map((step) => `${lane}.${step}`);
const ofQueue = (queue: string): string[] => [`due.${queue}.leased`, `due.${queue}.committed`];

export const crashPoints: readonly string[] = [
  ...ofLane('initiate', ['answers_stored', 'transfers_inserted', 'otps_issued']),
  ...ofLane('confirm', ['answers_stored', 'otps_spent', 'transfers_saved', 'posted']),
  ...ofLane('start', ['enquiries_stored', 'transfers_saved', 'posted']), 'start.before_enquiry', 'start.enquired',
  ...ofLane('settle', ['answers_recorded', 'transfers_saved', 'posted']),
  ...ofLane('credit', ['answers_stored', 'credits_inserted', 'posted']),
  'once.worked', 'once.answer_stored', 'once.committed',
  'around.claimed', 'around.called', 'around.worked', 'around.answer_stored', 'around.committed',
  ...ofQueue('message'), ...ofQueue('transfer'), ...ofQueue('transfer_batch'), ...ofQueue('transfer_batch_item'), ...ofQueue('webhook_delivery'),
  'bulk.before_enquiry', 'bulk.enquired', 'bulk.answers_written', 'bulk.concluded', 'bulk.recorded',
  'bulk.code_spent', 'bulk.transfers_inserted', 'bulk.confirmed', 'bulk.rest_cancelled', 'bulk.looked', 'bulk.completed',
  'send.before_wire', 'send.answered',
  'message.before_send', 'message.sent', 'message.finished',
  'webhook.before_post', 'webhook.posted', 'webhook.finished',
  'returns.read', 'returns.applied', 'returns.cursor_moved',
  'seed.organization_created', 'seed.login_created', 'seed.credential_created', 'seed.account_opened',
];

/** Passed only when members decide about a transfer, which no caller's load brings about. */
export const pointsOfPeople: readonly string[] = ['review.voted', 'reversal.voted'];

/** Passed only when a sandbox is reset, which ends what a load is about: reset.test.ts. */
export const pointsOfResets: readonly string[] = ['reset.furnished', 'reset.answer_stored', 'reset.committed'];

/** Passed only while an empty database is seeded. */
export function isSeeding(point: string): boolean {
  return point.startsWith('seed.');
}

/** How often a run of a few seconds surely passes the point: kills are spread over the first so many. */
export function passesOf(point: string): number {
  if (isSeeding(point) || point.startsWith('returns.')) return 1;
  if (point.startsWith('bulk.') || point.startsWith('due.transfer_batch')) return 2;
  // What a lane writes goes straight to the worker; what is left to be looked for is scheduled, sent again, or asked about.
  if (point.startsWith('due.message') || point.startsWith('due.transfer.')) return 3;
  return point.startsWith('once.') || point.startsWith('start.') ? 3 : 12;
}
