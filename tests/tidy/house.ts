/** The house as it stands: who may import whom, which folder owns which table. A change of it is a change of this file. */

/** A file of src/ belongs to the folder it is in, or, at the top, to itself. */
export function areaOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return first === 'src' ? second : first;
}

const foundation = ['errors.ts', 'lib'];
const core = [...foundation, 'db', 'lists', 'ledger', 'events', 'http', 'organizations', 'work', 'banks', 'context.ts'];

/**
 * What each area may import at run time. Types are freer: `context.ts` names every port, and features name the context.
 * The order is that of the house, from the ground up; nothing imports an area below itself in this list.
 */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  'errors.ts': [],
  lib: [],
  'config.ts': ['lib'],
  'live-config.ts': ['config.ts'],
  banks: ['lib'],
  db: ['lib'],
  lists: ['db', 'lib'],
  ledger: ['db', 'lib', 'lists'],
  events: ['db', 'lib'],
  // Above db only to tell a database that is away from a mistake.
  http: [...foundation, 'db'],
  // Pages, made from the guides and the OpenAPI document.
  docs: [...foundation, 'http'],
  organizations: [...foundation, 'db', 'ledger', 'http', 'lists'],
  // Answers are stored as the envelope that was sent, so work knows http's Answer and envelope.
  work: [...foundation, 'db', 'http', 'organizations'],
  'context.ts': [],
  // The engine behind a port of kyc; it knows pictures and nothing else.
  documents: ['lib'],
  kyc: core,
  customers: [...core, 'kyc'],
  accounts: [...core, 'customers'],
  limits: [...core, 'accounts', 'customers'],
  otp: [...core, 'accounts'],
  credits: [...core, 'accounts', 'customers', 'limits'],
  transfers: [...core, 'accounts', 'credits', 'customers', 'limits', 'otp'],
  bulk: [...core, 'accounts', 'customers', 'otp', 'transfers'],
  statements: [...core, 'accounts', 'credits', 'transfers'],
  receipts: [...core, 'accounts', 'transfers'],
  // What is known about a person stands in many features, and so does its end.
  privacy: [...core, 'accounts', 'bulk', 'customers', 'kyc', 'otp', 'transfers'],
  webhooks: core,
  'api-log': core,
  // What people call: sessions, members, credentials, and verbs of features that programs have no use for.
  dashboard: [...core, 'api-log', 'accounts', 'customers', 'kyc', 'limits', 'transfers', 'webhooks'],
  // A reset takes the webhooks along.
  sandbox: [...core, 'accounts', 'credits', 'customers', 'kyc', 'otp', 'transfers', 'webhooks'],
  'adapters.ts': [...core, 'config.ts', 'live-config.ts', 'documents', 'kyc', 'otp', 'transfers', 'sandbox'],
  'open-database.ts': ['config.ts', 'db'],
  'app.ts': [...core, 'config.ts', 'adapters.ts', 'accounts', 'api-log', 'bulk', 'credits', 'customers', 'dashboard', 'docs', 'kyc', 'limits', 'otp', 'privacy', 'receipts', 'sandbox', 'statements', 'transfers', 'webhooks'],
  cli: [...core, 'config.ts', 'live-config.ts', 'adapters.ts', 'app.ts', 'customers', 'dashboard', 'kyc', 'limits', 'open-database.ts', 'privacy', 'sandbox', 'webhooks', 'transfers'],
  'main.ts': ['cli'],
};

/**
 * SQL of a feature stays its own, but for these: one statement locks and reads what a batch needs, and a verb between
 * would only repeat it. The key imports the stores in the list.
 */
export const mayReadStores: Readonly<Record<string, readonly string[]>> = {
  // A decision about a check and the tier it raises are one transaction.
  customers: ['src/kyc/review-store.ts'],
  // Accounts are the shared ground of money: their store is their public face, read and locked by whoever moves it.
  otp: ['src/accounts/store.ts'],
  credits: ['src/accounts/store.ts'],
  statements: ['src/accounts/store.ts'],
  // Whether there is such an account, and the liens on it.
  dashboard: ['src/accounts/store.ts', 'src/accounts/lien-store.ts'],
  // A receipt shows the whole transfer.
  receipts: ['src/accounts/store.ts', 'src/transfers/store.ts'],
  limits: ['src/accounts/store.ts'],
  // Initiation and confirmation judge a code and count the day's use in their own transaction and batch.
  transfers: ['src/accounts/store.ts', 'src/otp/store.ts', 'src/limits/usage-store.ts'],
  // A confirmed bulk transfer judges its code and makes its transfers in one transaction.
  bulk: ['src/accounts/store.ts', 'src/otp/store.ts', 'src/transfers/store.ts', 'src/transfers/enquiry-store.ts'],
  // Everything about one person is read from the lists it stands in.
  privacy: ['src/accounts/store.ts', 'src/customers/store.ts', 'src/kyc/store.ts', 'src/transfers/list-store.ts', 'src/transfers/beneficiary-store.ts'],
  // The sandbox shows the inbox, tells the simulator about a transfer, and names the seeded account at a later start.
  sandbox: ['src/accounts/store.ts', 'src/otp/store.ts', 'src/transfers/store.ts'],
};

