// Written by `npm run openapi` from openapi.json. Change the routes, not this file.
import type { CallOptions, CursorList, PageList } from './call.ts';

export const apiVersion = '0.1.0';

/** Codes of `errors`: stable, to branch on. */
export type ErrorCode =
  | 'invalid_json'
  | 'missing_field'
  | 'invalid_field'
  | 'missing_request_id'
  | 'invalid_request_id'
  | 'kyc_input_conflict'
  | 'kyc_input_missing'
  | 'token_missing'
  | 'token_invalid'
  | 'token_expired'
  | 'token_revoked'
  | 'credentials_invalid'
  | 'environment_mismatch'
  | 'scope_missing'
  | 'ip_not_allowed'
  | 'source_account_not_allowed'
  | 'customer_disabled'
  | 'account_restricted'
  | 'tier_too_low'
  | 'customer_not_found'
  | 'transaction_not_found'
  | 'otp_reference_not_found'
  | 'name_enquiry_not_found'
  | 'account_not_found'
  | 'bank_not_found'
  | 'record_not_found'
  | 'method_not_allowed'
  | 'request_in_progress'
  | 'duplicate_customer'
  | 'nin_already_set'
  | 'check_not_retryable'
  | 'erasure_held'
  | 'erasure_refused'
  | 'account_closed'
  | 'transfer_state_invalid'
  | 'otp_already_used'
  | 'name_enquiry_already_used'
  | 'sandbox_reset_meanwhile'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'header_fields_too_large'
  | 'request_id_reused'
  | 'name_mismatch'
  | 'name_partial_match'
  | 'dob_mismatch'
  | 'bvn_nin_mismatch'
  | 'face_mismatch'
  | 'document_mismatch'
  | 'document_unreadable'
  | 'no_face_detected'
  | 'beneficiary_mismatch'
  | 'otp_invalid'
  | 'otp_expired'
  | 'otp_superseded'
  | 'otp_attempts_exceeded'
  | 'otp_reference_mismatch'
  | 'insufficient_funds'
  | 'limit_exceeded'
  | 'too_many_transfers'
  | 'invalid_amount'
  | 'blocked'
  | 'rate_limited'
  | 'otp_rate_limited'
  | 'internal_error'
  | 'provider_unavailable'
  | 'beneficiary_bank_unavailable'
  | 'live_not_configured'
  | 'service_unavailable';

/** Every kind of event the service sends, with its `data`. */
export interface EventData {
  'payment.success': {
    /** The transfer. */
    transactionId: string;
    /** What the beneficiary gets. Naira. */
    amount: number;
    currency: 'NGN';
    status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';
    /** NIP session id at the other bank. */
    sessionId: string | null;
    /** The rail's code. */
    responseCode: string | null;
    /** Fee. Naira. */
    fee: number;
    /** VAT on the fee. Naira. */
    vat: number;
    /** Stamp duty. Naira. */
    stampDuty: number;
    /** The account that pays. */
    sourceAccountNumber: string;
    /** The account that is paid. */
    beneficiaryAccountNumber: string;
    /** Its bank, as you named it. */
    beneficiaryBankCode: string;
    /** As sent. */
    narration: string;
  };
  'payment.failed': {
    /** The transfer. */
    transactionId: string;
    /** What the beneficiary gets. Naira. */
    amount: number;
    currency: 'NGN';
    status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';
    /** NIP session id at the other bank. */
    sessionId: string | null;
    /** The rail's code. */
    responseCode: string | null;
    /** Fee. Naira. */
    fee: number;
    /** VAT on the fee. Naira. */
    vat: number;
    /** Stamp duty. Naira. */
    stampDuty: number;
    /** The account that pays. */
    sourceAccountNumber: string;
    /** The account that is paid. */
    beneficiaryAccountNumber: string;
    /** Its bank, as you named it. */
    beneficiaryBankCode: string;
    /** As sent. */
    narration: string;
    /** Why: an error code, `rejected` or `expired`. */
    reason: string;
  };
  'payment.reversed': {
    /** The transfer. */
    transactionId: string;
    /** What the beneficiary gets. Naira. */
    amount: number;
    currency: 'NGN';
    status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';
    /** NIP session id at the other bank. */
    sessionId: string | null;
    /** The rail's code. */
    responseCode: string | null;
    /** Fee. Naira. */
    fee: number;
    /** VAT on the fee. Naira. */
    vat: number;
    /** Stamp duty. Naira. */
    stampDuty: number;
    /** The account that pays. */
    sourceAccountNumber: string;
    /** The account that is paid. */
    beneficiaryAccountNumber: string;
    /** Its bank, as you named it. */
    beneficiaryBankCode: string;
    /** As sent. */
    narration: string;
  };
  'transfer.initiated': {
    /** The transfer. */
    transactionId: string;
    /** What the beneficiary gets. Naira. */
    amount: number;
    currency: 'NGN';
    status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';
    /** NIP session id at the other bank. */
    sessionId: string | null;
    /** The rail's code. */
    responseCode: string | null;
    /** Fee. Naira. */
    fee: number;
    /** VAT on the fee. Naira. */
    vat: number;
    /** Stamp duty. Naira. */
    stampDuty: number;
    /** The account that pays. */
    sourceAccountNumber: string;
    /** The account that is paid. */
    beneficiaryAccountNumber: string;
    /** Its bank, as you named it. */
    beneficiaryBankCode: string;
    /** As sent. */
    narration: string;
  };
  'transfer.authorized': {
    /** The transfer. */
    transactionId: string;
    /** What the beneficiary gets. Naira. */
    amount: number;
    currency: 'NGN';
    status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';
    /** NIP session id at the other bank. */
    sessionId: string | null;
    /** The rail's code. */
    responseCode: string | null;
    /** Fee. Naira. */
    fee: number;
    /** VAT on the fee. Naira. */
    vat: number;
    /** Stamp duty. Naira. */
    stampDuty: number;
    /** The account that pays. */
    sourceAccountNumber: string;
    /** The account that is paid. */
    beneficiaryAccountNumber: string;
    /** Its bank, as you named it. */
    beneficiaryBankCode: string;
    /** As sent. */
    narration: string;
  };
  'transfer.expired': {
    /** The transfer. */
    transactionId: string;
    /** What the beneficiary gets. Naira. */
    amount: number;
    currency: 'NGN';
    status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';
    /** NIP session id at the other bank. */
    sessionId: string | null;
    /** The rail's code. */
    responseCode: string | null;
    /** Fee. Naira. */
    fee: number;
    /** VAT on the fee. Naira. */
    vat: number;
    /** Stamp duty. Naira. */
    stampDuty: number;
    /** The account that pays. */
    sourceAccountNumber: string;
    /** The account that is paid. */
    beneficiaryAccountNumber: string;
    /** Its bank, as you named it. */
    beneficiaryBankCode: string;
    /** As sent. */
    narration: string;
  };
  'transfer.scheduled': {
    /** The transfer. */
    transactionId: string;
    /** What the beneficiary gets. Naira. */
    amount: number;
    currency: 'NGN';
    status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';
    /** NIP session id at the other bank. */
    sessionId: string | null;
    /** The rail's code. */
    responseCode: string | null;
    /** Fee. Naira. */
    fee: number;
    /** VAT on the fee. Naira. */
    vat: number;
    /** Stamp duty. Naira. */
    stampDuty: number;
    /** The account that pays. */
    sourceAccountNumber: string;
    /** The account that is paid. */
    beneficiaryAccountNumber: string;
    /** Its bank, as you named it. */
    beneficiaryBankCode: string;
    /** As sent. */
    narration: string;
    /** When it starts, ISO 8601. */
    scheduledFor: string;
  };
  'transfer.cancelled': {
    /** The transfer. */
    transactionId: string;
    /** What the beneficiary gets. Naira. */
    amount: number;
    currency: 'NGN';
    status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';
    /** NIP session id at the other bank. */
    sessionId: string | null;
    /** The rail's code. */
    responseCode: string | null;
    /** Fee. Naira. */
    fee: number;
    /** VAT on the fee. Naira. */
    vat: number;
    /** Stamp duty. Naira. */
    stampDuty: number;
    /** The account that pays. */
    sourceAccountNumber: string;
    /** The account that is paid. */
    beneficiaryAccountNumber: string;
    /** Its bank, as you named it. */
    beneficiaryBankCode: string;
    /** As sent. */
    narration: string;
  };
  'transfer.batch_ready': {
    /** The bulk transfer. */
    batchId: string;
    /** Yours. */
    reference: string | null;
    /** The account that pays. */
    sourceAccountNumber: string;
    /** Payments that were sent. */
    count: number;
    /** Payments that were accepted. */
    payments: number;
    /** Sum of the accepted payments. Naira. */
    total: number;
    /** Their charges. Naira. */
    charges: number;
    currency: 'NGN';
    /** SHA-256 of what the OTP confirms, in hex. */
    hash: string;
  };
  'transfer.batch_completed': {
    /** The bulk transfer. */
    batchId: string;
    /** Yours. */
    reference: string | null;
    /** The account that pays. */
    sourceAccountNumber: string;
    /** Payments that were sent. */
    count: number;
    /** Payments that were accepted. */
    payments: number;
    /** Sum of the accepted payments. Naira. */
    total: number;
    /** Their charges. Naira. */
    charges: number;
    currency: 'NGN';
    /** SHA-256 of what the OTP confirms, in hex. */
    hash: string;
    /** Payments that arrived. */
    succeeded: number;
    /** Payments that did not. */
    failed: number;
  };
  'account.created': {
    /** Account, 10 digits. */
    accountNumber: string;
    /** Its name. */
    accountName: string;
    /** savings, current, collection or virtual. */
    type: string;
    /** Its customer; null for an account of your own. */
    customerId: string | null;
  };
  'account.credited': {
    /** Account, 10 digits. */
    accountNumber: string;
    /** Of a virtual account: the account that holds the money. */
    settledTo?: string;
    /** What came in. Naira. */
    amount: number;
    currency: 'NGN';
    /** NIP session id: a credit is applied once by it. */
    sessionId: string;
    /** Who sent it. */
    senderName: string;
    /** As sent. */
    narration: string;
  };
  'account.debited': {
    /** Account, 10 digits. */
    accountNumber: string;
    /** What went out, charges included. Naira. */
    amount: number;
    currency: 'NGN';
    /** The transfer. */
    transactionId: string;
    /** As sent. */
    narration: string;
  };
  'account.low_balance': {
    /** Account, 10 digits. */
    accountNumber: string;
    /** The account's threshold. Naira. */
    threshold: number;
    /** What is available now. Naira. */
    available: number;
    currency: 'NGN';
    /** The transfer. */
    transactionId: string;
  };
  'account.status_changed': {
    /** Account, 10 digits. */
    accountNumber: string;
    /** none, no_debit, no_credit or no_debit_no_credit. */
    restriction: string;
    /** Why. */
    reason: string;
  };
  'customer.created': {
    /** Customer. */
    customerId: string;
    /** 1, 2 or 3. */
    kycTier: string;
    /** INDIVIDUAL or BUSINESS. */
    classType: string;
  };
  'customer.updated': {
    /** Customer. */
    customerId: string;
  };
  'customer.status_changed': {
    /** Customer. */
    customerId: string;
    status: 'Active' | 'Inactive';
    /** Why. */
    reason: string;
  };
  'customer.tier_changed': {
    /** Customer. */
    customerId: string;
    /** The tier now. */
    kycTier: string;
    /** The tier before. */
    previousKycTier: string;
  };
  'customer.erased': {
    /** Customer. */
    customerId: string;
  };
  'business.created': {
    /** Customer. */
    customerId: string;
    /** 1, 2 or 3. */
    kycTier: string;
    /** INDIVIDUAL or BUSINESS. */
    classType: string;
  };
  'business.updated': {
    /** Customer. */
    customerId: string;
  };
  'business.status_changed': {
    /** Customer. */
    customerId: string;
    status: 'Active' | 'Inactive';
    /** Why. */
    reason: string;
  };
  'business.tier_changed': {
    /** Customer. */
    customerId: string;
    /** The tier now. */
    kycTier: string;
    /** The tier before. */
    previousKycTier: string;
  };
  'kyc.check.completed': {
    /** The check. */
    checkId: string;
    /** What was checked. */
    kind: string;
    /** `passed`, or the code of the first reason against it. */
    outcome: string;
    /** Its customer, if it was made for one. */
    customerId: string | null;
  };
  'kyc.duplicate_suspected': {
    /** The check. */
    checkId: string;
    /** Checks of other documents that seem to show the same face or picture. */
    duplicateOf: string[];
  };
  'webhook.paused': {
    /** The endpoint. */
    webhookId: string;
    reason: 'failing' | 'gone';
    /** In a row. */
    failures: number;
    /** ISO 8601. */
    failingSince: string | null;
  };
  'webhook.test': {
    /** For people. */
    message: string;
  };
}

export type EventKind = keyof EventData;

export type CreateIndividualCustomerBody = {
  /** First name. */
  firstName: unknown & unknown;
  /** Last name; read back as `surname`. */
  lastName: unknown & unknown;
  /** Other name. Empty text is the same as none. */
  otherName?: string;
  /** E-mail address. Empty text is the same as none. */
  email?: string;
  /** Nigerian mobile number in any form; read back as +234 and ten digits. OTPs go here. */
  phone: string;
  /** Form of address. Empty text is the same as none. */
  salutation?: string;
  /** `Male` or `Female`, any case; M and F too. Empty text is the same as none. */
  gender?: string;
  /** YYYY-MM-DD, or a date-time whose time does not count. At least 18 years ago. */
  dateOfBirth: string;
  /** Bank verification number, 11 digits. */
  bvn: string;
  /** National identification number. With it the profile starts at Tier 2. Empty text is the same as none. */
  nin?: string;
  /** ISO 3166 country code, three letters (two are accepted). Empty text is the same as none. */
  nationality?: string;
  /** Where the customer lives. */
  address?: {
    /** Address in one line. Empty text is the same as none. */
    address?: string;
    /** Street and house number. Empty text is the same as none. */
    street?: string;
    /** Local government area. Empty text is the same as none. */
    localGovernment?: string;
    /** City. Empty text is the same as none. */
    city?: string;
    /** Country. Empty text is the same as none. */
    country?: string;
  };
  /** Whom to turn to. */
  nextOfKin?: {
    /** First name; read back as `firstname`. Empty text is the same as none. */
    firstName?: string;
    /** Last name. Empty text is the same as none. */
    lastName?: string;
    /** `Male` or `Female`, any case; M and F too. Empty text is the same as none. */
    gender?: string;
    /** E-mail address. Empty text is the same as none. */
    email?: string;
    /** Nigerian number in any form, or an international one that starts with +. Empty text is the same as none. */
    phone?: string;
    /** How the two are related. Empty text is the same as none. */
    relationship?: string;
    /** Address in one line. Empty text is the same as none. */
    address?: string;
    /** Street and house number. Empty text is the same as none. */
    street?: string;
    /** Local government area. Empty text is the same as none. */
    localGovernment?: string;
    /** City. Empty text is the same as none. */
    city?: string;
    /** Country. Empty text is the same as none. */
    country?: string;
  };
};

export type CreateIndividualCustomerData = {
  /** Numeric text, 10 digits. */
  customerId: string;
};

export type UpdateCustomerBody = {
  /** E-mail address. Empty text is the same as none. */
  email?: string;
  /** Nigerian mobile number in any form. From now on OTPs go here. */
  phone?: string;
  /** Form of address. Empty text is the same as none. */
  salutation?: string;
  /** Replaces the whole address. */
  address?: {
    /** Address in one line. Empty text is the same as none. */
    address?: string;
    /** Street and house number. Empty text is the same as none. */
    street?: string;
    /** Local government area. Empty text is the same as none. */
    localGovernment?: string;
    /** City. Empty text is the same as none. */
    city?: string;
    /** Country. Empty text is the same as none. */
    country?: string;
  };
  /** Replaces the next of kin as a whole. Of people only. */
  nextOfKin?: {
    /** First name; read back as `firstname`. Empty text is the same as none. */
    firstName?: string;
    /** Last name. Empty text is the same as none. */
    lastName?: string;
    /** `Male` or `Female`, any case; M and F too. Empty text is the same as none. */
    gender?: string;
    /** E-mail address. Empty text is the same as none. */
    email?: string;
    /** Nigerian number in any form, or an international one that starts with +. Empty text is the same as none. */
    phone?: string;
    /** How the two are related. Empty text is the same as none. */
    relationship?: string;
    /** Address in one line. Empty text is the same as none. */
    address?: string;
    /** Street and house number. Empty text is the same as none. */
    street?: string;
    /** Local government area. Empty text is the same as none. */
    localGovernment?: string;
    /** City. Empty text is the same as none. */
    city?: string;
    /** Country. Empty text is the same as none. */
    country?: string;
  };
  /** Locked: it comes from the registry. Sending it is refused. */
  firstName?: unknown;
  /** Locked: it comes from the registry. Sending it is refused. */
  lastName?: unknown;
  /** Locked: it comes from the registry. Sending it is refused. */
  surname?: unknown;
  /** Locked: it comes from the registry. Sending it is refused. */
  otherName?: unknown;
  /** Locked: it comes from the registry. Sending it is refused. */
  businessName?: unknown;
  /** Locked: it comes from the registry. Sending it is refused. */
  dateOfBirth?: unknown;
  /** Locked: it comes from the registry. Sending it is refused. */
  gender?: unknown;
  /** Locked: it comes from the registry. Sending it is refused. */
  bvn?: unknown;
  /** Locked: it comes from the registry. Sending it is refused. */
  nin?: unknown;
  /** Locked: it comes from the registry. Sending it is refused. */
  rcNumber?: unknown;
  /** Locked: it comes from the registry. Sending it is refused. */
  taxId?: unknown;
};

export type UpdateCustomerData = {
  customerId: string;
  /** What differs from before. */
  changed: ('email' | 'phone' | 'salutation' | 'address' | 'nextOfKin')[];
};

export type SetCustomerStatusBody = {
  /** true enables the profile, false disables it. */
  status: boolean;
  /** Why; kept in the audit log. */
  reason: string;
};

export type SetCustomerStatusData = Record<string, never>;

