/**
 * NIP response codes and what each proves, as data. Default of every unlisted code: indeterminate.
 *
 * The columns differ because the same code proves different things. On a *send* a refusal of the message is a refusal of the
 * payment. On a *query* a code that may speak about the query itself (format, session, channel, client) proves
 * nothing about the payment, and one that only says that the bank was out of reach stands once the rail repeats it.
 * Sources: published NIP code lists agree on the meanings; late, duplicate and timeout codes are read more strictly than some
 * banks publish, because money that is freed on a guess cannot be called back.
 */
import type { RailEvidence, RailVerdict } from './rail.ts';

type ResponseCode = {
  meaning: string;
  send: RailVerdict;
  query: RailVerdict;
  /** A refusal after which the money stays held until a person has looked. */
  review?: true;
  detail?: string;
};

const final = (meaning: string): ResponseCode => ({ meaning, send: 'reject', query: 'reject' });
const aboutTheMessage = (meaning: string): ResponseCode => ({ meaning, send: 'reject', query: 'indeterminate' });
const unknown = (meaning: string): ResponseCode => ({ meaning, send: 'indeterminate', query: 'indeterminate' });
const rejectOnceQueried = (meaning: string): ResponseCode => ({ meaning, send: 'indeterminate', query: 'reject' });
const forReview = (meaning: string): ResponseCode => ({ ...unknown(meaning), review: true });

const responseCodes: ReadonlyMap<string, ResponseCode> = new Map([
  ['00', { meaning: 'Approved or completed', send: 'success', query: 'success' }],
  ['01', unknown('Status unknown, wait for the settlement report')],
  ['02', unknown('Status unknown')],
  ['03', aboutTheMessage('Invalid sender')],
  ['05', final('Do not honour')],
  ['06', final('Dormant account')],
  ['07', final('Invalid account')],
  ['08', final('Account name mismatch')],
  ['09', unknown('Request processing in progress')],
  ['12', aboutTheMessage('Invalid transaction')],
  ['13', final('Invalid amount')],
  ['14', aboutTheMessage('Invalid batch number')],
  ['15', aboutTheMessage('Invalid session or record id')],
  ['16', final('Unknown bank code')],
  ['17', aboutTheMessage('Invalid channel')],
  ['18', aboutTheMessage('Wrong method call')],
  ['21', aboutTheMessage('No action taken')],
  ['25', { meaning: 'Unable to locate record', send: 'indeterminate', query: 'not_found' }],
  ['26', unknown('Duplicate record')],
  ['30', aboutTheMessage('Format error')],
  ['34', forReview('Suspected fraud')],
  ['35', forReview('Contact the sending bank')],
  ['51', { ...final('Insufficient funds'), detail: 'float_empty' }],
  ['57', aboutTheMessage('Transaction not permitted to sender')],
  ['58', aboutTheMessage('Transaction not permitted on channel')],
  ['61', final('Transfer limit exceeded')],
  ['63', forReview('Security violation')],
  ['65', final('Withdrawal frequency exceeded')],
  ['68', unknown('Response received too late')],
  ['69', final('Unsuccessful account or amount block')],
  ['70', final('Unsuccessful account or amount unblock')],
  ['71', final('Empty mandate reference number')],
  ['81', final('Transaction failed')],
  ['91', rejectOnceQueried('Beneficiary bank not available')],
  ['92', rejectOnceQueried('Routing error')],
  ['94', unknown('Duplicate transaction')],
  ['96', unknown('System malfunction')],
  ['97', unknown('Timeout waiting for the destination')],
  ['98', unknown('Not a NIP code')],
  ['99', unknown('Not a NIP code')],
  ['A1', aboutTheMessage('Client disabled')],
  ['A4', aboutTheMessage('A required value is empty')],
  ['A5', aboutTheMessage('A value is invalid')],
  ['A9', unknown('Unable to process')],
]);

/** Every listed code, for documentation and tests. */
export const listedResponseCodes: readonly string[] = [...responseCodes.keys()];

/** The public meaning of a code; an unlisted one says so. */
export function responseText(code: string): string {
  return responseCodes.get(code)?.meaning ?? 'Unlisted response code';
}

/** What a response code proves about a payment: `asked` says whether it answered the payment itself or a status query. */
export function evidenceOfCode(asked: 'send' | 'query', code: string, railSessionId?: string): RailEvidence {
  const listed = responseCodes.get(code);
  return {
    verdict: listed?.[asked] ?? 'indeterminate',
    responseCode: code,
    ...(railSessionId === undefined ? {} : { railSessionId }),
    ...(listed === undefined ? { detail: 'unlisted_code' } : {}),
    ...(listed?.detail === undefined ? {} : { detail: listed.detail }),
    ...(listed?.review === undefined ? {} : { review: listed.review }),
  };
}

/**
 * What a response code in a settlement report proves: there it speaks about the payment and nothing else, so a refusal of
 * the message is final too. Null: it decides nothing.
 */
export function settlementVerdict(code: string): 'success' | 'reject' | null {
  const listed = responseCodes.get(code);
  if (listed?.send === 'success') return 'success';
  return listed?.send === 'reject' || listed?.query === 'reject' ? 'reject' : null;
}

/** What a response code other than 00 says about a name enquiry. */
export function enquiryOutcomeOfCode(code: string): 'account_not_found' | 'account_dormant' | 'bank_not_found' | 'unavailable' {
  if (code === '07') return 'account_not_found';
  if (code === '06') return 'account_dormant';
  if (code === '16') return 'bank_not_found';
  return 'unavailable';
}