/** What speaks to the world behind a port. Only src/adapters.ts chooses among these. */
export const adapters: readonly string[] = [
  'src/documents/local-reader.ts',
  'src/kyc/providers/dojah.ts',
  'src/kyc/providers/failover.ts',
  'src/kyc/providers/prembly.ts',
  'src/kyc/providers/qoreid.ts',
  'src/otp/senders/inbox-sender.ts',
  'src/otp/senders/termii.ts',
  'src/sandbox/rail-simulator/adapter.ts',
  'src/sandbox/registry-simulator/adapter.ts',
  'src/transfers/rails/easypay.ts',
];

/** Stands beside what it tests, and is no part of the program. */
export const testSupport: readonly string[] = [
  'src/customers/sample-customer.ts',
  'src/http/toy-server.ts',
  'src/kyc/onboarding-app.ts',
  'src/kyc/providers/dojah-stand-in.ts',
  'src/kyc/providers/identity-contract.ts',
  'src/kyc/providers/prembly-stand-in.ts',
  'src/kyc/providers/qoreid-stand-in.ts',
  'src/kyc/providers/stand-in-server.ts',
  'src/otp/senders/sender-contract.ts',
  'src/otp/senders/termii-stand-in.ts',
  'src/sandbox/rail-simulator/simulated-rail-harness.ts',
  'src/transfers/rails/rail-contract.ts',
  'src/webhooks/local-receiver.ts',
  'src/webhooks/name-server.ts',
  'src/webhooks/sample-certificate.ts',
  'src/webhooks/webhook-lab.ts',
];

/** The folder whose SQL a table is in. A table of a migration that is missing here fails the test. */
export const tableOwners: Readonly<Record<string, string>> = {
  organization: 'organizations',
  tenant: 'organizations',
  member: 'organizations',
  tenant_key: 'organizations',
  credential: 'organizations',
  access_token: 'organizations',
  audit_entry: 'organizations',
  member_session: 'organizations',
  member_recovery_code: 'organizations',
  member_invitation: 'organizations',
  books_check: 'organizations',
  member_passkey: 'organizations',
  passkey_challenge: 'organizations',
  request: 'work',
  customer: 'customers',
  business_profile: 'customers',
  customer_word: 'customers',
  customer_tally: 'customers',
  kyc_check: 'kyc',
  kyc_check_number: 'kyc',
  identity_shadow: 'kyc',
  kyc_review: 'kyc',
  kyc_review_vote: 'kyc',
  kyc_likeness: 'kyc',
  legal_hold: 'privacy',
  list_mark: 'lists',
  day_sum: 'lists',
  ledger_account: 'ledger',
  ledger_entry: 'ledger',
  account: 'accounts',
  account_directory: 'accounts',
  lien: 'accounts',
  inbound_credit: 'credits',
  inbound_session: 'credits',
  name_enquiry: 'transfers',
  beneficiary: 'transfers',
  transfer: 'transfers',
  rail_attempt: 'transfers',
  rail_cursor: 'transfers',
  bank_answer: 'transfers',
  rail_institution: 'transfers',
  rail_exception: 'transfers',
  review_vote: 'transfers',
  exception_vote: 'transfers',
  reversal_vote: 'transfers',
  transfer_batch: 'bulk',
  transfer_batch_item: 'bulk',
  receipt: 'receipts',
  limit_usage: 'limits',
  own_limit: 'limits',
  otp: 'otp',
  message: 'otp',
  event: 'events',
  api_call: 'api-log',
  webhook_endpoint: 'webhooks',
  webhook_delivery: 'webhooks',
  webhook_attempt: 'webhooks',
  webhook_check: 'webhooks',
};

