/** Customers from before keys of their own get one, in the background: their sealed columns are sealed anew under it. */
import type { Context } from '#src/context.ts';
import type { Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { Sealer, TenantKeys } from '#src/organizations/keyring.ts';
import { createTenantWalk, type TenantWalk } from '#src/work/tenant-walk.ts';
import { loadBusinesses, peoplePlace, setPeople } from './business-store.ts';
import { customerPlace, customerSealer } from './find-customer.ts';
import { type CustomerRow, customerColumns } from './store.ts';

/** At most so many customers are sealed anew in one transaction. */
const customersAtOnce = 100;

export function createKeyGiving(ctx: Pick<Context, 'db' | 'keyring'>): TenantWalk {
  return createTenantWalk(ctx.db, async (tenantId) => {
    const keys = await ctx.keyring.of(tenantId);
    return (await ctx.db.write(tenantId, (tx) => giveKeys(tx, keys))) < customersAtOnce ? 'done' : 'more';
  });
}

/** Answers how many got one. Who is being changed at this moment gets it later. */
async function giveKeys(tx: Tx, keys: TenantKeys): Promise<number> {
  const customers = await tx.rows<CustomerRow>(sql`
    select ${customerColumns} from customer where tenant_id = ${tx.tenantId} and key_sealed is null and erased_at is null
    order by customer_id limit ${customersAtOnce} for update skip locked`);
  const companies = new Map((await loadBusinesses(tx, customers.map(({ customerId }) => customerId))).map((business) => [business.customerId, business.peopleSealed]));
  for (const customer of customers) {
    const keySealed = keys.newInnerKey(customerPlace('key_sealed', customer.customerId));
    const own = customerSealer(keys, { customerId: customer.customerId, keySealed });
    await sealAnew(tx, customer, keySealed, { from: keys, to: own });
    const people = companies.get(customer.customerId);
    const place = peoplePlace(customer.customerId);
    if (people !== undefined) await setPeople(tx, customer.customerId, own.seal(place, keys.open(place, people)));
  }
  return customers.length;
}

async function sealAnew(tx: Tx, { customerId, bvnSealed, ninSealed, phoneSealed, nextOfKinSealed }: CustomerRow, keySealed: Buffer, { from, to }: { from: Sealer; to: Sealer }): Promise<void> {
  const anew = (column: Parameters<typeof customerPlace>[0], sealed: Buffer | null): Buffer | null => {
    const place = customerPlace(column, customerId);
    return sealed === null ? null : to.seal(place, from.open(place, sealed));
  };
  await tx.execute(sql`
    update customer set key_sealed = ${keySealed}, bvn_sealed = ${anew('bvn_sealed', bvnSealed)}, nin_sealed = ${anew('nin_sealed', ninSealed)},
      phone_sealed = ${anew('phone_sealed', phoneSealed)}, next_of_kin_sealed = ${anew('next_of_kin_sealed', nextOfKinSealed)}
    where tenant_id = ${tx.tenantId} and customer_id = ${customerId} and key_sealed is null`);
}
