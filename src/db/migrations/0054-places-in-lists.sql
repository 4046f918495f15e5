-- Places in lists whose rows change: how many customers of a kind were created in each month and on each day (UTC), so that a page in the midst of them is found without
-- walking to it; and transfers that came back, which are counted once up to the beginning of a month.

alter table customer_tally add column span text not null default 'all' check (span in ('all', 'month', 'day'));
-- The first day of the span; of all customers -infinity.
alter table customer_tally add column since date not null default '-infinity';
alter table customer_tally alter column span drop default, alter column since drop default;
alter table customer_tally drop constraint customer_tally_pkey;
alter table customer_tally add primary key (tenant_id, span, since, class_type, status, kyc_tier, shard);

insert into customer_tally (tenant_id, span, since, class_type, status, kyc_tier, shard, customers)
select tenant_id, s.span, date_trunc(s.span, created_at at time zone 'UTC')::date, class_type, status, kyc_tier, (customer_id::bigint % 16)::smallint, count(*)
from customer cross join (values ('month'), ('day')) as s (span) group by 1, 2, 3, 4, 5, 6, 7;

-- With the day of its return, so that those of before a month are counted in the index alone.
drop index transfer_returned;
create index transfer_returned on transfer (tenant_id, initiated_at desc, transaction_id desc) include (returned_at) where state = 'RETURNED';
create index transfer_returned_since on transfer (tenant_id, returned_at) include (initiated_at, transaction_id) where state = 'RETURNED';
