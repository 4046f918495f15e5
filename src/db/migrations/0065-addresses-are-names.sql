-- An e-mail address cannot be proved here, so it is a name: one of an organization's members has it, and so may members of other organizations.
-- What may be used once in the whole house would tell whoever signs up that somebody uses it, and could be taken from its owner.
drop index member_email;
create unique index member_email on member (organization_id, lower(email)) where removed_at is null;
create index member_by_email on member (lower(email)) where removed_at is null;
