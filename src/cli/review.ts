/**
 * `npm run review`: identity checks and transfers that wait for people, transfers to be taken back, and exceptions with the rail. Works beside a running program.
 *
 *   list
 *   decide TRANSACTION success|failure --as EMAIL --evidence "what you saw"
 *   reverse TRANSACTION for|against --as EMAIL --reason "why" --evidence "what you saw" [--session ID]
 *   resolve-exception TRANSACTION KIND --as EMAIL --evidence "what you saw" [--recovered]
 *   check CHECK pass|fail --as EMAIL --reason "why"
 *   pictures CHECK DIRECTORY --as EMAIL
 *
 * The password comes from REVIEW_PASSWORD or is asked for. Of transfers and exceptions two different members must say the same; of checks as many as KYC_REVIEWERS says.
 */
import { parseArgs } from 'node:util';
import { type Resolution, voteOnException } from '#src/transfers/resolve-exception.ts';
import { type Standing, voteOnReview } from '#src/transfers/review.ts';
import { type ReversalStanding, voteOnReversal } from '#src/transfers/reverse-transfer.ts';
import { exceptionKinds } from '#src/transfers/transfer.ts';
import { besideProgram } from './open-beside.ts';
import { decideCheck, savePictures } from './review-checks.ts';
import { reviewList } from './review-list.ts';
import { runCommand } from './run-command.ts';
import { signIn } from './sign-in.ts';
import { UsageError } from './usage-error.ts';

const usage = `Usage: npm run review -- list
       npm run review -- decide TRANSACTION success|failure --as EMAIL --evidence TEXT
       npm run review -- reverse TRANSACTION for|against --as EMAIL --reason TEXT --evidence TEXT [--session ID]
       npm run review -- resolve-exception TRANSACTION ${exceptionKinds.join('|')} --as EMAIL --evidence TEXT [--recovered]
       npm run review -- check CHECK pass|fail --as EMAIL --reason TEXT
       npm run review -- pictures CHECK DIRECTORY --as EMAIL`;

await runCommand(() => run(process.argv.slice(2)));

async function run(args: string[]): Promise<void> {
  const { positionals, values } = parse(args);
  const [command, transactionId = '', word = ''] = positionals;
  if (command === 'list' && positionals.length === 1) {
    await besideProgram(process.env, async ({ ctx }) => say(await reviewList(ctx.db)));
    return;
  }
  const { as: email, evidence = '', reason = '', session, recovered = false } = values;
  if (positionals.length === 3 && email !== undefined && command === 'pictures') {
    await besideProgram(process.env, async ({ ctx }) => say(await savePictures(ctx, { email, checkId: transactionId, directory: word })));
    return;
  }
  if (positionals.length === 3 && email !== undefined && command === 'check' && (word === 'pass' || word === 'fail') && reason.trim().length >= 3) {
    await besideProgram(process.env, async ({ ctx }) => say(await decideCheck(ctx, { email, checkId: transactionId, verdict: word, reason: reason.trim() })));
    return;
  }
  if (positionals.length !== 3 || email === undefined || evidence.trim().length < 3) throw new UsageError(usage);
  const kind = exceptionKinds.find((known) => known === word);
  const about = { transactionId, evidence: evidence.trim() };
  if (command === 'decide' && (word === 'success' || word === 'failure')) {
    await besideProgram(process.env, async ({ ctx, lanes }) => {
      const { organizationId, memberId } = await signIn(ctx.db, email);
      say(standingText(await voteOnReview(ctx, lanes.settle, { ...about, organizationId, memberId, verdict: word })));
    });
  } else if (command === 'reverse' && (word === 'for' || word === 'against') && reason.trim().length >= 3) {
    if (session !== undefined && !/^\d{30}$/.test(session)) throw new UsageError('--session takes the 30 digits under which the money came back.');
    await besideProgram(process.env, async ({ ctx, lanes }) => {
      const { organizationId, memberId } = await signIn(ctx.db, email);
      say(reversalText(await voteOnReversal(ctx, lanes.settle, { ...about, organizationId, memberId, verdict: word, reason: reason.trim(), receivedSessionId: session ?? null })));
    });
  } else if (command === 'resolve-exception' && kind !== undefined) {
    await besideProgram(process.env, async ({ ctx }) => {
      const { organizationId, memberId } = await signIn(ctx.db, email);
      say(resolutionText(await voteOnException(ctx, { ...about, organizationId, memberId, kind, recovered }), recovered));
    });
  } else throw new UsageError(usage);
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { as: { type: 'string' }, evidence: { type: 'string' }, reason: { type: 'string' }, session: { type: 'string' }, recovered: { type: 'boolean' } } });
  } catch {
    throw new UsageError(usage);
  }
}

function standingText({ outcome, state, votes }: Standing): string {
  switch (outcome) {
    case 'waiting':
      return 'Your vote is stored. A second member must say the same; the money stays held.';
    case 'opposed':
      return `Your vote is stored. The votes disagree (${votes.map((vote) => vote.verdict).join(', ')}); the money stays held until two say the same.`;
    case 'decided':
      return `Two members said the same: the transfer is ${state}.`;
  }
}

function reversalText({ outcome, votes }: ReversalStanding): string {
  switch (outcome) {
    case 'waiting':
      return 'Your vote is stored. A second member must say the same; nothing was moved.';
    case 'opposed':
      return `Your vote is stored. The votes disagree (${votes.map(({ verdict, reason, receivedSessionId }) => `${verdict}: ${reason}${receivedSessionId === null ? '' : `, as ${receivedSessionId}`}`).join('; ')}); nothing was moved, and the next vote decides.`;
    case 'refused':
      return 'Two members were against it: the transfer stays as it is.';
    case 'reversed':
      return 'Two members were for it: the transfer is RETURNED, and the payer has the money.';
    case 'uncovered':
      return 'Two members were for it, but the beneficiary\'s account does not cover it any more. Nothing was moved; vote again when it does.';
    case 'overtaken':
      return 'The rail\'s own return came first: the transfer is RETURNED by it, and nothing more was moved.';
  }
}

function resolutionText({ outcome }: Resolution, recovered: boolean): string {
  switch (outcome) {
    case 'waiting':
      return 'Your vote is stored. A second member must say the same; nothing was moved.';
    case 'opposed':
      return 'Your vote is stored. The votes disagree; nothing was moved, and the next vote decides.';
    case 'decided':
      return recovered ? 'Two members said the same: resolved; the compensating entry was taken back.' : 'Two members said the same: resolved; the amount stays on rail_exceptions.';
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
