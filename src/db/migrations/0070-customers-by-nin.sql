-- A customer is found by a NIN, as by a BVN: by its keyed hash alone.
create index customer_by_nin on customer (tenant_id, nin_index) where nin_index is not null;