export type ReadCustomerData = {
  customerId: string;
  firstName: string;
  otherName: string | null;
  surname: string;
  email: string | null;
  /** +234 and ten digits. */
  phone: string;
  salutation: string | null;
  /** Male, Female or null. */
  gender: string | null;
  /** YYYY-MM-DDTHH:MM:SS. */
  dateOfBirth: string;
  /** Masked, such as 222*****901, unless the credential has the scope customer:pii. */
  bvn: string;
  /** ISO 3166 alpha-3. */
  nationality: string | null;
  classType: 'INDIVIDUAL' | 'BUSINESS';
  status: 'Active' | 'Inactive';
  /** 1, 2 or 3. Of a person: how many of BVN, NIN and face have passed. Of a company: 1, and 1 more for known owners and for its first director's face. */
  kycTier: string;
  requirements: {
    /** What the present tier asks for and is missing. */
    currentlyDue: {
      requirement: 'address' | 'nin' | 'livePicture' | 'shareholders';
      /** What it is for, and how to give it. */
      why: string;
    }[];
    /** Each of these adds a tier; empty at Tier 3. */
    dueForNextTier: {
      requirement: 'address' | 'nin' | 'livePicture' | 'shareholders';
      /** What it is for, and how to give it. */
      why: string;
    }[];
    /** What was tried last and did not pass. */
    rejected: {
      requirement: 'nin' | 'livePicture';
      /** Outcome of the newest check, as in GET /kyc/checks. */
      reason: string;
      checkId: string;
      /** ISO 8601, UTC. */
      at: string;
    }[];
  };
  /** ISO 8601, UTC, with fractional seconds. */
  dateAdded: string;
  /** Masked in the same way as the BVN; null while none was verified. */
  nin: string | null;
  /** What was not given is null. */
  address: {
    address: string | null;
    street: string | null;
    localGovernment: string | null;
    city: string | null;
    country: string | null;
  };
  /** What was not given is null. */
  nextOfKin: {
    firstname: string | null;
    lastName: string | null;
    gender: string | null;
    email: string | null;
    phone: string | null;
    relationship: string | null;
    address: string | null;
    street: string | null;
    localGovernment: string | null;
    city: string | null;
    country: string | null;
  };
} | {
  customerId: string;
  /** The same as customerId. */
  customerNumber: string;
  firstName: string;
  otherName: string | null;
  surname: string;
  email: string | null;
  /** +234 and ten digits. */
  phone: string;
  salutation: string | null;
  /** Male, Female or null. */
  gender: string | null;
  /** YYYY-MM-DDTHH:MM:SS. */
  dateOfBirth: string;
  /** Masked, such as 222*****901, unless the credential has the scope customer:pii. */
  bvn: string;
  /** ISO 3166 alpha-3. */
  nationality: string | null;
  classType: 'INDIVIDUAL' | 'BUSINESS';
  status: 'Active' | 'Inactive';
  /** 1, 2 or 3. Of a person: how many of BVN, NIN and face have passed. Of a company: 1, and 1 more for known owners and for its first director's face. */
  kycTier: string;
  requirements: {
    /** What the present tier asks for and is missing. */
    currentlyDue: {
      requirement: 'address' | 'nin' | 'livePicture' | 'shareholders';
      /** What it is for, and how to give it. */
      why: string;
    }[];
    /** Each of these adds a tier; empty at Tier 3. */
    dueForNextTier: {
      requirement: 'address' | 'nin' | 'livePicture' | 'shareholders';
      /** What it is for, and how to give it. */
      why: string;
    }[];
    /** What was tried last and did not pass. */
    rejected: {
      requirement: 'nin' | 'livePicture';
      /** Outcome of the newest check, as in GET /kyc/checks. */
      reason: string;
      checkId: string;
      /** ISO 8601, UTC. */
      at: string;
    }[];
  };
  /** ISO 8601, UTC, with fractional seconds. */
  dateAdded: string;
  businessName: string;
  sectorT24Code: string | null;
  industryT24Code: string | null;
  countryOfResidence: string | null;
  /** YYYY-MM-DDTHH:MM:SS. */
  dateOfIncorporation: string;
  taxId: string;
  stateOfResidence: string | null;
  stateOfRegistration: string | null;
  rcNumber: string;
  /** Of the first director, like the other director fields. */
  directorFullName: string;
  directorBvn: string;
  directorIdDocumentType: string | null;
  directorIdDocumentNumber: string | null;
  directorPoliticalAffiliationRelationship: string | null;
  /** Of the first shareholder, like the other shareholder fields; null without one. */
  shareholderShareholderBvn: string | null;
  shareholderPercentShareholder: string | null;
  shareholderIdDocumentType: string | null;
  shareholderIdDocumentNumber: string | null;
  shareholderPoliticalAffiliationRelationship: string | null;
  customerRole: string | null;
  /** What was not given is null. */
  address: {
    address: string | null;
    street: string | null;
    localGovernment: string | null;
    city: string | null;
    country: string | null;
  };
  /** All of them; numbers are masked in the same way. */
  directors: {
    firstName: string;
    lastName: string;
    otherName: string | null;
    bvn: string;
    dateOfBirth: string;
    salutation: string | null;
    gender: 'Male' | 'Female' | null;
    nationality: string | null;
    idDocumentType: string | null;
    idDocumentNumber: string | null;
    politicalAffiliationRelationship: string | null;
  }[];
  shareholders: {
    firstName: string;
    lastName: string;
    otherName: string | null;
    bvn: string;
    dateOfBirth: string;
    salutation: string | null;
    gender: 'Male' | 'Female' | null;
    nationality: string | null;
    idDocumentType: string | null;
    idDocumentNumber: string | null;
    politicalAffiliationRelationship: string | null;
    percentShareholder: string;
  }[];
};

export type CreateBusinessCustomerBody = {
  /** Name as registered. Case, punctuation and a legal form at the end (Limited, PLC) do not count. */
  businessName: unknown & unknown;
  /** Registration number, such as RC123456; BN, IT and LP numbers too. One company has one profile. */
  rcNumber: string;
  /** Tax identification number: 12345678-0001, 10 digits or 13 digits. */
  taxId: string;
  /** Sector. A code of the bank's own tables, 1 to 6 digits. Empty text is the same as none. */
  sectorT24Code?: string;
  /** Industry. A code of the bank's own tables, 1 to 6 digits. Empty text is the same as none. */
  industryT24Code?: string;
  /** YYYY-MM-DD, or a date-time whose time does not count. Not in the future. */
  dateOfIncorporation: string;
  /** ISO 3166 country code, three letters (two are accepted). Empty text is the same as none. */
  countryOfResidence?: string;
  /** State where the company is. Empty text is the same as none. */
  stateOfResidence?: string;
  /** State where it was registered. Empty text is the same as none. */
  stateOfRegistration?: string;
  /** E-mail address. Empty text is the same as none. */
  email?: string;
  /** Nigerian mobile number in any form; read back as +234 and ten digits. OTPs for the company's accounts go here. */
  phone: string;
  /** Where the company is. */
  address?: {
    /** Address in one line. Empty text is the same as none. */
    address?: string;
    /** Street and house number. Empty text is the same as none. */
    street?: string;
    /** Local government area. Empty text is the same as none. */
    localGovernment?: string;
    /** City. Empty text is the same as none. */
    city?: string;
    /** Country. Empty text is the same as none. */
    country?: string;
  };
  /** The first one is the company's contact: its names stand in the flat fields, and its face can raise the tier. */
  directors: {
    /** First name. */
    firstName: unknown & unknown;
    /** Last name. */
    lastName: unknown & unknown;
    /** Other name. Empty text is the same as none. */
    otherName?: string;
    /** Bank verification number, 11 digits. */
    bvn: string;
    /** YYYY-MM-DD, or a date-time whose time does not count. */
    dateOfBirth: string;
    /** Form of address. Empty text is the same as none. */
    salutation?: string;
    /** `Male` or `Female`, any case; M and F too. Empty text is the same as none. */
    gender?: string;
    /** ISO 3166 country code, three letters (two are accepted). Empty text is the same as none. */
    nationality?: string;
    /** Kind of identity document, such as IP (international passport) or DR (driver's licence). Empty text is the same as none. */
    idDocumentType?: string;
    /** Number of the document; masked like the BVN when read back. Empty text is the same as none. */
    idDocumentNumber?: string;
    /** How the person is connected with a politically exposed person, if at all. Empty text is the same as none. */
    politicalAffiliationRelationship?: string;
  }[];
  /** People who hold shares. Those who hold less than 5 % may be left out. */
  shareholders?: {
    /** First name. */
    firstName: unknown & unknown;
    /** Last name. */
    lastName: unknown & unknown;
    /** Other name. Empty text is the same as none. */
    otherName?: string;
    /** Bank verification number, 11 digits. */
    bvn: string;
    /** YYYY-MM-DD, or a date-time whose time does not count. */
    dateOfBirth: string;
    /** Form of address. Empty text is the same as none. */
    salutation?: string;
    /** `Male` or `Female`, any case; M and F too. Empty text is the same as none. */
    gender?: string;
    /** ISO 3166 country code, three letters (two are accepted). Empty text is the same as none. */
    nationality?: string;
    /** Kind of identity document, such as IP (international passport) or DR (driver's licence). Empty text is the same as none. */
    idDocumentType?: string;
    /** Number of the document; masked like the BVN when read back. Empty text is the same as none. */
    idDocumentNumber?: string;
    /** How the person is connected with a politically exposed person, if at all. Empty text is the same as none. */
    politicalAffiliationRelationship?: string;
    /** Share in percent, above 0, at most 100, with at most 4 decimals; a number or a decimal string. All together at most 100. */
    percentShareholder: number | string;
  }[];
};

export type CreateBusinessCustomerData = {
  /** Numeric text, 10 digits. */
  customerId: string;
  /** The same, under the name of the list. */
  customerNumber: string;
};

export type AddDirectorBody = {
  /** First name. */
  firstName: unknown & unknown;
  /** Last name. */
  lastName: unknown & unknown;
  /** Other name. Empty text is the same as none. */
  otherName?: string;
  /** Bank verification number, 11 digits. */
  bvn: string;
  /** YYYY-MM-DD, or a date-time whose time does not count. */
  dateOfBirth: string;
  /** Form of address. Empty text is the same as none. */
  salutation?: string;
  /** `Male` or `Female`, any case; M and F too. Empty text is the same as none. */
  gender?: string;
  /** ISO 3166 country code, three letters (two are accepted). Empty text is the same as none. */
  nationality?: string;
  /** Kind of identity document, such as IP (international passport) or DR (driver's licence). Empty text is the same as none. */
  idDocumentType?: string;
  /** Number of the document; masked like the BVN when read back. Empty text is the same as none. */
  idDocumentNumber?: string;
  /** How the person is connected with a politically exposed person, if at all. Empty text is the same as none. */
  politicalAffiliationRelationship?: string;
};

export type AddDirectorData = {
  /** Names the person in this list of this company. */
  personId: string;
  role: 'director' | 'shareholder';
  /** Of the company, from now on. */
  kycTier: string;
};

export type AddShareholderBody = {
  /** First name. */
  firstName: unknown & unknown;
  /** Last name. */
  lastName: unknown & unknown;
  /** Other name. Empty text is the same as none. */
  otherName?: string;
  /** Bank verification number, 11 digits. */
  bvn: string;
  /** YYYY-MM-DD, or a date-time whose time does not count. */
  dateOfBirth: string;
  /** Form of address. Empty text is the same as none. */
  salutation?: string;
  /** `Male` or `Female`, any case; M and F too. Empty text is the same as none. */
  gender?: string;
  /** ISO 3166 country code, three letters (two are accepted). Empty text is the same as none. */
  nationality?: string;
  /** Kind of identity document, such as IP (international passport) or DR (driver's licence). Empty text is the same as none. */
  idDocumentType?: string;
  /** Number of the document; masked like the BVN when read back. Empty text is the same as none. */
  idDocumentNumber?: string;
  /** How the person is connected with a politically exposed person, if at all. Empty text is the same as none. */
  politicalAffiliationRelationship?: string;
  /** Share in percent, above 0, at most 100, with at most 4 decimals; a number or a decimal string. All together at most 100. */
  percentShareholder: number | string;
};

export type AddShareholderData = {
  /** Names the person in this list of this company. */
  personId: string;
  role: 'director' | 'shareholder';
  /** Of the company, from now on. */
  kycTier: string;
};

export type ReadCompanyPeopleData = {
  /** The first one is the company's contact. */
  directors: {
    firstName: string;
    lastName: string;
    otherName: string | null;
    bvn: string;
    dateOfBirth: string;
    salutation: string | null;
    gender: 'Male' | 'Female' | null;
    nationality: string | null;
    idDocumentType: string | null;
    idDocumentNumber: string | null;
    politicalAffiliationRelationship: string | null;
    /** Names the person in this list of this company. */
    personId: string;
  }[];
  shareholders: {
    firstName: string;
    lastName: string;
    otherName: string | null;
    bvn: string;
    dateOfBirth: string;
    salutation: string | null;
    gender: 'Male' | 'Female' | null;
    nationality: string | null;
    idDocumentType: string | null;
    idDocumentNumber: string | null;
    politicalAffiliationRelationship: string | null;
    percentShareholder: string;
    /** Names the person in this list of this company. */
    personId: string;
  }[];
  /** The last removed first, 200 at most. */
  former: {
    role: 'director' | 'shareholder';
    firstName: string;
    lastName: string;
    otherName: string | null;
    bvn: string;
    dateOfBirth: string;
    salutation: string | null;
    gender: 'Male' | 'Female' | null;
    nationality: string | null;
    idDocumentType: string | null;
    idDocumentNumber: string | null;
    politicalAffiliationRelationship: string | null;
    percentShareholder: string | null;
    removedAt: string;
    reason: string;
    /** Names the person in this list of this company. */
    personId: string;
  }[];
};

export type RemoveCompanyPersonQuery = {
  /** Why; kept with the person and in the audit log. */
  reason: string;
};

export type RemoveCompanyPersonData = {
  /** Names the person in this list of this company. */
  personId: string;
  role: 'director' | 'shareholder';
  /** Of the company, from now on. */
  kycTier: string;
};

export type RaiseCustomerTierBody = {
  /** National identification number, 11 digits. Exactly one of nin and livePicture. */
  nin?: string;
  /** Picture of the customer, JPEG, PNG or WebP as base64 or a data: URI; at most 5 MB and 25 megapixels. Exactly one of nin and livePicture. */
  livePicture?: string;
};

export type RaiseCustomerTierData = {
  customerId: string;
  /** The tier now: 1, 2 or 3. */
  kycTier: string;
};

export type RetryKycCheckBody = {
  /** Bank verification number, 11 digits. */
  bvn?: string;
  /** National identification number, 11 digits. */
  nin?: string;
  /** First name. */
  firstName?: unknown & unknown;
  /** Last name. */
  lastName?: unknown & unknown;
  /** Other name; empty text is the same as none. */
  otherName?: unknown & unknown | '';
  /** Date of birth, YYYY-MM-DD. `dob` and `dateOfBirth` mean the same; send one of them. */
  dob?: string;
  /** Date of birth, YYYY-MM-DD. `dob` and `dateOfBirth` mean the same; send one of them. */
  dateOfBirth?: string;
  /** The customer the check is about. The check then counts among the customer's, in lists, export and erasure; it adds no tier. */
  customerId?: string;
  /** DR: driver's licence. IP: international passport. */
  docType?: 'DR' | 'IP';
  /** Picture of the document. JPEG, PNG or WebP as base64 or a data: URI; at most 5 MB and 25 megapixels. */
  docImage?: string;
  /** Number of the document. */
  documentNumber?: string;
  /** Picture of the holder; when it is sent, it is compared with the photo on the document. JPEG, PNG or WebP as base64 or a data: URI; at most 5 MB and 25 megapixels. */
  selfieImage?: string;
  /** The number to look up: of the kind that `channel` names. */
  number?: string;
  /** What kind of number `number` is: TIN (tax number), CAC (company registration number) or PHONE; any case. */
  channel?: string;
  /** Of a customer's face check: a new picture of the customer. JPEG, PNG or WebP as base64 or a data: URI; at most 5 MB and 25 megapixels. */
  livePicture?: string;
};

export type RetryKycCheckData = {
  /** Of a customer's check. */
  customerId?: string;
  /** Of a customer's check: the tier now. */
  kycTier?: string;
};

export type ListCustomersQuery = {
  /** Page number, from 1. Required, but for an export. */
  page?: number;
  /** Records on a page, 1 to 100. Required, but for an export. */
  pageSize?: number;
  /** Profiles with this status only. */
  status?: 'Active' | 'Inactive';
  /** Profiles of this class only. */
  classType?: 'INDIVIDUAL' | 'BUSINESS';
  /** Profiles of this tier only. */
  kycTier?: '1' | '2' | '3';
  /** Beginnings of words of the names or the e-mail address, in any order and without regard to case and accents; or a whole customerId, or a whole phone number. */
  search?: string;
  /** Profiles created then or later. A day (YYYY-MM-DD, Lagos) or an ISO 8601 time. */
  createdFrom?: string;
  /** Profiles created then or earlier; a day counts whole. A day (YYYY-MM-DD, Lagos) or an ISO 8601 time. */
  createdTo?: string;
};

export type ListCustomersItem = {
  customerId: string;
  firstName: string;
  otherName: string | null;
  surname: string;
  email: string | null;
  /** +234 and ten digits. */
  phone: string;
  salutation: string | null;
  /** Male, Female or null. */
  gender: string | null;
  /** YYYY-MM-DDTHH:MM:SS. */
  dateOfBirth: string;
  /** Masked, such as 222*****901, unless the credential has the scope customer:pii. */
  bvn: string;
  /** ISO 3166 alpha-3. */
  nationality: string | null;
  classType: 'INDIVIDUAL' | 'BUSINESS';
  status: 'Active' | 'Inactive';
  /** 1, 2 or 3. Of a person: how many of BVN, NIN and face have passed. Of a company: 1, and 1 more for known owners and for its first director's face. */
  kycTier: string;
  requirements: {
    /** What the present tier asks for and is missing. */
    currentlyDue: {
      requirement: 'address' | 'nin' | 'livePicture' | 'shareholders';
      /** What it is for, and how to give it. */
      why: string;
    }[];
    /** Each of these adds a tier; empty at Tier 3. */
    dueForNextTier: {
      requirement: 'address' | 'nin' | 'livePicture' | 'shareholders';
      /** What it is for, and how to give it. */
      why: string;
    }[];
    /** What was tried last and did not pass. */
    rejected: {
      requirement: 'nin' | 'livePicture';
      /** Outcome of the newest check, as in GET /kyc/checks. */
      reason: string;
      checkId: string;
      /** ISO 8601, UTC. */
      at: string;
    }[];
  };
  /** ISO 8601, UTC, with fractional seconds. */
  dateAdded: string;
  /** Masked in the same way as the BVN; null while none was verified. */
  nin: string | null;
  /** What was not given is null. */
  address: {
    address: string | null;
    street: string | null;
    localGovernment: string | null;
    city: string | null;
    country: string | null;
  };
  /** What was not given is null. */
  nextOfKin: {
    firstname: string | null;
    lastName: string | null;
    gender: string | null;
    email: string | null;
    phone: string | null;
    relationship: string | null;
    address: string | null;
    street: string | null;
    localGovernment: string | null;
    city: string | null;
    country: string | null;
  };
} | {
  customerNumber: string;
  firstName: string;
  otherName: string | null;
  surname: string;
  email: string | null;
  /** +234 and ten digits. */
  phone: string;
  salutation: string | null;
  /** Male, Female or null. */
  gender: string | null;
  /** YYYY-MM-DDTHH:MM:SS. */
  dateOfBirth: string;
  /** Masked, such as 222*****901, unless the credential has the scope customer:pii. */
  bvn: string;
  /** ISO 3166 alpha-3. */
  nationality: string | null;
  classType: 'INDIVIDUAL' | 'BUSINESS';
  status: 'Active' | 'Inactive';
  /** 1, 2 or 3. Of a person: how many of BVN, NIN and face have passed. Of a company: 1, and 1 more for known owners and for its first director's face. */
  kycTier: string;
  requirements: {
    /** What the present tier asks for and is missing. */
    currentlyDue: {
      requirement: 'address' | 'nin' | 'livePicture' | 'shareholders';
      /** What it is for, and how to give it. */
      why: string;
    }[];
    /** Each of these adds a tier; empty at Tier 3. */
    dueForNextTier: {
      requirement: 'address' | 'nin' | 'livePicture' | 'shareholders';
      /** What it is for, and how to give it. */
      why: string;
    }[];
    /** What was tried last and did not pass. */
    rejected: {
      requirement: 'nin' | 'livePicture';
      /** Outcome of the newest check, as in GET /kyc/checks. */
      reason: string;
      checkId: string;
      /** ISO 8601, UTC. */
      at: string;
    }[];
  };
  /** ISO 8601, UTC, with fractional seconds. */
  dateAdded: string;
  businessName: string;
  sectorT24Code: string | null;
  industryT24Code: string | null;
  countryOfResidence: string | null;
  /** YYYY-MM-DDTHH:MM:SS. */
  dateOfIncorporation: string;
  taxId: string;
  stateOfResidence: string | null;
  stateOfRegistration: string | null;
  rcNumber: string;
  /** Of the first director, like the other director fields. */
  directorFullName: string;
  directorBvn: string;
  directorIdDocumentType: string | null;
  directorIdDocumentNumber: string | null;
  directorPoliticalAffiliationRelationship: string | null;
  /** Of the first shareholder, like the other shareholder fields; null without one. */
  shareholderShareholderBvn: string | null;
  shareholderPercentShareholder: string | null;
  shareholderIdDocumentType: string | null;
  shareholderIdDocumentNumber: string | null;
  shareholderPoliticalAffiliationRelationship: string | null;
  customerRole: string | null;
  /** What was not given is null. */
  address: {
    address: string | null;
    street: string | null;
    localGovernment: string | null;
    city: string | null;
    country: string | null;
  };
  /** All of them; numbers are masked in the same way. */
  directors: {
    firstName: string;
    lastName: string;
    otherName: string | null;
    bvn: string;
    dateOfBirth: string;
    salutation: string | null;
    gender: 'Male' | 'Female' | null;
    nationality: string | null;
    idDocumentType: string | null;
    idDocumentNumber: string | null;
    politicalAffiliationRelationship: string | null;
  }[];
  shareholders: {
    firstName: string;
    lastName: string;
    otherName: string | null;
    bvn: string;
    dateOfBirth: string;
    salutation: string | null;
    gender: 'Male' | 'Female' | null;
    nationality: string | null;
    idDocumentType: string | null;
    idDocumentNumber: string | null;
    politicalAffiliationRelationship: string | null;
    percentShareholder: string;
  }[];
};

