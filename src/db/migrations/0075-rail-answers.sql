-- Each answer of the rail about a payment, in order, beside the last one: written by the update that keeps the last one, so that it costs no row of its own.
-- Elements: {at, asked, tookMs, verdict, code, detail}; at most 40: the first stays, of the others the oldest goes.
alter table rail_attempt add column answers jsonb not null default '[]';
