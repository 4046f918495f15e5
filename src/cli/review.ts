/**
 * `npm run review`: transfers that wait for people, and exceptions with the rail. Works beside a running program.
 *
 *   list
 *   decide TRANSACTION success|failure --as EMAIL --evidence "what you saw"
 *   resolve-exception TRANSACTION KIND --as EMAIL --evidence "what you saw" [--recovered]
 *
 * The password comes from REVIEW_PASSWORD or is asked for. Two different members must say the same.
 */
import { parseArgs } from 'node:util';
import type { App } from '#src/app.ts';
import { ConfigError } from '#src/config.ts';
import { Failure } from '#src/errors.ts';
import { findMember, type Member, type MemberRole } from '#src/organizations/members.ts';
import { resolveException, type Standing, voteOnReview } from '#src/transfers/review.ts';
import { askSecret } from './ask-secret.ts';
import { besideProgram } from './open-beside.ts';
import { reviewList } from './review-list.ts';

const mayDecide: ReadonlySet<MemberRole> = new Set(['owner', 'admin', 'operations', 'compliance']);
const usage = `Usage: npm run review -- list
       npm run review -- decide TRANSACTION success|failure --as EMAIL --evidence TEXT
       npm run review -- resolve-exception TRANSACTION success_after_failure|failure_after_success --as EMAIL --evidence TEXT [--recovered]`;

class UsageError extends Error {
  override readonly name = 'UsageError';
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Failure || error instanceof UsageError || error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function run(args: string[]): Promise<void> {
  const { positionals, values } = parse(args);
  const [command, transactionId = '', word = ''] = positionals;
  if (command === 'list' && positionals.length === 1) {
    await besideProgram(process.env, async ({ ctx }) => say(await reviewList(ctx.db)));
    return;
  }
  const { as: email, evidence = '', recovered = false } = values;
  if (positionals.length !== 3 || email === undefined || evidence.trim().length < 3) throw new UsageError(usage);
  const about = { transactionId, evidence: evidence.trim() };
  if (command === 'decide' && (word === 'success' || word === 'failure')) {
    await besideProgram(process.env, async ({ ctx, lanes }) => {
      const { organizationId, memberId } = await signIn(ctx.db, email);
      say(standingText(await voteOnReview(ctx, lanes.settle, { ...about, organizationId, memberId, verdict: word })));
    });
  } else if (command === 'resolve-exception' && (word === 'success_after_failure' || word === 'failure_after_success')) {
    await besideProgram(process.env, async ({ ctx }) => {
      const { organizationId, memberId } = await signIn(ctx.db, email);
      await resolveException(ctx, { ...about, organizationId, memberId, kind: word, recovered });
      say(recovered ? 'Resolved; the compensating entry was taken back.' : 'Resolved; the amount stays on rail_exceptions.');
    });
  } else throw new UsageError(usage);
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { as: { type: 'string' }, evidence: { type: 'string' }, recovered: { type: 'boolean' } } });
  } catch {
    throw new UsageError(usage);
  }
}

async function signIn(db: App['ctx']['db'], email: string): Promise<Member> {
  const password = process.env['REVIEW_PASSWORD'] ?? (await askSecret(`Password of ${email}: `));
  if (password === null) throw new UsageError('No password was given: type it, or set REVIEW_PASSWORD.');
  const member = await findMember(db, email, password);
  if (member === null) throw new UsageError('The e-mail address or the password is wrong.');
  if (!mayDecide.has(member.role)) throw new UsageError(`The role ${member.role} may not decide; ${[...mayDecide].join(', ')} may.`);
  return member;
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

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