export type ValidateBvnBody = {
  /** Bank verification number, 11 digits. */
  bvn: string;
  /** First name. */
  firstName: unknown & unknown;
  /** Last name. */
  lastName: unknown & unknown;
  /** Other name; empty text is the same as none. */
  otherName?: unknown & unknown | '';
  /** Date of birth, YYYY-MM-DD. `dob` and `dateOfBirth` mean the same; send one of them. */
  dob?: string;
  /** Date of birth, YYYY-MM-DD. `dob` and `dateOfBirth` mean the same; send one of them. */
  dateOfBirth?: string;
  /** The customer the check is about. The check then counts among the customer's, in lists, export and erasure; it adds no tier. */
  customerId?: string;
};

export type ValidateBvnQuery = {
  /** `match`: also say, field by field, whether what was sent is what the registry holds; never what it holds. */
  include?: 'match';
};

export type ValidateBvnData = {
  /** Only with include=match. */
  match?: Record<string, boolean | null>;
};

export type ValidateNinBody = {
  /** National identification number, 11 digits. */
  nin: string;
  /** First name. */
  firstName: unknown & unknown;
  /** Last name. */
  lastName: unknown & unknown;
  /** Other name; empty text is the same as none. */
  otherName?: unknown & unknown | '';
  /** Date of birth, YYYY-MM-DD. `dob` and `dateOfBirth` mean the same; send one of them. */
  dob?: string;
  /** Date of birth, YYYY-MM-DD. `dob` and `dateOfBirth` mean the same; send one of them. */
  dateOfBirth?: string;
  /** The customer the check is about. The check then counts among the customer's, in lists, export and erasure; it adds no tier. */
  customerId?: string;
};

export type ValidateNinQuery = {
  /** `match`: also say, field by field, whether what was sent is what the registry holds; never what it holds. */
  include?: 'match';
};

export type ValidateNinData = {
  /** Only with include=match. */
  match?: Record<string, boolean | null>;
};

export type ValidateBvnNinBody = {
  /** Bank verification number, 11 digits. */
  bvn: string;
  /** National identification number, 11 digits. */
  nin: string;
  /** First name. */
  firstName: unknown & unknown;
  /** Last name. */
  lastName: unknown & unknown;
  /** Other name; empty text is the same as none. */
  otherName?: unknown & unknown | '';
  /** Date of birth, YYYY-MM-DD. `dob` and `dateOfBirth` mean the same; send one of them. */
  dob?: string;
  /** Date of birth, YYYY-MM-DD. `dob` and `dateOfBirth` mean the same; send one of them. */
  dateOfBirth?: string;
  /** The customer the check is about. The check then counts among the customer's, in lists, export and erasure; it adds no tier. */
  customerId?: string;
};

export type ValidateBvnNinQuery = {
  /** `match`: also say, field by field, whether what was sent is what the registry holds; never what it holds. */
  include?: 'match';
};

export type ValidateBvnNinData = {
  /** Only with include=match. */
  match?: Record<string, boolean | null>;
};

export type VerifyDocumentBody = {
  /** DR: driver's licence. IP: international passport. */
  docType: 'DR' | 'IP';
  /** Picture of the document. JPEG, PNG or WebP as base64 or a data: URI; at most 5 MB and 25 megapixels. */
  docImage: string;
  /** Number of the document. */
  documentNumber: string;
  /** Picture of the holder; when it is sent, it is compared with the photo on the document. JPEG, PNG or WebP as base64 or a data: URI; at most 5 MB and 25 megapixels. */
  selfieImage?: string;
  /** The customer the check is about. The check then counts among the customer's, in lists, export and erasure; it adds no tier. */
  customerId?: string;
};

export type VerifyDocumentData = Record<string, never>;

export type VerifyTinBody = {
  /** The number to look up: of the kind that `channel` names. */
  number: string;
  /** What kind of number `number` is: TIN (tax number), CAC (company registration number) or PHONE; any case. */
  channel: string;
  /** The customer the check is about. The check then counts among the customer's, in lists, export and erasure; it adds no tier. */
  customerId?: string;
};

export type VerifyTinData = Record<string, never>;

export type ListKycChecksQuery = {
  /** Page number, from 1. */
  page?: number;
  /** Records on a page, 1 to 100. */
  pageSize?: number;
  /** Checks of this customer only. */
  customerId?: string;
  /** Checks of this kind only. */
  kind?: 'bvn' | 'nin' | 'bvn_nin' | 'face' | 'document' | 'document_face' | 'tin';
  /** Checks that ended so only. */
  outcome?: 'passed' | 'record_not_found' | 'name_mismatch' | 'name_partial_match' | 'dob_mismatch' | 'bvn_nin_mismatch' | 'blocked' | 'face_mismatch' | 'no_face_detected' | 'document_mismatch' | 'document_unreadable' | 'provider_unavailable' | 'review';
  /** Checks made then or later. A day (YYYY-MM-DD, Lagos) or an ISO 8601 time. */
  from?: string;
  /** Checks made then or earlier; a day counts whole. A day (YYYY-MM-DD, Lagos) or an ISO 8601 time. */
  to?: string;
};

export type ListKycChecksItem = {
  checkId: string;
  /** The customer it was made for, or whom its caller named; null when it was made for nobody in particular. */
  customerId: string | null;
  kind: 'bvn' | 'nin' | 'bvn_nin' | 'face' | 'document' | 'document_face' | 'tin';
  /** `passed`; `review` where a person must decide; or the code of the first reason against it. */
  outcome: 'passed' | 'record_not_found' | 'name_mismatch' | 'name_partial_match' | 'dob_mismatch' | 'bvn_nin_mismatch' | 'blocked' | 'face_mismatch' | 'no_face_detected' | 'document_mismatch' | 'document_unreadable' | 'provider_unavailable' | 'review';
  /** What was compared: true equal, false different, null not asked. */
  fields: Record<string, boolean | null>;
  /** 0 to 100. */
  score: number | null;
  /** The score that would have passed. */
  threshold: number | null;
  provider: string;
  providerReference: string | null;
  /** Your reference of the consent, as it came in X-Consent. */
  consent: string | null;
  /** Of outcome `review`: whether people have decided, and how. */
  review: {
    status: 'pending' | 'passed' | 'failed';
    /** ISO 8601, UTC. */
    decidedAt: string | null;
  } | null;
  /** Checks of other documents that seem to show the same face, or are the same picture: an alarm for people, and no reason against anybody. */
  duplicateOf: string[];
  /** The check that this one tried again. */
  retryOf: string | null;
  /** Of documents read on this machine: how each check went. Never what was read. Null for other checks. */
  reading: {
    verdict: 'pass' | 'review' | 'fail';
    checks: {
      id: 'image_readable' | 'mrz_present' | 'mrz_document_number' | 'mrz_birth_date' | 'mrz_expiry_date' | 'mrz_personal_number' | 'mrz_composite' | 'mrz_unrepaired' | 'mrz_state_known' | 'not_expired' | 'number_in_mrz' | 'number_printed' | 'expiry_printed' | 'face_in_document' | 'selfie_readable' | 'face_in_selfie' | 'face_match' | 'selfie_is_another_photo';
      status: 'pass' | 'review' | 'fail' | 'not_readable';
      score?: number;
    }[];
    /** Versions and thresholds that judged. */
    engine: Record<string, string | number>;
  } | null;
  /** The credential that asked. */
  credentialId: string;
  requestId: string;
  /** ISO 8601, UTC. */
  createdAt: string;
};

export type ReadKycCheckData = {
  checkId: string;
  /** The customer it was made for, or whom its caller named; null when it was made for nobody in particular. */
  customerId: string | null;
  kind: 'bvn' | 'nin' | 'bvn_nin' | 'face' | 'document' | 'document_face' | 'tin';
  /** `passed`; `review` where a person must decide; or the code of the first reason against it. */
  outcome: 'passed' | 'record_not_found' | 'name_mismatch' | 'name_partial_match' | 'dob_mismatch' | 'bvn_nin_mismatch' | 'blocked' | 'face_mismatch' | 'no_face_detected' | 'document_mismatch' | 'document_unreadable' | 'provider_unavailable' | 'review';
  /** What was compared: true equal, false different, null not asked. */
  fields: Record<string, boolean | null>;
  /** 0 to 100. */
  score: number | null;
  /** The score that would have passed. */
  threshold: number | null;
  provider: string;
  providerReference: string | null;
  /** Your reference of the consent, as it came in X-Consent. */
  consent: string | null;
  /** Of outcome `review`: whether people have decided, and how. */
  review: {
    status: 'pending' | 'passed' | 'failed';
    /** ISO 8601, UTC. */
    decidedAt: string | null;
  } | null;
  /** Checks of other documents that seem to show the same face, or are the same picture: an alarm for people, and no reason against anybody. */
  duplicateOf: string[];
  /** The check that this one tried again. */
  retryOf: string | null;
  /** Of documents read on this machine: how each check went. Never what was read. Null for other checks. */
  reading: {
    verdict: 'pass' | 'review' | 'fail';
    checks: {
      id: 'image_readable' | 'mrz_present' | 'mrz_document_number' | 'mrz_birth_date' | 'mrz_expiry_date' | 'mrz_personal_number' | 'mrz_composite' | 'mrz_unrepaired' | 'mrz_state_known' | 'not_expired' | 'number_in_mrz' | 'number_printed' | 'expiry_printed' | 'face_in_document' | 'selfie_readable' | 'face_in_selfie' | 'face_match' | 'selfie_is_another_photo';
      status: 'pass' | 'review' | 'fail' | 'not_readable';
      score?: number;
    }[];
    /** Versions and thresholds that judged. */
    engine: Record<string, string | number>;
  } | null;
  /** The credential that asked. */
  credentialId: string;
  requestId: string;
  /** ISO 8601, UTC. */
  createdAt: string;
};

export type CreatePersonalAccountBody = {
  /** The customer the account is generated for. */
  customerId: string;
  /** savings, or current (needs Tier 2). */
  type?: 'savings' | 'current';
};

export type CreatePersonalAccountData = {
  /** NUBAN of the operator's bank. */
  accountNumber: string;
  accountName: string;
  type: 'savings' | 'current' | 'collection' | 'virtual';
  /** NIP code of the operator's bank. */
  bankCode: string;
  bankName: string;
};

export type CreateCollectionAccountBody = {
  /** Name of the account. */
  name: string;
  /** Nigerian phone number that receives the OTPs of this account. */
  phone: string;
};

export type CreateCollectionAccountData = {
  /** NUBAN of the operator's bank. */
  accountNumber: string;
  accountName: string;
  type: 'savings' | 'current' | 'collection' | 'virtual';
  /** NIP code of the operator's bank. */
  bankCode: string;
  bankName: string;
};

export type CreateVirtualAccountBody = {
  /** Shown to who pays. */
  name: string;
  /** Seconds of life, from 600 to a year. Send this or expDate. */
  expTime?: number | string;
  /** End of life: a date-time with its offset, or a day, which counts to its end in Lagos. */
  expDate?: string;
  /** A collection account of yours, which is credited; the one you opened first unless named. */
  settlesTo?: string;
};

export type CreateVirtualAccountData = {
  /** NUBAN of the operator's bank. */
  accountNumber: string;
  accountName: string;
  type: 'savings' | 'current' | 'collection' | 'virtual';
  /** NIP code of the operator's bank. */
  bankCode: string;
  bankName: string;
  settlesTo: string;
  /** Credits are refused from then on. */
  expiresAt: string;
};

export type GetAccountQuery = {
  /** A moment in the past, as date-time with its offset: `balanceAsOf` tells what was booked, held and available then. */
  asOf?: string;
};

export type GetAccountData = {
  accountNumber: string;
  accountName: string;
  type: 'savings' | 'current' | 'collection' | 'virtual';
  customerId: string | null;
  currency: 'NGN';
  bankCode: string;
  bankName: string;
  restriction: 'none' | 'no_debit' | 'no_credit' | 'no_debit_no_credit';
  restrictionReason: string | null;
  /** Naira that liens keep from being spent; already taken from available. */
  liens: number;
  /** Of a virtual account: where its money is credited. */
  settlesTo: string | null;
  /** Of a virtual account: credits are refused from then on. */
  expiresAt: string | null;
  balances: {
    /** Naira booked. */
    ledger: number;
    /** Naira that can be spent: ledger less held and liens, never below 0. */
    available: number;
    /** Naira held for transfers on their way. */
    held: number;
  };
  /** Naira of available balance below which `account.low_balance` is sent; null: never. */
  lowBalance: number | null;
  /** The same just before the moment asked for; null when none was. */
  balanceAsOf: {
    at: string;
    /** Naira booked. */
    ledger: number;
    /** Naira that can be spent: ledger less held and liens, never below 0. */
    available: number;
    /** Naira held for transfers on their way. */
    held: number;
    /** Naira that liens kept from being spent. */
    liens: number;
  } | null;
  dateAdded: string;
};

export type RestrictAccountBody = {
  /** What the account may not do; none lifts the restriction. */
  restriction: 'none' | 'no_debit' | 'no_credit' | 'no_debit_no_credit';
  /** Why; kept in the audit log. */
  reason: string;
};

export type RestrictAccountData = Record<string, never>;

export type ListAccountsQuery = {
  /** Page number, from 1. */
  page?: number;
  /** Records on a page, 1 to 100. */
  pageSize?: number;
  customerId?: string;
  type?: 'savings' | 'current' | 'collection' | 'virtual';
};

export type ListAccountsItem = {
  accountNumber: string;
  accountName: string;
  type: 'savings' | 'current' | 'collection' | 'virtual';
  customerId: string | null;
  currency: 'NGN';
  bankCode: string;
  bankName: string;
  restriction: 'none' | 'no_debit' | 'no_credit' | 'no_debit_no_credit';
  restrictionReason: string | null;
  /** Naira that liens keep from being spent; already taken from available. */
  liens: number;
  /** Of a virtual account: where its money is credited. */
  settlesTo: string | null;
  /** Of a virtual account: credits are refused from then on. */
  expiresAt: string | null;
  balances: {
    /** Naira booked. */
    ledger: number;
    /** Naira that can be spent: ledger less held and liens, never below 0. */
    available: number;
    /** Naira held for transfers on their way. */
    held: number;
  };
  /** Naira of available balance below which `account.low_balance` is sent; null: never. */
  lowBalance: number | null;
  /** The same just before the moment asked for; null when none was. */
  balanceAsOf: {
    at: string;
    /** Naira booked. */
    ledger: number;
    /** Naira that can be spent: ledger less held and liens, never below 0. */
    available: number;
    /** Naira held for transfers on their way. */
    held: number;
    /** Naira that liens kept from being spent. */
    liens: number;
  } | null;
  dateAdded: string;
};

export type ListRestrictionsQuery = {
  /** Page number, from 1. */
  page?: number;
  /** Records on a page, 1 to 100. */
  pageSize?: number;
};

export type ListRestrictionsItem = {
  id: string;
  at: string;
  kind: 'RESTRICTION' | 'LIEN_PLACED' | 'LIEN_RELEASED' | 'DORMANT';
  /** Credential, or the worker. */
  actor: string;
  reason: string | null;
  /** What holds since then. */
  restriction: string | null;
  previousRestriction: string | null;
  lienId: string | null;
  /** Naira of the lien. */
  amount: number | null;
};

export type SetLowBalanceBody = {
  /** Naira, greater than 0, at most 2 decimals; null: tell nothing. */
  threshold: number | string | null;
};

export type SetLowBalanceData = {
  accountNumber: string;
  threshold: number | null;
};

export type PlaceLienBody = {
  /** Naira, greater than 0, at most 2 decimals; may exceed the balance. */
  amount: number | string;
  /** Why; kept in the history. */
  reason: string;
};

export type PlaceLienData = {
  lienId: string;
  accountNumber: string;
  amount: number;
  reason: string;
};

export type ReleaseLienQuery = {
  /** Why; kept in the history. */
  reason?: string;
};

export type ReleaseLienData = Record<string, never>;

export type ReadStatementBody = {
  /** NUBAN, 10 digits. */
  accountNumber: string;
  /** First day, in Lagos. */
  startDate: string;
  /** Last day, in Lagos; it counts too. */
  endDate: string;
  /** Page number, from 1; of JSON alone. */
  page?: number;
  /** Entries on a page, 1 to 100; of JSON alone. */
  pageSize?: number;
};