/** SQL outside its table's folder, and why. Reads, but for the fan-out. */
export const foreignSql: Readonly<Record<string, { tables: readonly string[]; why: string }>> = {
  'src/cli/books.ts': { tables: Object.keys(tableOwners), why: 'the books check compares all records of the same money with each other' },
  'src/cli/batch-books.ts': { tables: ['transfer', 'transfer_batch', 'transfer_batch_item'], why: 'the books check compares bulk transfers with what they became' },
  'src/cli/mark-books.ts': { tables: Object.keys(tableOwners), why: 'the books check counts what the marks of lists have counted' },
  'src/cli/tally-books.ts': { tables: ['customer', 'customer_tally'], why: 'the books check counts what the tally of customers has counted' },
  'src/db/transaction-clock.ts': { tables: ['tenant'], why: 'a transaction begins with its tenant: that there is one, its clock and its environment' },
  'src/lists/settled.ts': { tables: ['tenant'], why: 'what is settled is what each tenant\'s own clock says' },
  'src/transfers/list-store.ts': { tables: ['account'], why: 'the transfers of a customer are those of its accounts' },
  'src/events/emit.ts': { tables: ['webhook_endpoint', 'webhook_delivery'], why: 'an event and its deliveries are written in one statement, in the transaction of the change' },
  'src/webhooks/deliveries-of-events.ts': { tables: ['event'], why: 'a delivery is shown with its event' },
  'src/webhooks/delivery-list.ts': { tables: ['event'], why: 'a delivery is shown with its event' },
  'src/webhooks/delivery-store.ts': { tables: ['event'], why: 'a delivery is shown with its event' },
  'src/webhooks/replay-store.ts': { tables: ['event'], why: 'a span of time is that of the events' },
  'src/webhooks/due-deliveries.ts': { tables: ['event'], why: 'what is sent is the stored event' },
  'src/bulk/item-store.ts': { tables: ['transfer'], why: 'what became of a payment is how its transfer stands' },
  'src/accounts/store.ts': { tables: ['tenant'], why: 'a number of a retired sandbox is nobody\'s' },
  'src/receipts/store.ts': { tables: ['tenant'], why: 'a receipt of a retired sandbox is shown to nobody' },
  'src/credits/find-credits.ts': { tables: ['tenant'], why: 'a session id is unique in its environment' },
  'src/transfers/deadline-store.ts': { tables: ['tenant'], why: 'late is what each tenant\'s own clock says' },
  'src/transfers/late-transfers.ts': { tables: ['tenant'], why: 'late is what each tenant\'s own clock says' },
  'src/transfers/settlement-store.ts': { tables: ['tenant'], why: 'a report of the rail is about one environment' },
  'src/transfers/review-store.ts': { tables: ['tenant'], why: 'a member decides in the tenants of one organization, and a transfer\'s age is what its tenant\'s clock says' },
  'src/kyc/review-store.ts': { tables: ['tenant'], why: 'a member decides in the tenants of one organization, and a review\'s age is what its tenant\'s clock says' },
  'src/kyc/named-customer.ts': { tables: ['customer'], why: 'a check may name the customer it is about, and customers stand above checks' },
  'src/work/due.ts': { tables: ['tenant'], why: 'due is what each tenant\'s own clock says' },
  'src/accounts/kept-store.ts': { tables: ['transfer'], why: 'what was held at a moment of the past is told by when transfers were confirmed and ended; the ledger keeps no index of its holds' },
  'src/work/tenant-walk.ts': { tables: ['tenant'], why: 'quiet work goes from tenant to tenant' },
  'src/sandbox/controls.ts': { tables: ['tenant', 'transfer'], why: 'the clock of a sandbox is its tenant\'s, and moving it makes transfers due' },
  'src/sandbox/seed.ts': { tables: ['organization', 'tenant', 'member', 'credential', 'account'], why: 'the first start looks for what an earlier one left' },
};

/** The dashboard's pages, from the ground up. They are a client like any other: nothing of the program is theirs. */
export const pageLayers: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  api: [],
  components: ['lib', 'api'],
  app: ['lib', 'api', 'components'],
  pages: ['lib', 'api', 'components', 'app'],
};
/** They know the pages: one the addresses, the other the entries at the side. */
export const pageLists: readonly string[] = ['dashboard/src/app/router.tsx', 'dashboard/src/app/navigation.ts'];
