/** The single numbers that checks were about, as keyed indexes: by them every check of a person is found, also where its caller named nobody. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { assertNever } from '#src/lib/assert.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import type { CheckKind } from './store.ts';

/** In clear, each in the spelling that checks index it by: documents with their kind (`IP A01234567`), numbers of taxpayers with their channel (`PHONE +2348031234567`). */
export type CheckNumbers = Readonly<Partial<Record<'bvn' | 'nin' | 'document' | 'tax', readonly string[]>>>;

/** The numbers in the subject of a check. Pure. */
export function numbersIn(kind: CheckKind, subject: string): CheckNumbers {
  switch (kind) {
    case 'bvn':
    case 'face':
      return { bvn: [subject] };
    case 'nin':
      return { nin: [subject] };
    case 'bvn_nin': {
      const [bvn = '', nin = ''] = subject.split(' ');
      return { bvn: [bvn], nin: [nin] };
    }
    case 'document':
    case 'document_face':
      return { document: [subject] };
    case 'tin':
      return { tax: [subject] };
    default:
      return assertNever(kind);
  }
}

/** By which the whole subject of a check is known again. */
export function subjectIndexOf(keys: TenantKeys, kind: CheckKind, subject: string): Buffer {
  return keys.index(`kyc_check.${kind}`, subject);
}

/** Keeps what a check was about, for the day somebody asks. */
export async function storeNumbers(tx: Tx, keys: TenantKeys, checkId: string, numbers: CheckNumbers): Promise<void> {
  await tx.execute(sql`
    insert into kyc_check_number (tenant_id, number_index, check_id) select ${tx.tenantId}, n.index, ${checkId} from unnest(${indexesOf(keys, numbers)}::bytea[]) as n (index)`);
}

/** Whether a check was about one of these numbers; false too of a check from before its single numbers were kept. */
export async function isAbout(tx: ReadTx, keys: TenantKeys, checkId: string, numbers: CheckNumbers): Promise<boolean> {
  const [row] = await tx.rows<{ about: boolean }>(sql`
    select exists (select 1 from kyc_check_number where tenant_id = ${tx.tenantId} and check_id = ${checkId} and number_index = any(${indexesOf(keys, numbers)}::bytea[])) as about`);
  return row?.about === true;
}

/**
 * Ids of the checks about a customer: those that carry the customer, and those that name nobody and were about one of these numbers, or about a document that passed a check naming
 * the customer. What names another customer is that one's, a company's question about its director too. A document that did not pass shows nothing about whose it is.
 */
export async function findChecksAbout(tx: ReadTx, keys: TenantKeys, customerId: string, numbers: CheckNumbers): Promise<string[]> {
  const documents = await tx.rows<{ index: Buffer }>(sql`
    select distinct n.number_index as index from kyc_check_number n join kyc_check c using (tenant_id, check_id) left join kyc_review r using (tenant_id, check_id)
    where tenant_id = ${tx.tenantId} and c.customer_id = ${customerId} and c.kind in ('document', 'document_face') and (c.outcome = 'passed' or r.state = 'passed')`);
  const indexes = [...indexesOf(keys, numbers), ...documents.map(({ index }) => index)];
  const rows = await tx.rows<{ id: string }>(sql`
    select check_id as id from kyc_check where tenant_id = ${tx.tenantId} and customer_id = ${customerId}
    union select check_id from kyc_check where tenant_id = ${tx.tenantId} and customer_id is null and subject_index = any(${formerIndexesOf(keys, numbers)}::bytea[])
    union select check_id from kyc_check_number join kyc_check using (tenant_id, check_id)
      where tenant_id = ${tx.tenantId} and customer_id is null and number_index = any(${indexes}::bytea[])
    order by id`);
  return rows.map(({ id }) => id);
}

function indexesOf(keys: TenantKeys, numbers: CheckNumbers): Buffer[] {
  return Object.entries(numbers).flatMap(([kind, each]) => [...new Set(each)].map((number) => keys.index(`kyc_check_number.${kind}`, number)));
}

/** Checks from before their single numbers were kept: by their whole subject. */
function formerIndexesOf(keys: TenantKeys, { bvn = [], nin = [], document = [], tax = [] }: CheckNumbers): Buffer[] {
  const of = (kind: CheckKind, subjects: readonly string[]): Buffer[] => subjects.map((subject) => subjectIndexOf(keys, kind, subject));
  return [
    ...of('bvn', bvn), ...of('nin', nin), ...of('bvn_nin', bvn.flatMap((one) => nin.map((other) => `${one} ${other}`))), ...of('document', document), ...of('document_face', document), ...of('tin', tax),
  ];
}