export type ReadStatementData = {
  accountNumber: string;
  accountName: string;
  currency: 'NGN';
  startDate: string;
  endDate: string;
  /** Naira booked before the first day. */
  openingBalance: number;
  /** Opening balance, plus credits, less debits. */
  closingBalance: number;
  totalCredits: number;
  totalDebits: number;
  transactions: {
    id: string;
    at: string;
    /** Day in Lagos. */
    valueDate: string;
    type: 'CREDIT' | 'DEBIT';
    amount: number;
    /** Naira booked after this entry. */
    balance: number;
    narration: string;
    /** Who paid or was paid, where known. */
    counterparty: string | null;
    /** transactionId, or session id of an inbound credit. */
    reference: string;
    /** NIP session id. */
    sessionId: string | null;
    code: 'transfer' | 'fee' | 'vat' | 'duty' | 'credit' | 'return' | 'correction';
  }[];
};

export type EnquireNameBody = {
  /** NUBAN, 10 digits. */
  accountNumber: string;
  /** NIP, CBN or alias code of the bank; see GET /transfer/banks. */
  bankCode: string;
  /** A customer, in whose list of beneficiaries the account found is saved. */
  customerId?: string;
};

export type EnquireNameData = {
  /** 30 digits; send it as nameEnquirySessionId within 15 minutes, once. */
  sessionId: string;
  accountName: string;
  accountNumber: string;
  /** Name of the bank. */
  bank: string;
  /** NIP code of the bank. */
  bankCode: string;
};

export type InitiateCustomerTransferBody = {
  /** Owner of the source account. */
  customerId: string;
  /** Name of the owner of the source account. */
  sourceAccountName: string;
  /** An account generated for this customer. */
  sourceAccountNumber: string;
  /** sessionId of the name enquiry of this beneficiary. */
  nameEnquirySessionId: string;
  /** As the name enquiry answered. */
  beneficiaryAccountName: string;
  /** NUBAN, 10 digits. */
  beneficiaryAccountNumber: string;
  /** NIP, CBN or alias code of the bank; see GET /transfer/banks. */
  beneficiaryBankCode: string;
  /** Naira, greater than 0, at most 2 decimals; a number or a decimal string. */
  amount: number | string;
  /** Shown to both sides. */
  narration?: string;
  /** When to start, at least 1 minute and at most 366 days ahead; left out, the transfer starts with its OTP. */
  scheduledFor?: string;
};

export type InitiateCustomerTransferData = {
  amount: number;
  beneficiaryAccountName: string;
  beneficiaryAccountNumber: string;
  beneficiaryBankCode: string;
  narration: string;
  transactionId: string;
  /** When it starts; for a scheduled transfer only. */
  scheduledFor?: string;
  /** Reference of the OTP that was sent, in the reference's spelling. */
  otpReferneceId: string;
  /** The same. */
  otpReferenceId: string;
};

export type InitiateCollectionTransferBody = {
  /** A collection account of yours. */
  sourceAccountNumber: string;
  /** sessionId of the name enquiry of this beneficiary. */
  nameEnquirySessionId: string;
  /** As the name enquiry answered. */
  beneficiaryAccountName: string;
  /** NUBAN, 10 digits. */
  beneficiaryAccountNumber: string;
  /** NIP, CBN or alias code of the bank; see GET /transfer/banks. */
  beneficiaryBankCode: string;
  /** Naira, greater than 0, at most 2 decimals; a number or a decimal string. */
  amount: number | string;
  /** Shown to both sides. */
  narration?: string;
  /** When to start, at least 1 minute and at most 366 days ahead; left out, the transfer starts with its OTP. */
  scheduledFor?: string;
};

export type InitiateCollectionTransferData = {
  amount: number;
  beneficiaryAccountName: string;
  beneficiaryAccountNumber: string;
  beneficiaryBankCode: string;
  narration: string;
  transactionId: string;
  /** When it starts; for a scheduled transfer only. */
  scheduledFor?: string;
  /** Reference of the OTP that was sent, in the reference's spelling. */
  otpReferneceId: string;
  /** The same. */
  otpReferenceId: string;
};

export type ValidateTransferBody = {
  /** The transactionId of the initiation. */
  transactionId: string;
  /** The otpReferenceId of the initiation (the spelling otpReferneceId is accepted too). */
  otpReferenceId?: string;
  /** The otpReferenceId of the initiation (the spelling otpReferneceId is accepted too). */
  otpReferneceId?: string;
  /** The 6 digits of the message. On the sandbox 123456 also passes. */
  otp?: string;
  /** The 6 digits of the message. On the sandbox 123456 also passes. */
  OTP?: string;
};

export type ValidateTransferData = {
  amount: number;
  beneficiaryAccountName: string;
  beneficiaryAccountNumber: string;
  beneficiaryBankCode: string;
  narration: string;
  transactionId: string;
  /** When it starts; for a scheduled transfer only. */
  scheduledFor?: string;
};

export type ResendTransferOtpBody = {
  /** The transactionId of the initiation. */
  transactionId: string;
};

export type ResendTransferOtpData = {
  transactionId: string;
  otpReferneceId: string;
  otpReferenceId: string;
  /** Seconds of life, as text. */
  expTime: string;
};

export type CancelTransferBody = {
  /** The transactionId of the initiation. */
  transactionId: string;
};

export type CancelTransferData = {
  status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';
  transactionId: string;
  stage: 'awaiting_otp' | 'scheduled' | 'expired' | 'cancelled' | 'processing' | 'confirming' | 'review' | 'completed' | 'failed' | 'reversed';
  /** False while the result is not final. */
  conclusive: boolean;
  /** True when the same payment can be initiated anew without paying twice. */
  safeToRetry: boolean;
  /** When asking again is worth it; null when nothing will change. */
  nextCheckAt: string | null;
  /** NIP session id at the other bank. */
  sessionId: string | null;
  /** The rail's code. */
  responseCode: string | null;
  /** Why it failed or came back. */
  reason: string | null;
  amount: number;
  fee: number;
  vat: number;
  stampDuty: number;
  currency: 'NGN';
  /** When a scheduled transfer starts, at the earliest. */
  scheduledFor: string | null;
  initiatedAt: string;
  authorizedAt: string | null;
  sentAt: string | null;
  completedAt: string | null;
  reversedAt: string | null;
};

export type PreflightTransferBody = {
  /** An account of yours or of your customers. */
  sourceAccountNumber: string;
  /** NUBAN, 10 digits. */
  beneficiaryAccountNumber: string;
  /** NIP, CBN or alias code of the bank; see GET /transfer/banks. */
  beneficiaryBankCode: string;
  /** Naira, greater than 0, at most 2 decimals; a number or a decimal string. */
  amount: number | string;
  /** sessionId of the name enquiry of this beneficiary. */
  nameEnquirySessionId?: string;
  /** As in the initiation. Funds and what the day has used are then left out: they are decided when the transfer starts. */
  scheduledFor?: string;
};

export type PreflightTransferData = {
  /** Would the transfer be accepted now? */
  allowed: boolean;
  amount: number;
  fee: number;
  vat: number;
  stampDuty: number;
  /** What would leave the source account. */
  total: number;
  available: number;
  /** From the name enquiry, when one was named. */
  beneficiaryAccountName: string | null;
  bank: string;
  otpRequired: boolean;
  /** How the beneficiary's bank answered you of late. */
  availability: {
    /** unavailable: at least 3 failures and 4 of 5 failed; degraded: 1 of 5 failed; unknown: you asked nobody there. */
    status: 'available' | 'degraded' | 'unavailable' | 'unknown';
    /** Definite answers since `since`, refusals too. */
    answered: number;
    /** Silences, and refusals because the bank could not be reached. */
    failed: number;
    /** From when they are counted: the last 5 minutes where they hold at least 3, else the last 15. */
    since: string | null;
    /** Of the last hour. */
    lastAnsweredAt: string | null;
  };
  /** Whether the rail's last list of institutions has the bank; null: there is no list. A hint: such lists are often short, and nothing is refused for it. */
  reachable: boolean | null;
  /** What may delay it, and refuses nothing. */
  warnings: {
    code: string;
    message: string;
    fix: string;
  }[];
  limits: {
    name: 'per_transfer' | 'rail_per_transfer' | 'new_beneficiary' | 'per_day' | 'per_day_transfers';
    /** Naira, or a number of transfers. */
    limit: number;
    used: number;
    remaining: number;
    /** When the day ends in Lagos; null for limits of one transfer. */
    resetsAt: string | null;
  }[];
  /** Version of the limit policy. */
  policy: string;
  /** What would refuse it, each with its fix. */
  problems: {
    code: string;
    message: string;
    fix: string;
    field: string | null;
    details: Record<string, unknown>;
  }[];
};

export type GetTransferStatusData = {
  status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';
  transactionId: string;
  stage: 'awaiting_otp' | 'scheduled' | 'expired' | 'cancelled' | 'processing' | 'confirming' | 'review' | 'completed' | 'failed' | 'reversed';
  /** False while the result is not final. */
  conclusive: boolean;
  /** True when the same payment can be initiated anew without paying twice. */
  safeToRetry: boolean;
  /** When asking again is worth it; null when nothing will change. */
  nextCheckAt: string | null;
  /** NIP session id at the other bank. */
  sessionId: string | null;
  /** The rail's code. */
  responseCode: string | null;
  /** Why it failed or came back. */
  reason: string | null;
  amount: number;
  fee: number;
  vat: number;
  stampDuty: number;
  currency: 'NGN';
  /** When a scheduled transfer starts, at the earliest. */
  scheduledFor: string | null;
  initiatedAt: string;
  authorizedAt: string | null;
  sentAt: string | null;
  completedAt: string | null;
  reversedAt: string | null;
};

export type GetTransferData = {
  status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';
  transactionId: string;
  stage: 'awaiting_otp' | 'scheduled' | 'expired' | 'cancelled' | 'processing' | 'confirming' | 'review' | 'completed' | 'failed' | 'reversed';
  /** False while the result is not final. */
  conclusive: boolean;
  /** True when the same payment can be initiated anew without paying twice. */
  safeToRetry: boolean;
  /** When asking again is worth it; null when nothing will change. */
  nextCheckAt: string | null;
  /** NIP session id at the other bank. */
  sessionId: string | null;
  /** The rail's code. */
  responseCode: string | null;
  /** Why it failed or came back. */
  reason: string | null;
  amount: number;
  fee: number;
  vat: number;
  stampDuty: number;
  currency: 'NGN';
  /** When a scheduled transfer starts, at the earliest. */
  scheduledFor: string | null;
  initiatedAt: string;
  authorizedAt: string | null;
  sentAt: string | null;
  completedAt: string | null;
  reversedAt: string | null;
  /** The bulk transfer it is a payment of. */
  batchId: string | null;
  kind: 'customer' | 'collection';
  customerId: string | null;
  sourceAccountNumber: string;
  beneficiaryAccountName: string;
  beneficiaryAccountNumber: string;
  beneficiaryBankCode: string;
  narration: string;
  timeline: {
    at: string;
    step: string;
  }[];
};

export type ListTransfersQuery = {
  /** Page number, from 1. Required, but for an export. */
  page?: number;
  /** Transfers on a page, 1 to 100. Required, but for an export. */
  pageSize?: number;
  status?: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';
  /** Source account. */
  accountNumber?: string;
  customerId?: string;
  /** How far it has come; narrower than status. */
  stage?: 'awaiting_otp' | 'scheduled' | 'expired' | 'cancelled' | 'processing' | 'confirming' | 'review' | 'completed' | 'failed' | 'reversed';
  /** Scheduled to start then or later. With it or scheduledTo the list holds scheduled transfers only, the soonest first. A day (YYYY-MM-DD, Lagos) or an ISO 8601 time. */
  scheduledFrom?: string;
  /** Scheduled to start then or earlier; a day counts whole. A day (YYYY-MM-DD, Lagos) or an ISO 8601 time. */
  scheduledTo?: string;
  /** Initiated then or later. A day (YYYY-MM-DD, Lagos) or an ISO 8601 time. */
  from?: string;
  /** Initiated then or earlier; a day counts whole. A day (YYYY-MM-DD, Lagos) or an ISO 8601 time. */
  to?: string;
  /** Of this amount or more, in naira. Looked for among at most 100,000 transfers that fit otherwise. */
  amountFrom?: string;
  /** Of this amount or less, in naira. Looked for among at most 100,000 transfers that fit otherwise. */
  amountTo?: string;
};

export type ListTransfersItem = {
  status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';
  transactionId: string;
  stage: 'awaiting_otp' | 'scheduled' | 'expired' | 'cancelled' | 'processing' | 'confirming' | 'review' | 'completed' | 'failed' | 'reversed';
  /** False while the result is not final. */
  conclusive: boolean;
  /** True when the same payment can be initiated anew without paying twice. */
  safeToRetry: boolean;
  /** When asking again is worth it; null when nothing will change. */
  nextCheckAt: string | null;
  /** NIP session id at the other bank. */
  sessionId: string | null;
  /** The rail's code. */
  responseCode: string | null;
  /** Why it failed or came back. */
  reason: string | null;
  amount: number;
  fee: number;
  vat: number;
  stampDuty: number;
  currency: 'NGN';
  /** When a scheduled transfer starts, at the earliest. */
  scheduledFor: string | null;
  initiatedAt: string;
  authorizedAt: string | null;
  sentAt: string | null;
  completedAt: string | null;
  reversedAt: string | null;
  /** The bulk transfer it is a payment of. */
  batchId: string | null;
  kind: 'customer' | 'collection';
  customerId: string | null;
  sourceAccountNumber: string;
  beneficiaryAccountName: string;
  beneficiaryAccountNumber: string;
  beneficiaryBankCode: string;
  narration: string;
  timeline: {
    at: string;
    step: string;
  }[];
};

export type ListBanksData = {
  /** NIP code; use it as bankCode. */
  bankCode: string;
  bankName: string;
  cbnCode: string | null;
  /** Other codes that are accepted. */
  aliases: string[];
  /** Kind of institution, e.g. DMB (deposit money bank) or MFB (microfinance bank); OTHER: known from the rail's list alone. */
  type: string;
  /** From what the rail answered your own enquiries and payments. A hint: nothing is refused for it. */
  availability: {
    /** unavailable: at least 3 failures and 4 of 5 failed; degraded: 1 of 5 failed; unknown: you asked nobody there. */
    status: 'available' | 'degraded' | 'unavailable' | 'unknown';
    /** Definite answers since `since`, refusals too. */
    answered: number;
    /** Silences, and refusals because the bank could not be reached. */
    failed: number;
    /** From when they are counted: the last 5 minutes where they hold at least 3, else the last 15. */
    since: string | null;
    /** Of the last hour. */
    lastAnsweredAt: string | null;
  };
  /** Whether the rail's last list of institutions has the bank; null: there is no list. A hint: such lists are often short, and nothing is refused for it. */
  reachable: boolean | null;
}[];

export type ListBankCandidatesQuery = {
  /** NUBAN. */
  accountNumber: string;
};

export type ListBankCandidatesData = {
  /** NIP code; use it as bankCode. */
  bankCode: string;
  bankName: string;
  cbnCode: string | null;
  /** Other codes that are accepted. */
  aliases: string[];
  /** Kind of institution, e.g. DMB (deposit money bank) or MFB (microfinance bank); OTHER: known from the rail's list alone. */
  type: string;
  /** From what the rail answered your own enquiries and payments. A hint: nothing is refused for it. */
  availability: {
    /** unavailable: at least 3 failures and 4 of 5 failed; degraded: 1 of 5 failed; unknown: you asked nobody there. */
    status: 'available' | 'degraded' | 'unavailable' | 'unknown';
    /** Definite answers since `since`, refusals too. */
    answered: number;
    /** Silences, and refusals because the bank could not be reached. */
    failed: number;
    /** From when they are counted: the last 5 minutes where they hold at least 3, else the last 15. */
    since: string | null;
    /** Of the last hour. */
    lastAnsweredAt: string | null;
  };
  /** Whether the rail's last list of institutions has the bank; null: there is no list. A hint: such lists are often short, and nothing is refused for it. */
  reachable: boolean | null;
}[];

export type GetBankData = {
  /** NIP code; use it as bankCode. */
  bankCode: string;
  bankName: string;
  cbnCode: string | null;
  /** Other codes that are accepted. */
  aliases: string[];
  /** Kind of institution, e.g. DMB (deposit money bank) or MFB (microfinance bank); OTHER: known from the rail's list alone. */
  type: string;
  /** From what the rail answered your own enquiries and payments. A hint: nothing is refused for it. */
  availability: {
    /** unavailable: at least 3 failures and 4 of 5 failed; degraded: 1 of 5 failed; unknown: you asked nobody there. */
    status: 'available' | 'degraded' | 'unavailable' | 'unknown';
    /** Definite answers since `since`, refusals too. */
    answered: number;
    /** Silences, and refusals because the bank could not be reached. */
    failed: number;
    /** From when they are counted: the last 5 minutes where they hold at least 3, else the last 15. */
    since: string | null;
    /** Of the last hour. */
    lastAnsweredAt: string | null;
  };
  /** Whether the rail's last list of institutions has the bank; null: there is no list. A hint: such lists are often short, and nothing is refused for it. */
  reachable: boolean | null;
};

export type CreateBulkTransferBody = {
  /** A customer's account, or a collection account of yours. */
  sourceAccountNumber: string;
  /** Owner of the source account; leave it out for a collection account. */
  customerId?: string;
  /** Name of the owner; required with customerId. */
  sourceAccountName?: string;
  /** Your own reference; shown back. */
  reference?: string;
  /** When the payments start, at least 1 minute and at most 366 days ahead; left out, with the OTP. */
  scheduledFor?: string;
  /** The payments, 1 to 1,000. */
  items: {
    /** NUBAN, 10 digits. */
    beneficiaryAccountNumber: string;
    /** NIP, CBN or alias code of the bank; see GET /transfer/banks. */
    beneficiaryBankCode: string;
    /** Who you take the owner to be. Another name at the bank refuses the payment; leave it out to pay whoever owns the account. */
    beneficiaryAccountName?: string;
    /** Naira, greater than 0, at most 2 decimals; a number or a decimal string. */
    amount: number | string;
    /** Shown to both sides. */
    narration?: string;
    /** Your own reference; shown back. */
    reference?: string;
    /** Where the payment stands in your own file; its place in the list unless given. Of a CSV body, the line in it. */
    line?: number;
  }[];
};

export type CreateBulkTransferQuery = {
  /** A customer's account, or a collection account of yours. */
  sourceAccountNumber?: string;
  /** Owner of the source account; leave it out for a collection account. */
  customerId?: string;
  /** Name of the owner; required with customerId. */
  sourceAccountName?: string;
  /** Your own reference; shown back. */
  reference?: string;
  /** When the payments start, at least 1 minute and at most 366 days ahead; left out, with the OTP. */
  scheduledFor?: string;
};

export type CreateBulkTransferData = {
  batchId: string;
  state: 'enquiring' | 'ready' | 'processing' | 'completed' | 'cancelled' | 'expired';
  /** Payments that were sent. */
  count: number;
  /** Naira, of all of them, without charges. */
  total: number;
};

export type ListBulkTransfersQuery = {
  /** Page number, from 1. */
  page?: number;
  /** Records on a page, 1 to 100. */
  pageSize?: number;
  state?: 'enquiring' | 'ready' | 'processing' | 'completed' | 'cancelled' | 'expired';
};

