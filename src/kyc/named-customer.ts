/** The customer that a check names. Customers stand above checks, so what a check must know of one is looked up here. */
import type { Context } from '#src/context.ts';
import type { Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { fail } from '#src/errors.ts';

type NamedCustomer = { status: string; erasedAt: Date | null };

/** Before anybody is asked. Null: nobody was named. @throws Failure customer_not_found, for an erased one too; customer_disabled */
export async function expectNamedCustomer({ db }: Pick<Context, 'db'>, tenantId: string, customerId: string | null): Promise<void> {
  if (customerId === null) return;
  const [customer] = await db.read(tenantId, (tx) => tx.rows<NamedCustomer>(sql`select status, erased_at as "erasedAt" from customer where tenant_id = ${tenantId} and customer_id = ${customerId}`));
  refuseUnlessActive(customer);
}

/**
 * The same in the transaction that keeps the check; the customer then stays as it is until that transaction ends, so that an erasure either finds the check or comes before it.
 * @throws Failure as above
 */
export async function holdNamedCustomer(tx: Tx, customerId: string): Promise<void> {
  const [customer] = await tx.rows<NamedCustomer>(sql`select status, erased_at as "erasedAt" from customer where tenant_id = ${tx.tenantId} and customer_id = ${customerId} for share`);
  refuseUnlessActive(customer);
}

function refuseUnlessActive(customer: NamedCustomer | undefined): void {
  if (customer === undefined || customer.erasedAt !== null) throw fail('customer_not_found', { field: '/customerId' });
  if (customer.status !== 'Active') throw fail('customer_disabled', { field: '/customerId' });
}
