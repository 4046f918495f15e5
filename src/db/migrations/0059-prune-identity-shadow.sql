-- Comparisons with a shadow provider go after their time.
create index identity_shadow_by_age on identity_shadow (tenant_id, created_at);
grant delete on identity_shadow to openteller_app;