export type ListBulkTransfersItem = {
  batchId: string;
  state: 'enquiring' | 'ready' | 'processing' | 'completed' | 'cancelled' | 'expired';
  reference: string | null;
  sourceAccountNumber: string;
  customerId: string | null;
  scheduledFor: string | null;
  /** Payments that were sent. */
  count: number;
  /** How many payments stand at which stage. */
  counts: {
    enquiring: number;
    ready: number;
    refused: number;
    awaiting_otp: number;
    scheduled: number;
    expired: number;
    cancelled: number;
    processing: number;
    confirming: number;
    review: number;
    completed: number;
    failed: number;
    reversed: number;
  };
  /** Naira, of all payments that were sent. */
  requested: number;
  /** Payments that were accepted; null while names are asked. */
  payments: number | null;
  /** Naira, of the accepted payments. */
  total: number | null;
  /** Naira: their fees, VAT and stamp duty. */
  charges: number | null;
  /** SHA-256 of what the OTP confirms, in hex. */
  hash: string | null;
  createdAt: string;
  /** Until when it can be confirmed. */
  expiresAt: string;
  readyAt: string | null;
  confirmedAt: string | null;
  endedAt: string | null;
};

export type SendBulkTransferOtpData = {
  batchId: string;
  otpReferneceId: string;
  otpReferenceId: string;
  /** Seconds of life, as text. */
  expTime: string;
  /** SHA-256 of what the OTP confirms, in hex. */
  hash: string;
  /** Payments that were accepted. */
  payments: number;
  /** Naira, of the accepted payments. */
  total: number;
  /** Naira: fees, VAT and stamp duty of all of them. */
  charges: number;
};

export type ValidateBulkTransferBody = {
  /** The otpReferenceId of the initiation (the spelling otpReferneceId is accepted too). */
  otpReferenceId?: string;
  /** The otpReferenceId of the initiation (the spelling otpReferneceId is accepted too). */
  otpReferneceId?: string;
  /** The 6 digits of the message. On the sandbox 123456 also passes. */
  otp?: string;
  /** The 6 digits of the message. On the sandbox 123456 also passes. */
  OTP?: string;
};

export type ValidateBulkTransferData = {
  batchId: string;
  state: 'enquiring' | 'ready' | 'processing' | 'completed' | 'cancelled' | 'expired';
  startsAt: string;
  /** SHA-256 of what the OTP confirms, in hex. */
  hash: string;
  /** Payments that were accepted. */
  payments: number;
  /** Naira, of the accepted payments. */
  total: number;
  /** Naira: fees, VAT and stamp duty of all of them. */
  charges: number;
};

export type CancelBulkTransferData = {
  batchId: string;
  state: 'enquiring' | 'ready' | 'processing' | 'completed' | 'cancelled' | 'expired';
  /** Payments that will not be made. */
  cancelled: number;
  /** Payments that had started, and go on. */
  started: number;
};

export type GetBulkTransferData = {
  batchId: string;
  state: 'enquiring' | 'ready' | 'processing' | 'completed' | 'cancelled' | 'expired';
  reference: string | null;
  sourceAccountNumber: string;
  customerId: string | null;
  scheduledFor: string | null;
  /** Payments that were sent. */
  count: number;
  /** How many payments stand at which stage. */
  counts: {
    enquiring: number;
    ready: number;
    refused: number;
    awaiting_otp: number;
    scheduled: number;
    expired: number;
    cancelled: number;
    processing: number;
    confirming: number;
    review: number;
    completed: number;
    failed: number;
    reversed: number;
  };
  /** Naira, of all payments that were sent. */
  requested: number;
  /** Payments that were accepted; null while names are asked. */
  payments: number | null;
  /** Naira, of the accepted payments. */
  total: number | null;
  /** Naira: their fees, VAT and stamp duty. */
  charges: number | null;
  /** SHA-256 of what the OTP confirms, in hex. */
  hash: string | null;
  createdAt: string;
  /** Until when it can be confirmed. */
  expiresAt: string;
  readyAt: string | null;
  confirmedAt: string | null;
  endedAt: string | null;
};

export type ListBulkTransferItemsQuery = {
  /** Page number, from 1. Required, but for CSV. */
  page?: number;
  /** Payments on a page, 1 to 100. Required, but for CSV. */
  pageSize?: number;
};

export type ListBulkTransferItemsItem = {
  line: number;
  reference: string | null;
  status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';
  stage: 'enquiring' | 'ready' | 'refused' | 'awaiting_otp' | 'scheduled' | 'expired' | 'cancelled' | 'processing' | 'confirming' | 'review' | 'completed' | 'failed' | 'reversed';
  /** The result as a NIP code, once there is one. */
  responseCode: string | null;
  /** Why it was refused, or failed. */
  reason: string | null;
  /** Its transfer, once the batch is confirmed. */
  transactionId: string | null;
  beneficiaryAccountNumber: string;
  beneficiaryBankCode: string;
  /** As the bank answered. */
  beneficiaryAccountName: string | null;
  /** As you sent it. */
  givenName: string | null;
  /** A warning: the line of an earlier payment of the same amount to the same account. */
  duplicateOf: number | null;
  amount: number;
  charges: number;
  narration: string;
};

export type SaveBeneficiaryBody = {
  /** `sessionId` of a name enquiry of the last 15 minutes, or of one that a transfer used. */
  nameEnquirySessionId: string;
};

export type SaveBeneficiaryData = {
  beneficiaryId: string;
  accountNumber: string;
  /** As the enquiry that was saved or used last answered it. Each transfer needs an enquiry of its own. */
  accountName: string;
  /** NIP code. */
  bankCode: string;
  bank: string;
  dateAdded: string;
  /** The last enquiry that was saved, or the last payment that arrived. */
  lastUsed: string;
};

export type ListBeneficiariesQuery = {
  /** Page number, from 1. */
  page?: number;
  /** Records on a page, 1 to 100. */
  pageSize?: number;
  /** Beginnings of words of the name, all of them, in any order. */
  search?: string;
};

export type ListBeneficiariesItem = {
  beneficiaryId: string;
  accountNumber: string;
  /** As the enquiry that was saved or used last answered it. Each transfer needs an enquiry of its own. */
  accountName: string;
  /** NIP code. */
  bankCode: string;
  bank: string;
  dateAdded: string;
  /** The last enquiry that was saved, or the last payment that arrived. */
  lastUsed: string;
};

export type RemoveBeneficiaryData = Record<string, never>;

export type GetReceiptData = {
  verificationCode: string;
  transactionId: string;
  /** As it is now: a transfer can come back after its receipt was made. */
  status: 'SUCCESS' | 'REVERSED';
  amount: number;
  currency: 'NGN';
  senderName: string;
  /** Its last four digits. */
  senderAccount: string;
  senderBank: string;
  beneficiaryName: string;
  beneficiaryAccount: string;
  beneficiaryBank: string;
  sessionId: string | null;
  completedAt: string | null;
  reversedAt: string | null;
  /** A receipt of the sandbox is about no real money. */
  environment: 'sandbox' | 'live';
  fee: number;
  vat: number;
  stampDuty: number;
  total: number;
  narration: string;
  /** A public page that confirms the receipt. */
  verifyUrl: string;
};

export type VerifyReceiptData = {
  verificationCode: string;
  transactionId: string;
  /** As it is now: a transfer can come back after its receipt was made. */
  status: 'SUCCESS' | 'REVERSED';
  amount: number;
  currency: 'NGN';
  senderName: string;
  /** Its last four digits. */
  senderAccount: string;
  senderBank: string;
  beneficiaryName: string;
  /** Its last four digits. */
  beneficiaryAccount: string;
  beneficiaryBank: string;
  sessionId: string | null;
  completedAt: string | null;
  reversedAt: string | null;
  /** A receipt of the sandbox is about no real money. */
  environment: 'sandbox' | 'live';
};

export type GetLimitsData = {
  customerId: string;
  kycTier: string;
  /** Version of the policy in force. */
  policy: string;
  /** First day, in Lagos, on which it holds. */
  policySince: string;
  maxBalance: number | null;
  /** What each account may hold; null: no maximum. */
  balance: {
    limit: number;
    source: {
      /** Who set it: the tier, the customer's own limits, the rail, or the policy for everybody. */
      from: 'tier' | 'own' | 'rail' | 'policy';
      tier: string | null;
      /** Version of the policy; null for an own limit. */
      policy: string | null;
      /** First day, in Lagos, on which that version holds. */
      since: string | null;
    };
    /** What would raise it; null: nothing. */
    raisedBy: string | null;
  } | null;
  /** Over all accounts of the customer, today in Lagos. */
  limits: {
    name: 'per_transfer' | 'rail_per_transfer' | 'new_beneficiary' | 'per_day' | 'per_day_transfers';
    /** Naira, or a number of transfers. */
    limit: number;
    used: number;
    remaining: number;
    /** When the day ends in Lagos; null for limits of one transfer. */
    resetsAt: string | null;
    source: {
      /** Who set it: the tier, the customer's own limits, the rail, or the policy for everybody. */
      from: 'tier' | 'own' | 'rail' | 'policy';
      tier: string | null;
      /** Version of the policy; null for an own limit. */
      policy: string | null;
      /** First day, in Lagos, on which that version holds. */
      since: string | null;
    };
    /** What would raise it; null: nothing. */
    raisedBy: string | null;
  }[];
};

export type SetCustomerLimitsBody = {
  /** Naira; null: only what the policy says. */
  perTransfer: number | string | null;
  /** Naira of a Lagos day; null: only what the policy says. */
  perDay: number | string | null;
  /** Transfers of a Lagos day; null: only what the policy says. */
  perDayTransfers: number | null;
  reason: string;
};

export type SetCustomerLimitsData = Record<string, never>;

export type SetAccountLimitsBody = {
  /** Naira; null: only what the policy says. */
  perTransfer: number | string | null;
  /** Naira of a Lagos day; null: only what the policy says. */
  perDay: number | string | null;
  /** Transfers of a Lagos day; null: only what the policy says. */
  perDayTransfers: number | null;
  reason: string;
};

export type SetAccountLimitsData = Record<string, never>;

export type ExportCustomerData = {
  customerId: string;
  /** ISO 8601, UTC. */
  madeAt: string;
  /** As GET /customer/profile/{customerId} shows it, nothing masked. */
  profile: Record<string, unknown>;
  /** Identity checks, as GET /kyc/checks shows them. */
  checks: {
    total: number;
    /** At most 1,000. */
    newest: Record<string, unknown>[];
  };
  /** Accounts with their balances, in naira. */
  accounts: {
    total: number;
    /** At most 1,000. */
    newest: Record<string, unknown>[];
  };
  /** Payments out: when, how much, how it ended. */
  transfers: {
    total: number;
    /** At most 1,000. */
    newest: Record<string, unknown>[];
  };
  /** Whom the customer paid or saved. */
  beneficiaries: {
    total: number;
    /** At most 1,000. */
    newest: Record<string, unknown>[];
  };
  /** What was done about the customer, and who read the numbers. */
  audit: {
    total: number;
    /** At most 1,000. */
    newest: Record<string, unknown>[];
  };
};

export type EraseCustomerBody = {
  /** Why; kept in the audit log, so leave the person out of it. */
  reason: string;
};

export type EraseCustomerData = {
  customerId: string;
  /** ISO 8601, UTC. */
  erasedAt: string;
  /** Until then stored answers to earlier requests may still name the customer, sealed; they go after thirty days. */
  answersGoneBy: string;
};

export type ListAuditLogQuery = {
  /** Page number, from 1. */
  page?: number;
  /** Records on a page, 1 to 100. */
  pageSize?: number;
  /** What it was about: a customerId, an account number, a transactionId, … */
  subject?: string;
  /** What was done. */
  action?: string;
  /** Who did it: a credentialId, a memberId, or `worker`. */
  actor?: string;
  /** Entries written then or later. A day (YYYY-MM-DD, Lagos) or an ISO 8601 time. */
  from?: string;
  /** Entries written then or earlier; a day counts whole. A day (YYYY-MM-DD, Lagos) or an ISO 8601 time. */
  to?: string;
};

export type ListAuditLogItem = {
  auditId: string;
  /** ISO 8601, UTC. */
  at: string;
  /** Credential, member, or worker. */
  actor: string;
  action: string;
  subject: string;
  details: Record<string, unknown>;
};

export type RequestOtpBody = {
  /** An account of yours or of your customers. */
  accountNumber: string;
};

export type RequestOtpData = {
  accountNumber: string;
  otpReferenceId: string;
  /** Seconds of life, as text. */
  expTime: string;
};

export type ValidateOtpBody = {
  /** The otpReferenceId of the request (the spelling otpReferneceId is accepted too). */
  otpReferenceId?: string;
  /** The otpReferenceId of the request (the spelling otpReferneceId is accepted too). */
  otpReferneceId?: string;
  /** The 6 digits of the message. On the sandbox 123456 also passes. */
  OTP?: string;
  /** The 6 digits of the message. On the sandbox 123456 also passes. */
  otp?: string;
};

export type ValidateOtpData = Record<string, never>;

export type CreateWebhookBody = {
  /** Where events are posted. Live: https, a public host name, port 443 or 8443. The sandbox takes http and loopback addresses too. */
  url: string;
  /** Event kinds, families such as payment.* or custom.*, or * for all. */
  events: string[];
  /** Narrows the selection. An event without the named field is left out. null takes the filter away. */
  filter?: {
    /** Only events whose data names this customer. */
    customerId?: string | null;
    /** Only events about this account: their accountNumber, or sourceAccountNumber of a payment. */
    accountNumber?: string | null;
  } | null;
  /** Key of the signatures, 16 to 256 characters. Left out, one is generated; null means that nothing is signed. */
  secret?: string | null;
  /** A note for yourself. */
  description?: string | null;
};

export type CreateWebhookData = {
  id: string;
  url: string;
  events: string[];
  /** null: every event that is selected. */
  filter: {
    customerId: string | null;
    accountNumber: string | null;
  } | null;
  /** paused keeps new deliveries until the endpoint is active again. */
  status: 'active' | 'paused';
  /** requested: by you. gone: it answered 410. failing: it did nothing but fail for five days, one in the sandbox. null while active. */
  pausedReason: 'requested' | 'gone' | 'failing' | null;
  health: {
    /** slowed: it asked for time with Retry-After. open: after ten failures in a row all deliveries wait, and one at a time is tried. */
    state: 'healthy' | 'failing' | 'slowed' | 'open';
    /** Over all its deliveries. */
    failuresInRow: number;
    failingSince: string | null;
    /** Nothing is sent before; null when nothing waits. */
    waitsUntil: string | null;
  };
  description: string | null;
  /** Whether deliveries carry signatures. */
  signed: boolean;
  /** While the secret is replaced: when the next one alone signs. */
  nextSecretAt: string | null;
  createdAt: string;
  updatedAt: string;
  /** Shown this once; null when refused. */
  secret: string | null;
};

export type ListWebhooksData = {
  id: string;
  url: string;
  events: string[];
  /** null: every event that is selected. */
  filter: {
    customerId: string | null;
    accountNumber: string | null;
  } | null;
  /** paused keeps new deliveries until the endpoint is active again. */
  status: 'active' | 'paused';
  /** requested: by you. gone: it answered 410. failing: it did nothing but fail for five days, one in the sandbox. null while active. */
  pausedReason: 'requested' | 'gone' | 'failing' | null;
  health: {
    /** slowed: it asked for time with Retry-After. open: after ten failures in a row all deliveries wait, and one at a time is tried. */
    state: 'healthy' | 'failing' | 'slowed' | 'open';
    /** Over all its deliveries. */
    failuresInRow: number;
    failingSince: string | null;
    /** Nothing is sent before; null when nothing waits. */
    waitsUntil: string | null;
  };
  description: string | null;
  /** Whether deliveries carry signatures. */
  signed: boolean;
  /** While the secret is replaced: when the next one alone signs. */
  nextSecretAt: string | null;
  createdAt: string;
  updatedAt: string;
}[];

export type GetWebhookData = {
  id: string;
  url: string;
  events: string[];
  /** null: every event that is selected. */
  filter: {
    customerId: string | null;
    accountNumber: string | null;
  } | null;
  /** paused keeps new deliveries until the endpoint is active again. */
  status: 'active' | 'paused';
  /** requested: by you. gone: it answered 410. failing: it did nothing but fail for five days, one in the sandbox. null while active. */
  pausedReason: 'requested' | 'gone' | 'failing' | null;
  health: {
    /** slowed: it asked for time with Retry-After. open: after ten failures in a row all deliveries wait, and one at a time is tried. */
    state: 'healthy' | 'failing' | 'slowed' | 'open';
    /** Over all its deliveries. */
    failuresInRow: number;
    failingSince: string | null;
    /** Nothing is sent before; null when nothing waits. */
    waitsUntil: string | null;
  };
  description: string | null;
  /** Whether deliveries carry signatures. */
  signed: boolean;
  /** While the secret is replaced: when the next one alone signs. */
  nextSecretAt: string | null;
  createdAt: string;
  updatedAt: string;
};

export type UpdateWebhookBody = {
  /** Where events are posted. Live: https, a public host name, port 443 or 8443. The sandbox takes http and loopback addresses too. */
  url?: string;
  /** Event kinds, families such as payment.* or custom.*, or * for all. */
  events?: string[];
  /** Narrows the selection. An event without the named field is left out. null takes the filter away. */
  filter?: {
    /** Only events whose data names this customer. */
    customerId?: string | null;
    /** Only events about this account: their accountNumber, or sourceAccountNumber of a payment. */
    accountNumber?: string | null;
  } | null;
  /** A note for yourself. */
  description?: string | null;
  /** paused keeps new deliveries until the endpoint is active again. */
  status?: 'active' | 'paused';
};

export type UpdateWebhookData = {
  id: string;
  url: string;
  events: string[];
  /** null: every event that is selected. */
  filter: {
    customerId: string | null;
    accountNumber: string | null;
  } | null;
  /** paused keeps new deliveries until the endpoint is active again. */
  status: 'active' | 'paused';
  /** requested: by you. gone: it answered 410. failing: it did nothing but fail for five days, one in the sandbox. null while active. */
  pausedReason: 'requested' | 'gone' | 'failing' | null;
  health: {
    /** slowed: it asked for time with Retry-After. open: after ten failures in a row all deliveries wait, and one at a time is tried. */
    state: 'healthy' | 'failing' | 'slowed' | 'open';
    /** Over all its deliveries. */
    failuresInRow: number;
    failingSince: string | null;
    /** Nothing is sent before; null when nothing waits. */
    waitsUntil: string | null;
  };
  description: string | null;
  /** Whether deliveries carry signatures. */
  signed: boolean;
  /** While the secret is replaced: when the next one alone signs. */
  nextSecretAt: string | null;
  createdAt: string;
  updatedAt: string;
};

export type DeleteWebhookData = {
  id: string;
  status: 'deleted';
};

export type RotateWebhookSecretBody = {
  secret?: string;
  /** How long both secrets sign, 0 to 72 hours. */
  overlapHours?: number;
};

