-- Which MASTER_KEY wraps a tenant's key, by a fingerprint of it; null: the one from before there were fingerprints. A rotation wraps the same key anew, and nothing else of the row changes.
alter table tenant_key add column wrapped_by text;
grant update (wrapped, wrapped_by) on tenant_key to openteller_app;
