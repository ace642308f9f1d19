-- A station works by itself only once a check-in leader has admitted it, under a name of the church's choice.
alter table station alter column name drop not null;
-- Browser and system, for example `Chrome on Android`; null: unknown.
alter table station add column device text;
-- Stands on its screen and in the leaders' list while it waits, so that the right tablet is admitted.
alter table station add column code text collate "C" check (code ~ '^[0-9]{4}$');
alter table station add column admitted_at timestamptz;
alter table station add column admitted_by uuid;
alter table station add foreign key (tenant_id, admitted_by) references account;
-- The session that was shown last to be on the device: it ends when the device is shut out.
alter table station add column session_id uuid;
create index station_by_admitter on station (tenant_id, admitted_by) where admitted_by is not null;

-- Those of the version before go on working. They were named by their browsers, many of them alike.
alter table station no force row level security;
update station s set admitted_at = s.created_at,
  name = case when s.revoked_at is null and exists (
      select from station o where o.tenant_id = s.tenant_id and o.revoked_at is null and lower(o.name) = lower(s.name)
        and (o.created_at, o.id) < (s.created_at, s.id))
    then left(s.name, 50) || ' ' || left(s.id::text, 8) else s.name end;
alter table station force row level security;
alter table station add constraint station_is_named check (name is not null or admitted_at is null);
alter table station add constraint station_can_be_told check (code is not null or admitted_at is not null);

create unique index station_by_name on station (tenant_id, lower(name)) where revoked_at is null;
create unique index station_by_code on station (tenant_id, code) where revoked_at is null and admitted_at is null;

-- Six digits of a day of the church: with them a station opens what it keeps for times without a network.
create table station_pin (
  tenant_id  uuid not null references church,
  day        date not null,
  pin        text collate "C" not null check (pin ~ '^[0-9]{6}$'),
  primary key (tenant_id, day)
);
call narthex_admin.isolate('station_pin', 'select, insert, update, delete');