export type RotateWebhookSecretData = {
  id: string;
  url: string;
  events: string[];
  /** null: every event that is selected. */
  filter: {
    customerId: string | null;
    accountNumber: string | null;
  } | null;
  /** paused keeps new deliveries until the endpoint is active again. */
  status: 'active' | 'paused';
  /** requested: by you. gone: it answered 410. failing: it did nothing but fail for five days, one in the sandbox. null while active. */
  pausedReason: 'requested' | 'gone' | 'failing' | null;
  health: {
    /** slowed: it asked for time with Retry-After. open: after ten failures in a row all deliveries wait, and one at a time is tried. */
    state: 'healthy' | 'failing' | 'slowed' | 'open';
    /** Over all its deliveries. */
    failuresInRow: number;
    failingSince: string | null;
    /** Nothing is sent before; null when nothing waits. */
    waitsUntil: string | null;
  };
  description: string | null;
  /** Whether deliveries carry signatures. */
  signed: boolean;
  /** While the secret is replaced: when the next one alone signs. */
  nextSecretAt: string | null;
  createdAt: string;
  updatedAt: string;
  /** Shown this once; null when refused. */
  secret: string | null;
};

export type ActivateWebhookSecretData = {
  id: string;
  url: string;
  events: string[];
  /** null: every event that is selected. */
  filter: {
    customerId: string | null;
    accountNumber: string | null;
  } | null;
  /** paused keeps new deliveries until the endpoint is active again. */
  status: 'active' | 'paused';
  /** requested: by you. gone: it answered 410. failing: it did nothing but fail for five days, one in the sandbox. null while active. */
  pausedReason: 'requested' | 'gone' | 'failing' | null;
  health: {
    /** slowed: it asked for time with Retry-After. open: after ten failures in a row all deliveries wait, and one at a time is tried. */
    state: 'healthy' | 'failing' | 'slowed' | 'open';
    /** Over all its deliveries. */
    failuresInRow: number;
    failingSince: string | null;
    /** Nothing is sent before; null when nothing waits. */
    waitsUntil: string | null;
  };
  description: string | null;
  /** Whether deliveries carry signatures. */
  signed: boolean;
  /** While the secret is replaced: when the next one alone signs. */
  nextSecretAt: string | null;
  createdAt: string;
  updatedAt: string;
};

export type VerifyWebhookSignatureBody = {
  /** As your receiver saw them; the names in any spelling. Those of the signature are enough. */
  headers: Record<string, string | string[]>;
  /** The body your receiver checked, as text. */
  body?: string;
  /** The same as bytes in base64; better, since nothing between changes them. */
  bodyBase64?: string;
  /** The secret your receiver uses. */
  secret?: string;
  /** Id of the webhook: its own secrets are tried too. */
  endpointId?: string;
  /** When your receiver got it, by its own clock. */
  receivedAt?: string;
  /** The signature your code computed, if you have it. */
  computed?: string;
};

export type VerifyWebhookSignatureData = {
  /** Whether a receiver that follows the guide accepts the request as it stands. */
  valid: boolean;
  /** What had to be undone for the signature to fit, and what to do about it. Empty when all is well. */
  findings: {
    code: string;
    message: string;
    fix: string;
  }[];
};

export type TestWebhookBody = {
  /** Kind of the sample to send; webhook.test unless given. Kinds of your own, custom., too. */
  event?: string;
  /** Sent in place of the sample: any object, at most 16 KB as JSON and 10 levels deep. */
  data?: Record<string, unknown>;
};

export type TestWebhookData = {
  deliveryId: string;
  eventId: string;
  status: 'pending';
};

export type ReplayWebhookBody = {
  /** Only deliveries whose event was written then or later. */
  from?: string;
  /** Only deliveries whose event was written before. */
  to?: string;
  /** How they ended. any takes both; deliveries that are still pending are never taken. */
  state?: 'failed' | 'delivered' | 'any';
  /** Event kinds, families such as payment.* or custom.*, or * for all. */
  events?: string[];
  /** Id of another of your webhooks, which then gets the events, whatever it selected. */
  toEndpointId?: string;
  /** Where events are posted. Live: https, a public host name, port 443 or 8443. The sandbox takes http and loopback addresses too. */
  toUrl?: string;
};

export type ReplayWebhookData = {
  /** Whose deliveries they are now: this webhook, the one in toEndpointId, or, for toUrl, an id of its own that GET /webhooks/{id}/deliveries and DELETE take. */
  webhookId: string;
  /** How many events are sent again, at most 10,000. */
  queued: number;
  /** Whether more were found. Call again with `nextFrom` as from. */
  more: boolean;
  /** When the first event that was left out was written. */
  nextFrom: string | null;
};

export type ListWebhookDeliveriesQuery = {
  /** Page number, from 1. */
  page?: number;
  /** Deliveries on a page, 1 to 100. */
  pageSize?: number;
  /** Only deliveries in this state. */
  status?: 'pending' | 'delivered' | 'failed';
};

export type ListWebhookDeliveriesItem = {
  deliveryId: string;
  eventId: string;
  event: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  /** Status of the last answer; null when none came. */
  httpStatus: number | null;
  /** Class of the last trouble: blocked, dns, refused, reset, tls, timeout, http, invalid_url or endpoint_deleted. */
  error: string | null;
  latencyMs: number | null;
  /** Null when over, and while the endpoint is paused. */
  nextAttemptAt: string | null;
  deliveredAt: string | null;
  createdAt: string;
};

export type GetWebhookDeliveryData = {
  deliveryId: string;
  eventId: string;
  event: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  /** Status of the last answer; null when none came. */
  httpStatus: number | null;
  /** Class of the last trouble: blocked, dns, refused, reset, tls, timeout, http, invalid_url or endpoint_deleted. */
  error: string | null;
  latencyMs: number | null;
  /** Null when over, and while the endpoint is paused. */
  nextAttemptAt: string | null;
  deliveredAt: string | null;
  createdAt: string;
  /** The calls of the last 30 days, oldest first, at most 100. */
  attemptLog: {
    /** Counts from 1; a replay starts again. */
    attempt: number;
    /** When its result was written. */
    at: string;
    httpStatus: number | null;
    error: string | null;
    latencyMs: number | null;
    /** When the next try was planned then; null when it was the last. */
    nextAttemptAt: string | null;
  }[];
};

export type ReplayWebhookDeliveryData = {
  deliveryId: string;
  eventId: string;
  status: 'pending';
};

export type CheckWebhookData = {
  webhookId: string;
  /** The address that was checked. */
  url: string;
  checkedAt: string;
  durationMs: number;
  /** A: nothing to mend. B: warnings only. C: something fails, or could not be tried. F: genuine events do not arrive, or forged ones are taken. */
  grade: 'A' | 'B' | 'C' | 'F';
  /** True for A and B. */
  ready: boolean;
  cases: {
    name: 'genuine' | 'duplicate' | 'out_of_order' | 'unknown_kind' | 'wrongly_signed' | 'unsigned' | 'altered_body' | 'late' | 'malformed_json' | 'slow_body' | 'burst' | 'speed';
    sent: string;
    wanted: string;
    /** One for each request, in order. Bodies and headers of answers are neither shown nor kept. */
    answers: {
      /** null when no answer came. */
      httpStatus: number | null;
      /** Class of the trouble, as in deliveries. */
      error: string | null;
      latencyMs: number;
    }[];
    verdict: 'pass' | 'warn' | 'fail' | 'skipped';
    finding: string;
    /** What to change; null when nothing. */
    fix: string | null;
  }[];
};

export type GetWebhookCheckData = {
  webhookId: string;
  /** The address that was checked. */
  url: string;
  checkedAt: string;
  durationMs: number;
  /** A: nothing to mend. B: warnings only. C: something fails, or could not be tried. F: genuine events do not arrive, or forged ones are taken. */
  grade: 'A' | 'B' | 'C' | 'F';
  /** True for A and B. */
  ready: boolean;
  cases: {
    name: 'genuine' | 'duplicate' | 'out_of_order' | 'unknown_kind' | 'wrongly_signed' | 'unsigned' | 'altered_body' | 'late' | 'malformed_json' | 'slow_body' | 'burst' | 'speed';
    sent: string;
    wanted: string;
    /** One for each request, in order. Bodies and headers of answers are neither shown nor kept. */
    answers: {
      /** null when no answer came. */
      httpStatus: number | null;
      /** Class of the trouble, as in deliveries. */
      error: string | null;
      latencyMs: number;
    }[];
    verdict: 'pass' | 'warn' | 'fail' | 'skipped';
    finding: string;
    /** What to change; null when nothing. */
    fix: string | null;
  }[];
};

export type PostEventBody = {
  /** Kind of the event: custom. and a name of your own. */
  event: string;
  /** What is delivered as `data`: any object, at most 16 KB as JSON and 10 levels deep. */
  data: Record<string, unknown>;
  /** What the event is about. `sequence` then counts the events of this kind about it; without a subject it is 1. */
  subject?: string;
};

export type PostEventData = {
  /** Id of the event; the same in each delivery and in GET /events. */
  id: string;
  event: string;
  createdAt: string;
};

export type ListEventsQuery = {
  /** Events after this one: the nextCursor of the answer before. From the first one where it is empty or left out. */
  after?: string;
  /** Events in the answer, 1 to 100. */
  limit?: number;
};

export type ListEventsItem = {
  event: string;
  data: Record<string, unknown>;
  id: string;
  createdAt: string;
  environment: 'sandbox' | 'live';
  apiVersion: string;
  sequence: number;
};

export type StreamEventsQuery = {
  /** Events after this one: the nextCursor of the answer before. From the first one where it is empty or left out. */
  after?: string;
  /** Kinds, families such as payment.* or custom.*, or *, with commas between them; all unless given. */
  kinds?: string;
};

export type StreamEventsItem = {
  event: string;
  data: Record<string, unknown>;
  id: string;
  createdAt: string;
  environment: 'sandbox' | 'live';
  apiVersion: string;
  sequence: number;
};

export type SimulateCreditBody = {
  /** An account of yours or of your customers. */
  accountNumber: string;
  /** Naira. */
  amount: number | string;
  narration?: string;
  senderName?: string;
};

export type SimulateCreditData = {
  sessionId: string;
  accountNumber: string;
  amount: number;
};

export type ListSandboxMessagesQuery = {
  /** NUBAN, 10 digits. */
  accountNumber?: string;
  /** Page number, from 1. */
  page?: number;
  /** Records on a page, 1 to 100. */
  pageSize?: number;
};

export type ListSandboxMessagesItem = {
  messageId: string;
  to: string;
  text: string;
  /** The code in the text. */
  otp: string | null;
  state: 'queued' | 'sent' | 'failed';
  accountNumber: string;
  transactionId: string | null;
  otpReferenceId: string | null;
  createdAt: string;
  sentAt: string | null;
};

export type MoveSandboxClockBody = {
  /** Seconds to move forward. */
  advanceSeconds: number;
};

export type MoveSandboxClockData = {
  now: string;
  offsetSeconds: number;
};

export type ControlSandboxTransferData = {
  transactionId: string;
};

export type ResetSandboxData = {
  /** The collection account of the fresh sandbox, with NGN 5,000,000. */
  accountNumber: string;
  /** Credentials that work on. */
  keptCredentials: number;
  /** Webhooks that came along. */
  keptEndpoints: number;
  resetAt: string;
};

export interface CustomersOperations {
  /** Create an individual profile. The BVN is checked with the registry before anything is written: names by the name rule of the KYC routes, date of birth exactly. With a NIN both are checked and the profile starts at Tier 2. One BVN has one profile. `statuscode` repeats `statusCode`. `POST /customer/profile/individual` */
  createIndividualCustomer(body: CreateIndividualCustomerBody, options?: CallOptions): Promise<CreateIndividualCustomerData>;
  /** Change contact and address. What is not sent stays; empty text removes an e-mail address or a salutation; `address` and `nextOfKin` are replaced as a whole. What the registry confirmed (names, date of birth, BVN, NIN, registration and tax number) is locked: sending it is refused. Values that are the same already change nothing and announce nothing. Disabled profiles can be corrected too. `PUT /customer/profile/{customerId}` */
  updateCustomer(customerId: string, body?: UpdateCustomerBody, options?: CallOptions): Promise<UpdateCustomerData>;
  /** Enable or disable a profile. A disabled customer can neither initiate or confirm transfers nor raise the tier; reads and incoming money go on. The status it has already is no error. `PATCH /customer/profile/{customerId}` */
  setCustomerStatus(customerId: string, body: SetCustomerStatusBody, options?: CallOptions): Promise<SetCustomerStatusData>;
  /** Read a profile. Optional text that was not given is null. BVN and NIN are masked unless the credential has the scope customer:pii. `GET /customer/profile/{customerId}` */
  readCustomer(customerId: string, options?: CallOptions): Promise<ReadCustomerData>;
  /** Create a business profile. Before anything is written the tax number and the registration number are looked up, and must belong to a company of this name; and the BVN of each director and shareholder is checked against names and date of birth. One registration number has one profile. The profile starts at Tier 1, or at Tier 2 where shareholders who passed hold more than 95 percent together; a picture of the first director adds a tier (POST /customer/kyc/{customerId}). `statuscode` repeats `statusCode`. `POST /customer/profile/business` */
  createBusinessCustomer(body: CreateBusinessCustomerBody, options?: CallOptions): Promise<CreateBusinessCustomerData>;
  /** Add a director. The BVN is checked against names and date of birth before anything is written. The director comes last in the list; the first one stays the company's contact. `POST /customer/profile/business/{customerId}/directors` */
  addDirector(customerId: string, body: AddDirectorBody, options?: CallOptions): Promise<AddDirectorData>;
  /** Add a shareholder. The BVN is checked against names and date of birth before anything is written. All together hold at most 100 percent. From more than 95 percent on, the company gains a tier. `POST /customer/profile/business/{customerId}/shareholders` */
  addShareholder(customerId: string, body: AddShareholderBody, options?: CallOptions): Promise<AddShareholderData>;
  /** Read a company's people. Directors and shareholders with their ids, and those the company had before. Numbers are masked unless the credential has the scope customer:pii. `GET /customer/profile/business/{customerId}/people` */
  readCompanyPeople(customerId: string, options?: CallOptions): Promise<ReadCompanyPeopleData>;
  /** Remove a director or shareholder. The last director stays. Once the shareholders left hold 95 percent or less, the company loses the tier they gave it. When the first director goes, the next one becomes the company's contact, and a face that was matched no longer counts. The person is kept among the former ones. `DELETE /customer/profile/business/{customerId}/people/{personId}` */
  removeCompanyPerson(customerId: string, personId: string, query: RemoveCompanyPersonQuery, options?: CallOptions): Promise<RemoveCompanyPersonData>;
  /** Raise a customer's KYC tier. Send exactly one of nin and livePicture. A NIN is checked against the customer's names and date of birth; a picture is compared with the photo behind the BVN. Each adds a tier once. A NIN that has passed cannot be replaced by another. The picture is not kept, but where a person must decide (`details.review` is `pending`): then, sealed, until a day after the decision, which raises the tier when it is a pass. `POST /customer/kyc/{customerId}` */
  raiseCustomerTier(customerId: string, body?: RaiseCustomerTierBody, options?: CallOptions): Promise<RaiseCustomerTierData>;
  /** List profiles. Newest first. `page` and `pageSize` are required. With `Accept: text/csv` or `application/x-ndjson` all profiles that fit the filters come as one stream without paging, personal numbers masked whatever the scope; CSV cells that a spreadsheet would take for a formula begin with an apostrophe, and phones come without their +. `GET /customer/profiles` */
  listCustomers(query?: ListCustomersQuery, options?: CallOptions): PageList<ListCustomersItem>;
}

export interface KycOperations {
  /** Try an identity check again. For a check that did not pass, or was left undecided by a provider's trouble. Numbers, names and pictures are not kept, so send the fields of the check's own route again, corrected where that is needed; the number must be the same. The new check names the old one in `retryOf`. Of a BVN against NIN check, a registry that had nothing against the very same claims is not asked again. For a customer's NIN or face check send nin or livePicture; it needs the scope customer:write too, and raises the tier when it passes. `POST /kyc/checks/{checkId}/retry` */
  retryKycCheck(checkId: string, body?: RetryKycCheckBody, options?: CallOptions): Promise<RetryKycCheckData>;
  /** Validate a BVN. Holds names and date of birth against the record behind a BVN. Accents, case, titles, punctuation and order of names do not count. Every name sent must be on the record; the date of birth must be exact. The answer never shows what the record holds. `dob` and `dateOfBirth` are the same field. `POST /kyc/validate/bvn` */
  validateBvn(body: ValidateBvnBody, query?: ValidateBvnQuery, options?: CallOptions): Promise<ValidateBvnData>;
  /** Validate a NIN. Holds names and date of birth against the record behind a NIN. Accents, case, titles, punctuation and order of names do not count. Every name sent must be on the record; the date of birth must be exact. The answer never shows what the record holds. `dob` and `dateOfBirth` are the same field. `POST /kyc/validate/nin` */
  validateNin(body: ValidateNinBody, query?: ValidateNinQuery, options?: CallOptions): Promise<ValidateNinData>;
  /** Validate a BVN against NIN data. Holds one person against both records, and asks whether the BVN is linked to this NIN. Accents, case, titles, punctuation and order of names do not count. Every name sent must be on the record; the date of birth must be exact. The answer never shows what the record holds. `dob` and `dateOfBirth` are the same field. `POST /kyc/validate/bvn-nin` */
  validateBvnNin(body: ValidateBvnNinBody, query?: ValidateBvnNinQuery, options?: CallOptions): Promise<ValidateBvnNinData>;
  /** Verify an identity document. Reads a driver's licence or passport, in any of four turns, and compares its number with documentNumber; of a passport the two lines at the bottom with their check digits and the expiry date too, of a licence the expiry date where it can be read. With selfieImage the face on the document is compared with the selfie. A pass says that pictures and number are consistent, not that the document is genuine. `details.checks` of a refusal names each check that did not pass, with a hint; `details.review` is `pending` where a person must decide: GET /kyc/checks/{checkId} then shows what they decided. Pictures are kept for that alone, sealed, until a day after the decision. `POST /kyc/verify/document` */
  verifyDocument(body: VerifyDocumentBody, options?: CallOptions): Promise<VerifyDocumentData>;
  /** Verify a company's tax number. Asks whether a taxpayer stands behind a number. `channel` says what kind of number it is: TIN, CAC or PHONE. `POST /kyc/verify/tin` */
  verifyTin(body: VerifyTinBody, options?: CallOptions): Promise<VerifyTinData>;
  /** List identity checks. Every check that was made, newest first: passed, failed, or left undecided by a provider's trouble. `GET /kyc/checks` */
  listKycChecks(query?: ListKycChecksQuery, options?: CallOptions): PageList<ListKycChecksItem>;
  /** Read an identity check. Who asked when, about what, and what came out. Never what the registry holds. `GET /kyc/checks/{checkId}` */
  readKycCheck(checkId: string, options?: CallOptions): Promise<ReadKycCheckData>;
}

