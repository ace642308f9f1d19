-- The code by which a station finds a family: what the family chose, else the end of its id. It releases nobody.
alter table family add column own_code text check (own_code ~ '^[0-9A-Z]{7,20}$');
create unique index family_by_own_code on family (tenant_id, own_code) where own_code is not null;
create index family_by_code on family (tenant_id, coalesce(own_code, upper(right(replace(id::text, '-', ''), 8))));
