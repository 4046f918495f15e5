-- How a document check went, check by check, with the engine's versions and thresholds; null for checks by other means. Holds nothing
-- that was read: no number, name, face or picture.
alter table kyc_check add column reading jsonb;