export interface AccountsOperations {
  /** Generate an account for a customer. Generates a savings or current account with a NUBAN of the operator's bank. OTPs of its transfers go to the customer's phone. `POST /account/bank/create/personal` */
  createPersonalAccount(body: CreatePersonalAccountBody, options?: CallOptions): Promise<CreatePersonalAccountData>;
  /** Generate a collection account. Generates an account of your own, into which you collect and from which you pay out. `phone` receives the OTPs of its transfers. `POST /account/collection` */
  createCollectionAccount(body: CreateCollectionAccountBody, options?: CallOptions): Promise<CreateCollectionAccountData>;
  /** Generate a virtual account that expires. A number to be paid once or for a while, such as for one order. Until it expires, money sent to it is credited to the collection account named, or to your first one, and the event `account.credited` names both. Afterwards it cannot be found or credited any more; its number is never given again. `POST /account/virtual/create/dynamic` */
  createVirtualAccount(body: CreateVirtualAccountBody, options?: CallOptions): Promise<CreateVirtualAccountData>;
  /** Read an account. One account with its balances in naira: ledger (booked), held (for transfers on their way) and available (what can be spent). `asOf` adds the balances at a moment in the past. `GET /account/{accountNumber}` */
  getAccount(accountNumber: string, query?: GetAccountQuery, options?: CallOptions): Promise<GetAccountData>;
  /** Restrict an account. Sets or lifts a restriction. A restricted account refuses the debits or credits named; transfers already confirmed run to their end. The account of an erased customer stays shut. `PATCH /account/{accountNumber}` */
  restrictAccount(accountNumber: string, body: RestrictAccountBody, options?: CallOptions): Promise<RestrictAccountData>;
  /** List accounts. Accounts of the environment, newest first, with their balances. `GET /accounts` */
  listAccounts(query?: ListAccountsQuery, options?: CallOptions): PageList<ListAccountsItem>;
  /** Read what was done to what an account may do. Restrictions, liens and dormancy with their reasons, newest first. `GET /account/{accountNumber}/restrictions` */
  listRestrictions(accountNumber: string, query?: ListRestrictionsQuery, options?: CallOptions): PageList<ListRestrictionsItem>;
  /** Be told when the money runs low. The event `account.low_balance` is written each time a confirmed transfer takes the available balance from the threshold or above to below it. `PUT /account/{accountNumber}/low-balance` */
  setLowBalance(accountNumber: string, body: SetLowBalanceBody, options?: CallOptions): Promise<SetLowBalanceData>;
  /** Place a lien. Keeps an amount from being spent until it is released. It may exceed the balance, and then takes what comes in; transfers already confirmed run to their end. `POST /account/{accountNumber}/lien` */
  placeLien(accountNumber: string, body: PlaceLienBody, options?: CallOptions): Promise<PlaceLienData>;
  /** Release a lien. The amount can be spent again. Releasing it once more changes nothing. `DELETE /account/{accountNumber}/lien/{lienId}` */
  releaseLien(accountNumber: string, lienId: string, query?: ReleaseLienQuery, options?: CallOptions): Promise<ReleaseLienData>;
  /** Read an account's statement. Balances before and after a period of Lagos days, and every booked entry in it with the balance after it; charges are entries of their own. Opening balance plus entries is the closing balance. Money held for transfers on their way is not booked yet. JSON comes in pages; `Accept: text/csv` and `Accept: application/pdf` answer the whole period. At most 366 days. `POST /account/statement` */
  readStatement(body: ReadStatementBody, options?: CallOptions): Promise<ReadStatementData>;
}

export interface TransfersOperations {
  /** Look up the name of an account. Asks the beneficiary bank who owns the account. The sessionId is good for one transfer to exactly this account within 15 minutes. With a `customerId`, the account is saved among the customer's beneficiaries. `POST /transfer/name-enquiry` */
  enquireName(body: EnquireNameBody, options?: CallOptions): Promise<EnquireNameData>;
  /** Initiate a transfer from a customer's account. Checks everything, reserves nothing, and sends an OTP to the customer's phone. The beneficiary must be the one enquired. An earlier OTP of the account ends. With `scheduledFor` it starts then: funds and the day's limits are decided at that time. `POST /transfer/customer/initiate` */
  initiateCustomerTransfer(body: InitiateCustomerTransferBody, options?: CallOptions): Promise<InitiateCustomerTransferData>;
  /** Initiate a transfer from a collection account. The same from one of your collection accounts; its OTP goes to the phone on that account. `POST /transfer/collection/initiate` */
  initiateCollectionTransfer(body: InitiateCollectionTransferBody, options?: CallOptions): Promise<InitiateCollectionTransferData>;
  /** Confirm a transfer with its OTP. Spends the OTP and holds the money in one step, then sends it; a scheduled transfer holds nothing and waits for its time. Each try needs a requestId of its own; five wrong tries kill the code. `POST /transfer/validate` */
  validateTransfer(body: ValidateTransferBody, options?: CallOptions): Promise<ValidateTransferData>;
  /** Send a new OTP for a transfer. For a transfer that still waits for its OTP. The earlier code ends; the transfer itself ends 30 minutes after its initiation. `POST /transfer/resend-otp` */
  resendTransferOtp(body: ResendTransferOtpBody, options?: CallOptions): Promise<ResendTransferOtpData>;
  /** Cancel a transfer that has not started. For a transfer that waits for its OTP or for its time. Nothing was held, so nothing is given back. When its start wins the race, the refusal says how it stands. `POST /transfer/cancel` */
  cancelTransfer(body: CancelTransferBody, options?: CallOptions): Promise<CancelTransferData>;
  /** Ask what a transfer would cost and whether it would be accepted. Fee, VAT, stamp duty, limits with what is left and when they reset, and everything that would refuse the transfer. No OTP is sent and no money moves. `POST /transfer/preflight` */
  preflightTransfer(body: PreflightTransferBody, options?: CallOptions): Promise<PreflightTransferData>;
  /** Check the status of a transfer. PENDING until the result is final; then SUCCESS, FAILED or REVERSED. `safeToRetry` says whether paying anew could pay twice. `GET /transfer/status/{transactionId}` */
  getTransferStatus(transactionId: string, options?: CallOptions): Promise<GetTransferStatusData>;
  /** Read a transfer. The whole transfer with its timeline. `GET /transfer/{transactionId}` */
  getTransfer(transactionId: string, options?: CallOptions): Promise<GetTransferData>;
  /** List transfers. Transfers of the environment, newest first; with scheduledFrom or scheduledTo scheduled ones, the soonest first. `Accept: text/csv` and `Accept: application/x-ndjson` answer the whole filtered list, without pages. `GET /transfers` */
  listTransfers(query?: ListTransfersQuery, options?: CallOptions): PageList<ListTransfersItem>;
  /** List banks. Banks that a transfer can reach, and whether they answered of late. Any of a bank's codes is accepted as bankCode. `GET /transfer/banks` */
  listBanks(options?: CallOptions): Promise<ListBanksData>;
  /** Suggest banks for an account number. Banks whose NUBAN check digit fits the number: a hint, since about one bank in ten fits by chance. Name enquiry decides. `GET /transfer/banks/candidates` */
  listBankCandidates(query: ListBankCandidatesQuery, options?: CallOptions): Promise<ListBankCandidatesData>;
  /** Read one bank. By any spelling that is accepted as bankCode: NIP code, CBN code, alias or name. `GET /transfer/banks/{bankCode}` */
  getBank(bankCode: string, options?: CallOptions): Promise<GetBankData>;
  /** Get the receipt of a transfer. For a transfer that reached its beneficiary, or came back later. An HTML document unless `Accept: application/pdf` or `Accept: application/json` asks for another form. Its verification code can be checked by anybody at /receipts/{code}. `GET /transfer/{transactionId}/receipt` */
  getReceipt(transactionId: string, options?: CallOptions): Promise<GetReceiptData>;
  /** Verify a receipt. Confirms a receipt of yours by the code on it, with the status of the transfer as it is now. Tells nothing that the receipt does not show. `GET /receipts/{verificationCode}` */
  verifyReceipt(verificationCode: string, options?: CallOptions): Promise<VerifyReceiptData>;
}

export interface BulkTransfersOperations {
  /** Send a bulk transfer. Up to 1,000 payments from one account, as JSON or as CSV. A file with a fault is refused whole, with an entry for each. Names are asked afterwards; then one OTP confirms all payments that were accepted. `POST /transfer/bulk` */
  createBulkTransfer(body: CreateBulkTransferBody, query?: CreateBulkTransferQuery, options?: CallOptions): Promise<CreateBulkTransferData>;
  /** List bulk transfers. Bulk transfers of the environment, newest first. `GET /transfer/bulk` */
  listBulkTransfers(query?: ListBulkTransfersQuery, options?: CallOptions): PageList<ListBulkTransfersItem>;
  /** Send the OTP of a bulk transfer. For a bulk transfer that is ready. The code confirms exactly what `hash` and `total` name, and nothing else; an earlier code of the account ends. `POST /transfer/bulk/{batchId}/otp` */
  sendBulkTransferOtp(batchId: string, options?: CallOptions): Promise<SendBulkTransferOtpData>;
  /** Confirm a bulk transfer with its OTP. Spends the OTP and makes every accepted payment a transfer of its own, which starts at once or at `scheduledFor`. Money is held payment by payment as they start, so that later ones may fail for funds or limits. Too little money for all: the code is spent, and the bulk transfer stays ready for another one. `POST /transfer/bulk/{batchId}/validate` */
  validateBulkTransfer(batchId: string, body?: ValidateBulkTransferBody, options?: CallOptions): Promise<ValidateBulkTransferData>;
  /** Cancel a bulk transfer. Before its OTP the whole; afterwards the payments that have not started. Those that have started go on. `POST /transfer/bulk/{batchId}/cancel` */
  cancelBulkTransfer(batchId: string, options?: CallOptions): Promise<CancelBulkTransferData>;
  /** Read a bulk transfer. Its state, how many payments stand at which stage, the totals, and the hash of what its OTP confirms. `GET /transfer/bulk/{batchId}` */
  getBulkTransfer(batchId: string, options?: CallOptions): Promise<GetBulkTransferData>;
  /** List the payments of a bulk transfer. In the order of the file, each with the name that was found and its result. `Accept: text/csv` answers all of them, without pages. `GET /transfer/bulk/{batchId}/items` */
  listBulkTransferItems(batchId: string, query?: ListBulkTransferItemsQuery, options?: CallOptions): PageList<ListBulkTransferItemsItem>;
}

export interface BeneficiariesOperations {
  /** Save a beneficiary. Keeps the account of a name enquiry in the customer's list; an enquiry that names the `customerId`, and a payment that arrives, do it by themselves. The enquiry stays good for its transfer. Saving an account again brings its name up to date. `POST /customer/{customerId}/beneficiaries` */
  saveBeneficiary(customerId: string, body: SaveBeneficiaryBody, options?: CallOptions): Promise<SaveBeneficiaryData>;
  /** List a customer's beneficiaries. The accounts saved for the customer, the last used first. To pay one, enquire its name again. `GET /customer/{customerId}/beneficiaries` */
  listBeneficiaries(customerId: string, query?: ListBeneficiariesQuery, options?: CallOptions): PageList<ListBeneficiariesItem>;
  /** Remove a beneficiary. Takes the account out of the customer's list, until an enquiry or a payment saves it anew. Its transfers stay as they are. `DELETE /customer/{customerId}/beneficiaries/{beneficiaryId}` */
  removeBeneficiary(customerId: string, beneficiaryId: string, options?: CallOptions): Promise<RemoveBeneficiaryData>;
}

export interface LimitsOperations {
  /** Read what a customer may still send today. Each limit of the customer's tier, lowered by own limits, with what today has used (a day ends at midnight in Lagos), where it comes from, and what would raise it. `GET /limits/{customerId}` */
  getLimits(customerId: string, options?: CallOptions): Promise<GetLimitsData>;
  /** Set a customer's own limits. Replaces the customer's own limits. They can only lower what the policy allows; null lifts one. `PUT /limits/customer/{customerId}` */
  setCustomerLimits(customerId: string, body: SetCustomerLimitsBody, options?: CallOptions): Promise<SetCustomerLimitsData>;
  /** Set an account's own limits. Replaces the account's own limits. They can only lower what the policy allows; null lifts one. `PUT /limits/account/{accountNumber}` */
  setAccountLimits(accountNumber: string, body: SetAccountLimitsBody, options?: CallOptions): Promise<SetAccountLimitsData>;
}

export interface PrivacyOperations {
  /** Export everything about a customer. For a person who asks what is known about them: the profile in full, checks, accounts, payments, whom they paid, and who read their numbers. Of each list the newest 1,000 and the total. The export itself is written to the audit log before it is answered. `GET /customer/{customerId}/export` */
  exportCustomer(customerId: string, options?: CallOptions): Promise<ExportCustomerData>;
  /** Erase a customer. Destroys the customer's key, and blanks names, numbers, address, next of kin, pictures and saved beneficiaries. Ledger, payments and what came out of checks stay under the customerId, because the law wants them. Refused while the customer is enabled, while accounts hold money or payments are on their way, and in live until the years of retention after the last move of money are over: `details.reasons` says which. Refused with `erasure_held` while a legal hold is in force. It cannot be undone. `POST /customer/{customerId}/erase` */
  eraseCustomer(customerId: string, body: EraseCustomerBody, options?: CallOptions): Promise<EraseCustomerData>;
  /** List the audit log. Who changed what, and who read a BVN or NIN in full (`customer.pii_read`), newest first. Entries are never changed or removed. `GET /audit` */
  listAuditLog(query?: ListAuditLogQuery, options?: CallOptions): PageList<ListAuditLogItem>;
}

export interface OtpUtilitiesOperations {
  /** Request an OTP. Sends a 6-digit code to the phone of the account. It lives 300 seconds; an earlier code of the same account ends, one sent for a transfer too. `POST /utils/otp-request` */
  requestOtp(body: RequestOtpBody, options?: CallOptions): Promise<RequestOtpData>;
  /** Validate an OTP. Spends a code of POST /utils/otp-request. Five wrong tries kill it; a code sent for a transfer is refused here. `POST /utils/otp-validation` */
  validateOtp(body?: ValidateOtpBody, options?: CallOptions): Promise<ValidateOtpData>;
}

export interface WebhooksOperations {
  /** Create a webhook. Adds an address to which events are posted; at most 20. Unless `secret` is null, each request is signed: X-Service-Signature is sha256= and the HMAC-SHA256 of the raw body in hex; webhook-id, webhook-timestamp and webhook-signature follow Standard Webhooks and protect against replays as well. Any 2xx answer within 15 seconds acknowledges; 410 pauses the webhook; anything else is tried again (sandbox: after 5 s, 30 s, 2 min, 10 min; live: ten attempts over 75 hours). `payment.success`: A transfer reached the beneficiary. `payment.failed`: A transfer ended without reaching the beneficiary; nothing is held. `payment.reversed`: A transfer that had succeeded came back; the money is on the source account again. `transfer.initiated`: A transfer was initiated and its OTP was sent. `transfer.authorized`: A transfer was confirmed with its OTP; the money is held. `transfer.expired`: A transfer was not confirmed within 30 minutes. `transfer.scheduled`: A transfer was confirmed with its OTP and starts at its time; nothing is held before. `transfer.cancelled`: A transfer was taken back before it started. `transfer.batch_ready`: Every name of a bulk transfer was asked; it waits for its OTP. `transfer.batch_completed`: Every payment of a bulk transfer is final. `account.created`: An account was generated. `account.credited`: Money came in. `account.debited`: Money went out. `account.low_balance`: A transfer took the available balance below the account's threshold. `account.status_changed`: A restriction was set or lifted. `customer.created`: A customer profile was created. `customer.updated`: A customer profile was changed. `customer.status_changed`: A customer was enabled or disabled. `customer.tier_changed`: A customer's KYC tier changed. `customer.erased`: A customer was erased: forget the person too. `business.created`: A company's profile was created; customer.created tells of it too. `business.updated`: A company's profile or its people were changed. `business.status_changed`: A company was enabled or disabled. `business.tier_changed`: A company's KYC tier changed. `kyc.check.completed`: An identity check was completed. `kyc.duplicate_suspected`: A document seems to show somebody, or to be a picture, that another check showed already. `webhook.paused`: A webhook was paused because it had failed for days, or answered 410. `webhook.test`: A test sent by you. `POST /webhooks` */
  createWebhook(body: CreateWebhookBody, options?: CallOptions): Promise<CreateWebhookData>;
  /** List webhooks. Every webhook of the environment, oldest first, without its secret. `GET /webhooks` */
  listWebhooks(options?: CallOptions): Promise<ListWebhooksData>;
  /** Read a webhook. One webhook without its secret. `GET /webhooks/{id}` */
  getWebhook(id: string, options?: CallOptions): Promise<GetWebhookData>;
  /** Change, pause or resume a webhook. Changes the fields that are sent. A paused webhook keeps its events; they are delivered when its status is active again. `PATCH /webhooks/{id}` */
  updateWebhook(id: string, body?: UpdateWebhookBody, options?: CallOptions): Promise<UpdateWebhookData>;
  /** Delete a webhook. Deliveries that were still to be made end as failed. The events stay readable through GET /events. `DELETE /webhooks/{id}` */
  deleteWebhook(id: string, options?: CallOptions): Promise<DeleteWebhookData>;
  /** Replace the secret of a webhook. Shows the new secret, this once. During the overlap webhook-signature carries the signatures of both secrets, old and new; X-Service-Signature stays with the old one until it ends or POST /webhooks/{id}/activate-secret. A second rotation within the overlap replaces the new secret. `POST /webhooks/{id}/rotate-secret` */
  rotateWebhookSecret(id: string, body?: RotateWebhookSecretBody, options?: CallOptions): Promise<RotateWebhookSecretData>;
  /** Let the new secret sign alone. Ends the overlap of a rotation now; the old secret is forgotten. Nothing changes where no secret is being replaced. `POST /webhooks/{id}/activate-secret` */
  activateWebhookSecret(id: string, options?: CallOptions): Promise<ActivateWebhookSecretData>;
  /** Find out why a signature is refused. Send what your receiver saw: headers, body, the secret it uses, or the id of the webhook, whose own secrets are then tried. It names the mistake and its remedy: a body that was parsed and written anew, another secret or an old one, hex for base64, a prefix or header that is missing, white space, a clock that is off. The secret is neither logged nor kept. `POST /webhooks/verify-signature` */
  verifyWebhookSignature(body: VerifyWebhookSignatureBody, options?: CallOptions): Promise<VerifyWebhookSignatureData>;
  /** Send a test event. Sends an invented event of the kind to this webhook alone, whatever it selected, signed and retried like a real one. Its body carries `test: true`. It does not show in GET /events. `POST /webhooks/{id}/test` */
  testWebhook(id: string, body?: TestWebhookBody, options?: CallOptions): Promise<TestWebhookData>;
  /** Send many events again. Sends what this webhook got, or failed to get, again: the same bodies under the same event ids, with new timestamps and signatures; at most 10000 in one call, oldest first. To the webhook itself, to another of yours, or to an address of this replay alone, which is judged and signed for like the webhook's own; at most 5 of those at a time. `POST /webhooks/{id}/replay` */
  replayWebhook(id: string, body?: ReplayWebhookBody, options?: CallOptions): Promise<ReplayWebhookData>;
  /** List the deliveries of a webhook. What was sent and what came back, newest event first. Answer headers and bodies are not kept. `GET /webhooks/{id}/deliveries` */
  listWebhookDeliveries(id: string, query?: ListWebhookDeliveriesQuery, options?: CallOptions): PageList<ListWebhookDeliveriesItem>;
  /** Read a delivery with its attempts. Each call that was made, with its status or the class of its trouble, how long it took, and when the next one was planned. Attempts are kept for 30 days. `GET /webhooks/deliveries/{deliveryId}` */
  getWebhookDelivery(deliveryId: string, options?: CallOptions): Promise<GetWebhookDeliveryData>;
  /** Send an event again. Sends the same body under the same event id, with a new timestamp and signature, from the first attempt. Works for delivered and failed deliveries alike. `POST /webhooks/deliveries/{deliveryId}/replay` */
  replayWebhookDelivery(deliveryId: string, options?: CallOptions): Promise<ReplayWebhookDeliveryData>;
  /** Check a receiver before going live. Attacks your own receiver with 21 requests, genuine and forged, judges each answer, and says what to mend. Takes a few seconds, a minute at most; one check of a webhook at a time, four a minute. Every event carries `test: true` and an id that begins with evt_golive_; none shows in GET /events or among the deliveries. `genuine`: A genuine event. Wanted: 2xx. `duplicate`: The same event once more, under the same id. Wanted: 2xx, and nothing done twice. `out_of_order`: Two events in the wrong order: sequence 7, then 6. Wanted: 2xx for both. `unknown_kind`: A genuine event of a kind that does not exist yet. Wanted: 2xx. `wrongly_signed`: An event signed with another secret. Wanted: 4xx. `unsigned`: An event without signatures. Wanted: 4xx. `altered_body`: An event whose amount was changed after signing. Wanted: 4xx. `late`: A genuine event that was signed ten minutes ago. Wanted: 4xx. `malformed_json`: A signed body that is no JSON. Wanted: 4xx. `slow_body`: A genuine event whose body takes two seconds to arrive. Wanted: 2xx. `burst`: Ten genuine events at once. Wanted: 2xx for all. `speed`: Nothing more: the slowest answer to a genuine event. Wanted: under 3 seconds. `POST /webhooks/{id}/go-live-check` */
  checkWebhook(id: string, options?: CallOptions): Promise<CheckWebhookData>;
  /** Read the last check of a receiver. The report of the last check that came to its end. `GET /webhooks/{id}/go-live-check` */
  getWebhookCheck(id: string, options?: CallOptions): Promise<GetWebhookCheckData>;
}

