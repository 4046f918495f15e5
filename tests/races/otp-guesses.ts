/** Many guesses of one code at once, over two programs: at most five are compared, and the right one pays once. */
import { type Outcome, addTally, serverErrors, tally, unexpected } from './outcome.ts';
import type { Pair } from './pair.ts';
import { balanceOf, openSource, type Pending, pending, rightOtp, validate } from './people.ts';
import type { Random } from './random.ts';

const triesOfACode = 5;

export async function otpGuesses(pair: Pair, random: Random, options: { rounds: number; guesses: number }): Promise<Outcome> {
  const answers: Record<string, number> = {};
  const faults: string[] = [];
  let mostCompared = 0;
  let paid = 0;
  for (let round = 1; round <= options.rounds; round += 1) {
    const source = await openSource(pair, { naira: 10_000 });
    const transfer = await pending(pair, source, { amount: 1000 });
    // Odd rounds only guess; in even ones the right code is somewhere among them.
    const withRight = round % 2 === 0;
    const wrong = await wrongCodes(pair, transfer, options.guesses - (withRight ? 1 : 0));
    const replies = await pair.storm(random.shuffled([...wrong, ...(withRight ? [rightOtp] : [])]).map((code) => validate(transfer, code)));
    const counts = tally(replies);
    addTally(answers, counts);
    const accepted = counts['200'] ?? 0;
    const compared = (counts['otp_invalid'] ?? 0) + accepted;
    mostCompared = Math.max(mostCompared, compared);
    paid += accepted;
    const found = [...serverErrors(replies), ...unexpected(counts, ['200', 'otp_invalid', 'otp_attempts_exceeded', 'otp_already_used'])];
    if (compared > triesOfACode) found.push(`${compared} guesses were compared`);
    if (accepted > (withRight ? 1 : 0)) found.push(`${accepted} were accepted`);
    if (accepted === 0 && compared !== triesOfACode) found.push(`only ${compared} guesses were compared`);
    found.push(...(await afterwards(pair, transfer, source.accountNumber, { accepted, compared })));
    faults.push(...found.map((fault) => `round ${round}: ${fault}`));
  }
  return { figures: { rounds: options.rounds, guessesEach: options.guesses, mostCompared, paid, answers }, faults };
}

/** The database tells the same, and a dead code stays dead for the right guess too. */
async function afterwards(pair: Pair, transfer: Pending, accountNumber: string, { accepted, compared }: { accepted: number; compared: number }): Promise<string[]> {
  const faults: string[] = [];
  const [otp] = await pair.query<{ attempts: number; state: string }>('select attempts, state from otp where otp_reference_id = $1', [transfer.otpReferenceId]);
  if (otp?.attempts !== compared) faults.push(`${otp?.attempts} tries are stored, ${compared} were answered`);
  if (accepted === 0) {
    const late = await pair.send(0, validate(transfer));
    if (late.code !== 'otp_attempts_exceeded') faults.push(`the right code was answered ${late.status} ${late.code} after five wrong ones`);
  }
  const { held } = await balanceOf(pair, accountNumber);
  if (held > 0n !== (accepted === 1)) faults.push(`${held} kobo are held after ${accepted} acceptances`);
  return faults;
}

/** Codes that are not the one that was sent. */
async function wrongCodes(pair: Pair, { transactionId }: Pending, count: number): Promise<string[]> {
  const { text } = await pair.send(0, { method: 'GET', path: '/sandbox/messages?pageSize=100' });
  const sent = new RegExp(`"otp":"(\\d{6})"[^{}]*"transactionId":"${transactionId}"`).exec(text)?.[1];
  const codes: string[] = [];
  for (let code = 200_000; codes.length < count; code += 1) if (String(code) !== sent) codes.push(String(code));
  return codes;
}
