-- A replay to another endpoint puts deliveries of old events into the midst of that endpoint's list, before places that its marks count up to. With each such replay the list gets a new
-- number, which is part of its name in list_mark (src/webhooks/delivery-list.ts).
alter table webhook_endpoint add column list_generation integer not null default 1 check (list_generation > 0);

-- The marks of the name before.
grant delete on list_mark to openteller_app;

-- Marks of deliveries until now may be wrong, and their lists have no number in their name: nobody reads them any more. The policy shows the owner no tenant's rows, and does not bind it meanwhile.
alter table list_mark no force row level security;
delete from list_mark where list like 'webhook\_delivery/%';
alter table list_mark force row level security;