export interface EventsOperations {
  /** Send an event of your own. Goes to every webhook that selected its kind, `custom.*` or `*`, signed and retried like any other event, and shows in GET /events. Its body has the same form; nothing here reads `data`. `POST /events` */
  postEvent(body: PostEventBody, options?: CallOptions): Promise<PostEventData>;
  /** Pull events. The events that webhooks carry, oldest first, for whoever prefers to ask. Keep `nextCursor` and send it as `after`. An event written within the last second makes the call wait until it is a second old, so that a cursor never passes an event that is still being written. `GET /events` */
  listEvents(query?: ListEventsQuery, options?: CallOptions): CursorList<ListEventsItem>;
  /** Stream events. With `Accept: text/event-stream`: the events of GET /events as they happen, a second after they were written, as server-sent events. `id` is the event id, `event` its kind, `data` the body that webhooks carry. Send `Last-Event-ID`, or `after`, to go on where you stopped. A comment comes every second when nothing else does. The stream ends when the token runs out or is revoked; at most 4 for each credential. Without that header the first 100 events come as one page. `GET /events/stream` */
  streamEvents(query?: StreamEventsQuery, options?: CallOptions): CursorList<StreamEventsItem>;
}

export interface SandboxOperations {
  /** Credit an account. Simulates money that arrives from another bank. `POST /sandbox/credit` Sandbox only. */
  simulateCredit(body: SimulateCreditBody, options?: CallOptions): Promise<SimulateCreditData>;
  /** Read the message inbox. Every text the sandbox would have sent, newest first, with its OTP. `GET /sandbox/messages` Sandbox only. */
  listSandboxMessages(query?: ListSandboxMessagesQuery, options?: CallOptions): PageList<ListSandboxMessagesItem>;
  /** Move the clock forward. Your sandbox's clock jumps ahead: OTPs expire, unconfirmed transfers end, retries come due. It never moves back. `POST /sandbox/clock` Sandbox only. */
  moveSandboxClock(body: MoveSandboxClockBody, options?: CallOptions): Promise<MoveSandboxClockData>;
  /** Decide how a pending transfer ends. settle or fail a transfer that the rail holds as pending (scenario stays_pending); reverse one that succeeded. The result arrives as from a real rail. `POST /sandbox/transfers/{transactionId}/{outcome}` Sandbox only. */
  controlSandboxTransfer(transactionId: string, outcome: string, options?: CallOptions): Promise<ControlSandboxTransferData>;
  /** Begin anew with a fresh sandbox. Everything in your sandbox goes out of reach, for everybody who works in it: customers, accounts, transfers, messages, checks, events, logs, and how far its clock was moved. Credentials stay as they are, tokens included, and so do webhooks with their selections and secrets. The fresh sandbox has one funded collection account. There is no way back. `POST /sandbox/reset` Sandbox only. */
  resetSandbox(options?: CallOptions): Promise<ResetSandboxData>;
}

/** Every operation, by group. */
export interface Operations {
  customers: CustomersOperations;
  kyc: KycOperations;
  accounts: AccountsOperations;
  transfers: TransfersOperations;
  bulkTransfers: BulkTransfersOperations;
  beneficiaries: BeneficiariesOperations;
  limits: LimitsOperations;
  privacy: PrivacyOperations;
  otpUtilities: OtpUtilitiesOperations;
  webhooks: WebhooksOperations;
  events: EventsOperations;
  sandbox: SandboxOperations;
}

/** What the client must know of each operation at run time. */
export const operations = {
  createIndividualCustomer: { group: 'customers', method: 'POST', path: '/customer/profile/individual', body: true, query: false, list: null, otherMedia: [] },
  updateCustomer: { group: 'customers', method: 'PUT', path: '/customer/profile/{customerId}', body: true, query: false, list: null, otherMedia: [] },
  setCustomerStatus: { group: 'customers', method: 'PATCH', path: '/customer/profile/{customerId}', body: true, query: false, list: null, otherMedia: [] },
  readCustomer: { group: 'customers', method: 'GET', path: '/customer/profile/{customerId}', body: false, query: false, list: null, otherMedia: [] },
  createBusinessCustomer: { group: 'customers', method: 'POST', path: '/customer/profile/business', body: true, query: false, list: null, otherMedia: [] },
  addDirector: { group: 'customers', method: 'POST', path: '/customer/profile/business/{customerId}/directors', body: true, query: false, list: null, otherMedia: [] },
  addShareholder: { group: 'customers', method: 'POST', path: '/customer/profile/business/{customerId}/shareholders', body: true, query: false, list: null, otherMedia: [] },
  readCompanyPeople: { group: 'customers', method: 'GET', path: '/customer/profile/business/{customerId}/people', body: false, query: false, list: null, otherMedia: [] },
  removeCompanyPerson: { group: 'customers', method: 'DELETE', path: '/customer/profile/business/{customerId}/people/{personId}', body: false, query: true, list: null, otherMedia: [] },
  raiseCustomerTier: { group: 'customers', method: 'POST', path: '/customer/kyc/{customerId}', body: true, query: false, list: null, otherMedia: [] },
  retryKycCheck: { group: 'kyc', method: 'POST', path: '/kyc/checks/{checkId}/retry', body: true, query: false, list: null, otherMedia: [] },
  listCustomers: { group: 'customers', method: 'GET', path: '/customer/profiles', body: false, query: true, list: 'pages', otherMedia: ['text/csv', 'application/x-ndjson'] },
  validateBvn: { group: 'kyc', method: 'POST', path: '/kyc/validate/bvn', body: true, query: true, list: null, otherMedia: [] },
  validateNin: { group: 'kyc', method: 'POST', path: '/kyc/validate/nin', body: true, query: true, list: null, otherMedia: [] },
  validateBvnNin: { group: 'kyc', method: 'POST', path: '/kyc/validate/bvn-nin', body: true, query: true, list: null, otherMedia: [] },
  verifyDocument: { group: 'kyc', method: 'POST', path: '/kyc/verify/document', body: true, query: false, list: null, otherMedia: [] },
  verifyTin: { group: 'kyc', method: 'POST', path: '/kyc/verify/tin', body: true, query: false, list: null, otherMedia: [] },
  listKycChecks: { group: 'kyc', method: 'GET', path: '/kyc/checks', body: false, query: true, list: 'pages', otherMedia: [] },
  readKycCheck: { group: 'kyc', method: 'GET', path: '/kyc/checks/{checkId}', body: false, query: false, list: null, otherMedia: [] },
  createPersonalAccount: { group: 'accounts', method: 'POST', path: '/account/bank/create/personal', body: true, query: false, list: null, otherMedia: [] },
  createCollectionAccount: { group: 'accounts', method: 'POST', path: '/account/collection', body: true, query: false, list: null, otherMedia: [] },
  createVirtualAccount: { group: 'accounts', method: 'POST', path: '/account/virtual/create/dynamic', body: true, query: false, list: null, otherMedia: [] },
  getAccount: { group: 'accounts', method: 'GET', path: '/account/{accountNumber}', body: false, query: true, list: null, otherMedia: [] },
  restrictAccount: { group: 'accounts', method: 'PATCH', path: '/account/{accountNumber}', body: true, query: false, list: null, otherMedia: [] },
  listAccounts: { group: 'accounts', method: 'GET', path: '/accounts', body: false, query: true, list: 'pages', otherMedia: [] },
  listRestrictions: { group: 'accounts', method: 'GET', path: '/account/{accountNumber}/restrictions', body: false, query: true, list: 'pages', otherMedia: [] },
  setLowBalance: { group: 'accounts', method: 'PUT', path: '/account/{accountNumber}/low-balance', body: true, query: false, list: null, otherMedia: [] },
  placeLien: { group: 'accounts', method: 'POST', path: '/account/{accountNumber}/lien', body: true, query: false, list: null, otherMedia: [] },
  releaseLien: { group: 'accounts', method: 'DELETE', path: '/account/{accountNumber}/lien/{lienId}', body: false, query: true, list: null, otherMedia: [] },
  readStatement: { group: 'accounts', method: 'POST', path: '/account/statement', body: true, query: false, list: null, otherMedia: ['text/csv', 'application/pdf'] },
  enquireName: { group: 'transfers', method: 'POST', path: '/transfer/name-enquiry', body: true, query: false, list: null, otherMedia: [] },
  initiateCustomerTransfer: { group: 'transfers', method: 'POST', path: '/transfer/customer/initiate', body: true, query: false, list: null, otherMedia: [] },
  initiateCollectionTransfer: { group: 'transfers', method: 'POST', path: '/transfer/collection/initiate', body: true, query: false, list: null, otherMedia: [] },
  validateTransfer: { group: 'transfers', method: 'POST', path: '/transfer/validate', body: true, query: false, list: null, otherMedia: [] },
  resendTransferOtp: { group: 'transfers', method: 'POST', path: '/transfer/resend-otp', body: true, query: false, list: null, otherMedia: [] },
  cancelTransfer: { group: 'transfers', method: 'POST', path: '/transfer/cancel', body: true, query: false, list: null, otherMedia: [] },
  preflightTransfer: { group: 'transfers', method: 'POST', path: '/transfer/preflight', body: true, query: false, list: null, otherMedia: [] },
  getTransferStatus: { group: 'transfers', method: 'GET', path: '/transfer/status/{transactionId}', body: false, query: false, list: null, otherMedia: [] },
  getTransfer: { group: 'transfers', method: 'GET', path: '/transfer/{transactionId}', body: false, query: false, list: null, otherMedia: [] },
  listTransfers: { group: 'transfers', method: 'GET', path: '/transfers', body: false, query: true, list: 'pages', otherMedia: ['text/csv', 'application/x-ndjson'] },
  listBanks: { group: 'transfers', method: 'GET', path: '/transfer/banks', body: false, query: false, list: null, otherMedia: [] },
  listBankCandidates: { group: 'transfers', method: 'GET', path: '/transfer/banks/candidates', body: false, query: true, list: null, otherMedia: [] },
  getBank: { group: 'transfers', method: 'GET', path: '/transfer/banks/{bankCode}', body: false, query: false, list: null, otherMedia: [] },
  createBulkTransfer: { group: 'bulkTransfers', method: 'POST', path: '/transfer/bulk', body: true, query: true, list: null, otherMedia: [] },
  listBulkTransfers: { group: 'bulkTransfers', method: 'GET', path: '/transfer/bulk', body: false, query: true, list: 'pages', otherMedia: [] },
  sendBulkTransferOtp: { group: 'bulkTransfers', method: 'POST', path: '/transfer/bulk/{batchId}/otp', body: false, query: false, list: null, otherMedia: [] },
  validateBulkTransfer: { group: 'bulkTransfers', method: 'POST', path: '/transfer/bulk/{batchId}/validate', body: true, query: false, list: null, otherMedia: [] },
  cancelBulkTransfer: { group: 'bulkTransfers', method: 'POST', path: '/transfer/bulk/{batchId}/cancel', body: false, query: false, list: null, otherMedia: [] },
  getBulkTransfer: { group: 'bulkTransfers', method: 'GET', path: '/transfer/bulk/{batchId}', body: false, query: false, list: null, otherMedia: [] },
  listBulkTransferItems: { group: 'bulkTransfers', method: 'GET', path: '/transfer/bulk/{batchId}/items', body: false, query: true, list: 'pages', otherMedia: ['text/csv'] },
  saveBeneficiary: { group: 'beneficiaries', method: 'POST', path: '/customer/{customerId}/beneficiaries', body: true, query: false, list: null, otherMedia: [] },
  listBeneficiaries: { group: 'beneficiaries', method: 'GET', path: '/customer/{customerId}/beneficiaries', body: false, query: true, list: 'pages', otherMedia: [] },
  removeBeneficiary: { group: 'beneficiaries', method: 'DELETE', path: '/customer/{customerId}/beneficiaries/{beneficiaryId}', body: false, query: false, list: null, otherMedia: [] },
  getReceipt: { group: 'transfers', method: 'GET', path: '/transfer/{transactionId}/receipt', body: false, query: false, list: null, otherMedia: ['text/html', 'application/pdf'] },
  verifyReceipt: { group: 'transfers', method: 'GET', path: '/receipts/{verificationCode}', body: false, query: false, list: null, otherMedia: [] },
  getLimits: { group: 'limits', method: 'GET', path: '/limits/{customerId}', body: false, query: false, list: null, otherMedia: [] },
  setCustomerLimits: { group: 'limits', method: 'PUT', path: '/limits/customer/{customerId}', body: true, query: false, list: null, otherMedia: [] },
  setAccountLimits: { group: 'limits', method: 'PUT', path: '/limits/account/{accountNumber}', body: true, query: false, list: null, otherMedia: [] },
  exportCustomer: { group: 'privacy', method: 'GET', path: '/customer/{customerId}/export', body: false, query: false, list: null, otherMedia: [] },
  eraseCustomer: { group: 'privacy', method: 'POST', path: '/customer/{customerId}/erase', body: true, query: false, list: null, otherMedia: [] },
  listAuditLog: { group: 'privacy', method: 'GET', path: '/audit', body: false, query: true, list: 'pages', otherMedia: [] },
  requestOtp: { group: 'otpUtilities', method: 'POST', path: '/utils/otp-request', body: true, query: false, list: null, otherMedia: [] },
  validateOtp: { group: 'otpUtilities', method: 'POST', path: '/utils/otp-validation', body: true, query: false, list: null, otherMedia: [] },
  createWebhook: { group: 'webhooks', method: 'POST', path: '/webhooks', body: true, query: false, list: null, otherMedia: [] },
  listWebhooks: { group: 'webhooks', method: 'GET', path: '/webhooks', body: false, query: false, list: null, otherMedia: [] },
  getWebhook: { group: 'webhooks', method: 'GET', path: '/webhooks/{id}', body: false, query: false, list: null, otherMedia: [] },
  updateWebhook: { group: 'webhooks', method: 'PATCH', path: '/webhooks/{id}', body: true, query: false, list: null, otherMedia: [] },
  deleteWebhook: { group: 'webhooks', method: 'DELETE', path: '/webhooks/{id}', body: false, query: false, list: null, otherMedia: [] },
  rotateWebhookSecret: { group: 'webhooks', method: 'POST', path: '/webhooks/{id}/rotate-secret', body: true, query: false, list: null, otherMedia: [] },
  activateWebhookSecret: { group: 'webhooks', method: 'POST', path: '/webhooks/{id}/activate-secret', body: false, query: false, list: null, otherMedia: [] },
  verifyWebhookSignature: { group: 'webhooks', method: 'POST', path: '/webhooks/verify-signature', body: true, query: false, list: null, otherMedia: [] },
  testWebhook: { group: 'webhooks', method: 'POST', path: '/webhooks/{id}/test', body: true, query: false, list: null, otherMedia: [] },
  replayWebhook: { group: 'webhooks', method: 'POST', path: '/webhooks/{id}/replay', body: true, query: false, list: null, otherMedia: [] },
  listWebhookDeliveries: { group: 'webhooks', method: 'GET', path: '/webhooks/{id}/deliveries', body: false, query: true, list: 'pages', otherMedia: [] },
  getWebhookDelivery: { group: 'webhooks', method: 'GET', path: '/webhooks/deliveries/{deliveryId}', body: false, query: false, list: null, otherMedia: [] },
  replayWebhookDelivery: { group: 'webhooks', method: 'POST', path: '/webhooks/deliveries/{deliveryId}/replay', body: false, query: false, list: null, otherMedia: [] },
  checkWebhook: { group: 'webhooks', method: 'POST', path: '/webhooks/{id}/go-live-check', body: false, query: false, list: null, otherMedia: [] },
  getWebhookCheck: { group: 'webhooks', method: 'GET', path: '/webhooks/{id}/go-live-check', body: false, query: false, list: null, otherMedia: [] },
  postEvent: { group: 'events', method: 'POST', path: '/events', body: true, query: false, list: null, otherMedia: [] },
  listEvents: { group: 'events', method: 'GET', path: '/events', body: false, query: true, list: 'cursor', otherMedia: [] },
  streamEvents: { group: 'events', method: 'GET', path: '/events/stream', body: false, query: true, list: 'cursor', otherMedia: ['text/event-stream'] },
  simulateCredit: { group: 'sandbox', method: 'POST', path: '/sandbox/credit', body: true, query: false, list: null, otherMedia: [] },
  listSandboxMessages: { group: 'sandbox', method: 'GET', path: '/sandbox/messages', body: false, query: true, list: 'pages', otherMedia: [] },
  moveSandboxClock: { group: 'sandbox', method: 'POST', path: '/sandbox/clock', body: true, query: false, list: null, otherMedia: [] },
  controlSandboxTransfer: { group: 'sandbox', method: 'POST', path: '/sandbox/transfers/{transactionId}/{outcome}', body: false, query: false, list: null, otherMedia: [] },
  resetSandbox: { group: 'sandbox', method: 'POST', path: '/sandbox/reset', body: false, query: false, list: null, otherMedia: [] },
} as const;
