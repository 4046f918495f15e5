/**
 * The catalogue of everything this service refuses, and the one class that carries a refusal.
 *
 * A code is stable: integrators branch on it. Its HTTP status and envelope `statusCode` follow the contract;
 * `fix` says what the caller can do about it. Source of the numbers: NIP response codes where one fits.
 */
type CatalogueEntry = {
  httpStatus: number;
  statusCode: string;
  message: string;
  fix: string;
  /** May the very same request succeed later without a change? */
  retryable: boolean;
};

const entry = (httpStatus: number, statusCode: string, message: string, fix: string, retryable = false): CatalogueEntry => ({
  httpStatus,
  statusCode,
  message,
  fix,
  retryable,
});

export const catalogue = {
  invalid_json: entry(400, '30', 'The body is not valid JSON.', 'Send one JSON object in UTF-8, without comments or trailing commas.'),
  missing_field: entry(400, '30', 'A required field is missing.', 'Add the field named in `field`.'),
  invalid_field: entry(400, '30', 'A field has a wrong value.', 'Correct the field named in `field`; the reference lists its type and format.'),
  missing_request_id: entry(400, '30', 'The requestId header is missing.', 'Send a header `requestId` with a new unique value, such as a UUID, for each request.'),
  invalid_request_id: entry(400, '30', 'The requestId header is malformed.', 'Send exactly one requestId header of 1 to 128 characters out of A-Z a-z 0-9 . _ : -'),
  kyc_input_conflict: entry(400, '30', 'Both nin and livePicture were sent.', 'Send exactly one of nin and livePicture.'),
  kyc_input_missing: entry(400, '30', 'Neither nin nor livePicture was sent.', 'Send exactly one of nin and livePicture.'),

  token_missing: entry(401, '63', 'The Authorization header is missing.', 'Get a token from GET /auth/token and send `Authorization: Bearer <accessToken>`.'),
  token_invalid: entry(401, '63', 'The access token is not valid.', 'Get a new token from GET /auth/token.'),
  token_expired: entry(401, '63', 'The access token has expired.', 'Get a new token from GET /auth/token; tokens live for the seconds given in expiresAt.'),
  token_revoked: entry(401, '63', 'The credential behind this token was revoked.', 'Create a new credential in the dashboard, then get a new token.'),
  credentials_invalid: entry(401, '63', 'The client identifier or secret is wrong.', 'Send `Authorization: Bearer base64(clientId:secret)`; the secret was shown once, when it was generated.'),
  session_missing: entry(401, '63', 'Nobody is signed in.', 'Sign in: POST /session.'),
  session_expired: entry(401, '63', 'The session has expired.', 'Sign in again; a session ends after 30 minutes without a call, and after 12 hours.'),
  session_ended: entry(401, '63', 'The session was ended.', 'Sign in again.'),
  sign_in_invalid: entry(401, '63', 'The e-mail address or the password is wrong.', 'Check both; the operator can set a new password.'),
  passkey_invalid: entry(401, '63', 'The passkey was not accepted.', 'Try again; or sign in with address and password.'),
  second_factor_required: entry(401, '63', 'A second factor is needed.', 'Send `code` from the authenticator app, or a `recoveryCode`, with the same address and password.'),

  environment_mismatch: entry(403, '57', 'This credential belongs to the other environment.', 'Use the root named in `details.root` with this credential.'),
  scope_missing: entry(403, '57', 'The credential lacks the scope for this call.', 'Use a credential that has the scope named in `details.scope`.'),
  ip_not_allowed: entry(403, '57', 'This address is not on the credential\'s list.', 'Call from an allowed address, or change the list in the dashboard.'),
  csrf_failed: entry(403, '57', 'The call does not come from this session\'s own page.', 'Call from the dashboard\'s own origin, with the session\'s csrfToken in X-CSRF-Token.'),
  role_missing: entry(403, '57', 'The role may not do this.', 'Ask an owner or admin for a role with the permission named in `details.permission`.'),
  step_up_required: entry(403, '57', 'This needs a fresh proof of who you are.', 'Prove it with POST /session/step-up, then send the call again within 5 minutes.'),
  sign_up_closed: entry(403, '57', 'Nobody signs up here by themselves.', 'Ask the operator for an organization, or a member of yours for an invitation.'),
  live_not_approved: entry(403, '57', 'The organization is not approved for live.', 'Ask the operator for the approval.'),
  source_account_not_allowed: entry(403, '57', 'This source account cannot be used here.', 'Use an account generated for this customer, or one of your collection accounts on the collection route.'),
  customer_disabled: entry(403, '57', 'The customer is disabled.', 'Enable the customer first: PATCH /customer/profile/{customerId} with status true and a reason.'),
  account_restricted: entry(403, '57', 'The account is restricted.', 'Lift the restriction on the account, or use another account.'),
  tier_too_low: entry(403, '57', 'The customer\'s KYC tier is too low for this.', 'Raise the tier first: POST /customer/kyc/{customerId}.'),

  customer_not_found: entry(404, '25', 'No such customer.', 'Check the customerId; it comes from the creation answer or the customer list.'),
  transaction_not_found: entry(404, '25', 'No such transaction.', 'Check the transactionId; it comes from the initiation answer.'),
  otp_reference_not_found: entry(404, '25', 'No such OTP reference.', 'Use the otpReferenceId of the initiation or OTP request.'),
  name_enquiry_not_found: entry(404, '25', 'No such name enquiry, or it is older than 15 minutes.', 'Make a new name enquiry and use its sessionId within 15 minutes.'),
  account_not_found: entry(404, '07', 'No such account.', 'Check the account number and the bank.'),
  bank_not_found: entry(404, '16', 'No such bank.', 'Use a code from GET /transfer/banks.'),
  record_not_found: entry(404, '25', 'Nothing was found here.', 'Check the path or the number; the reference is at /docs.'),
  invitation_not_found: entry(404, '25', 'No such invitation, or it is over.', 'Ask for a new invitation; a link is good once, for 7 days.'),
  method_not_allowed: entry(405, '30', 'This path does not take that method.', 'Use a method named in the Allow header.'),

  request_in_progress: entry(409, '26', 'A request with this requestId is still running.', 'Wait, then send the same request again to read its answer.', true),
  duplicate_customer: entry(409, '26', 'A customer with this BVN exists already.', 'Use the existing customer named in details.'),
  nin_already_set: entry(409, '26', 'The customer has another NIN already.', 'A verified NIN cannot be replaced.'),
  check_not_retryable: entry(409, '26', 'This check cannot be tried again.', 'details.outcome says how it ended. Make a new check instead.'),
  erasure_held: entry(409, '26', 'A legal hold forbids erasing this customer.', 'Wait until every hold in details.holds is lifted: your compliance members or the operator lift them with npm run privacy, and GET /audit says why they were placed.'),
  erasure_refused: entry(409, '26', 'This customer cannot be erased now.', 'details.reasons says what stands against it: disable the customer, empty the accounts, wait for open payments, or until details.keptUntil.'),
  account_closed: entry(409, '26', 'The account was closed when its customer was erased.', 'It cannot be opened again; open an account for a new profile.'),
  transfer_state_invalid: entry(409, '94', 'The transfer is not waiting for this.', 'Read GET /transfer/status/{transactionId} before doing more.'),
  otp_already_used: entry(409, '94', 'This OTP was used already.', 'Read GET /transfer/status/{transactionId}, which says what became of the transfer.'),
  name_enquiry_already_used: entry(409, '94', 'This name enquiry was used for another transfer.', 'Make a new name enquiry for each transfer.'),
  member_exists: entry(409, '26', 'Somebody with this e-mail address is a member already.', 'Sign in; or use another address.'),
  last_owner: entry(409, '26', 'An organization keeps one owner.', 'Make another member owner first.'),
  passkeys_unavailable: entry(409, '26', 'There are no passkeys at this address.', 'The operator sets PUBLIC_URL to a host name; browsers bind passkeys to names.'),
  second_factor_state: entry(409, '26', 'The second factor is not in that state.', 'Read GET /session; begin with POST /second-factor/totp.'),
  sandbox_reset_meanwhile: entry(409, '26', 'The sandbox was reset meanwhile, and nothing was changed.', 'Look at what stands in the fresh one, then ask again if it is still wanted.'),
  credential_revoked: entry(409, '26', 'This credential is revoked.', 'Create a new one.'),

  payload_too_large: entry(413, '30', 'The body is too large.', 'Send less: 256 KB in general, 16 MB where images are sent.'),
  unsupported_media_type: entry(415, '30', 'Only application/json is accepted.', 'Send `Content-Type: application/json`.'),
  header_fields_too_large: entry(431, '30', 'The headers are too large.', 'Send fewer or shorter headers.'),

  request_id_reused: entry(422, '26', 'This requestId was used for a different request.', 'Use a new requestId for a new request; repeat a request byte for byte to read its answer.'),

  name_mismatch: entry(422, '08', 'The names do not match the record.', 'Send the names as they stand on the record.'),
  name_partial_match: entry(422, '08', 'Only some of the names match the record.', 'Send all names as they stand on the record.'),
  dob_mismatch: entry(422, '08', 'The date of birth does not match the record.', 'Check the date of birth.'),
  bvn_nin_mismatch: entry(422, '08', 'The BVN and the NIN do not belong together.', 'Check both numbers.'),
  face_mismatch: entry(422, '08', 'The faces do not match.', 'Take a new picture of the person: one face, frontal, good light.'),
  document_mismatch: entry(422, '08', 'The document does not carry this number.', 'Check documentNumber against the document.'),
  document_unreadable: entry(422, '08', 'The document could not be read.', 'Take a sharp picture of the whole document, without glare.'),
  no_face_detected: entry(422, '08', 'No face was found in the picture.', 'Take a new picture: one face, frontal, good light.'),
  beneficiary_mismatch: entry(422, '08', 'The beneficiary is not the one enquired.', 'Send account number, bank and name exactly as the name enquiry answered.'),

  otp_invalid: entry(422, '63', 'The OTP is wrong.', 'Ask for the code again; details.attemptsRemaining says how many tries are left.'),
  otp_expired: entry(422, '63', 'The OTP has expired.', 'Ask for a new one: POST /transfer/resend-otp or POST /utils/otp-request.'),
  otp_superseded: entry(422, '63', 'A newer OTP was sent for this account.', 'Use the newest code and its reference.'),
  otp_attempts_exceeded: entry(422, '63', 'Too many wrong tries.', 'Ask for a new OTP; if the account is locked, wait until details.lockedUntil.'),
  otp_reference_mismatch: entry(422, '63', 'This OTP was not issued for this.', 'Use the otpReferenceId of this very transaction.'),

  password_wrong: entry(422, '63', 'The password is wrong.', 'Send the password you signed in with.'),
  second_factor_invalid: entry(422, '63', 'The code is wrong, or was used already.', 'Wait for the next code of the authenticator app, or use another recovery code.'),

  insufficient_funds: entry(422, '51', 'The account does not hold enough money.', 'Fund the account or send less; charges count too.'),
  limit_exceeded: entry(422, '61', 'A limit would be exceeded.', 'Send less, or wait until details.resetsAt.'),
  too_many_transfers: entry(422, '65', 'Too many transfers for now.', 'Wait until details.resetsAt.'),
  invalid_amount: entry(422, '13', 'The amount is not valid.', 'Send naira greater than 0 with at most 2 decimals, as a number or a decimal string.'),
  blocked: entry(422, '34', 'This was blocked.', 'It cannot go on; contact the bank.'),

  rate_limited: entry(429, '65', 'Too many requests.', 'Slow down; Retry-After says how many seconds to wait.', true),
  otp_rate_limited: entry(429, '65', 'Too many OTPs were requested for this account.', 'Wait for the seconds in Retry-After.', true),

  internal_error: entry(500, '96', 'Something went wrong on our side; nothing was done.', 'Try again with the same requestId; it is safe.', true),
  provider_unavailable: entry(503, '91', 'The provider did not answer; nothing was decided.', 'Try again later with the same requestId.', true),
  beneficiary_bank_unavailable: entry(503, '91', 'The beneficiary bank did not answer.', 'Try again later with a new name enquiry.', true),
  live_not_configured: entry(503, '91', 'The live environment is not configured.', 'Use the sandbox root named in `details.sandboxRoot` until the operator has configured the live providers.', true),
  service_unavailable: entry(503, '91', 'The service is busy or shutting down.', 'Try again with the same requestId; it is safe.', true),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof catalogue;

export function isErrorCode(text: unknown): text is ErrorCode {
  return typeof text === 'string' && Object.hasOwn(catalogue, text);
}

/** One reason for a refusal. `field` is a JSON pointer into the body, or null. */
export type Refusal = {
  code: ErrorCode;
  field: string | null;
  /** Replaces the catalogue's public text where more can be said. */
  message?: string;
  fix?: string;
  details?: Record<string, unknown>;
};

/** A caller's mistake, or a provider's trouble, on its way to the envelope. Never our own bug. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly refusals: readonly [Refusal, ...Refusal[]];
  readonly retryAfterSeconds: number | undefined;

  constructor(refusals: readonly [Refusal, ...Refusal[]], options: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(refusals[0].message ?? catalogue[refusals[0].code].message, { cause: options.cause });
    this.refusals = refusals;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get code(): ErrorCode {
    return this.refusals[0].code;
  }
}

/** What `decide` answers, or the Failure that it throws. */
export function decided<T>(decide: () => T): T | Failure {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

type FailOptions = {
  field?: string;
  message?: string;
  fix?: string;
  details?: Record<string, unknown>;
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** Builds the refusal for one code; write `throw fail('otp_expired')`. */
export function fail(code: ErrorCode, options: FailOptions = {}): Failure {
  const { field, retryAfterSeconds, cause, ...rest } = options;
  return new Failure([{ code, field: field ?? null, ...rest }], {
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(cause === undefined ? {} : { cause }),
  });
}

/**
 * Is this answer kept for its requestId? Contract §3: what was answered after execution began is kept;
 * what says "not now", "not you" or "not like this" is not, so that a corrected or later retry executes.
 */
export function isStoredAnswer(httpStatus: number, code: ErrorCode | null): boolean {
  if (httpStatus >= 500 || code === 'request_id_reused') return false;
  return ![400, 401, 403, 405, 409, 413, 415, 429, 431].includes(httpStatus);
}
