-- Entries of an event's log up to here were mailed to the owners as anchors.
alter table custody_head add column anchored integer not null default 0 check (anchored >= 0);

-- The ends of the custody logs go out of the house once a day: the day is done for a church when its row stands.
create table custody_anchor (
  tenant_id  uuid not null references church,
  day        date not null,
  made_at    timestamptz not null,
  primary key (tenant_id, day)
);
call narthex_admin.isolate('custody_anchor', 'select, insert');

-- Churches that come in for the mail of their day: the evening has come there, and entries have come since the last one.
call narthex_admin.open_to_definer('custody_head', 'select');
call narthex_admin.open_to_definer('custody_anchor', 'select');
create function find_custody_to_anchor(at timestamptz) returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select c.tenant_id from church c
    where (at at time zone c.time_zone)::time >= '22:00'
      and exists (select from custody_head h where h.tenant_id = c.tenant_id and h.entries > h.anchored)
      and not exists (
        select from custody_anchor a where a.tenant_id = c.tenant_id and a.day = (at at time zone c.time_zone)::date);
  end;
call narthex_admin.define_for_app('find_custody_to_anchor(timestamptz)');

-- An entry of the custody log that a leader has to look at. What it is about stands in the log; here stands how far it is.
create table custody_incident (
  tenant_id   uuid not null,
  event_id    uuid not null,
  number      integer not null,
  raised_at   timestamptz not null,
  settled_at  timestamptz,
  -- Account of the staff.
  settled_by  uuid,
  primary key (tenant_id, event_id, number),
  foreign key (tenant_id, event_id, number) references custody_entry,
  foreign key (tenant_id, settled_by) references account,
  check ((settled_at is null) = (settled_by is null))
);
create index custody_incident_open on custody_incident (tenant_id, raised_at desc) where settled_at is null;
create index custody_incident_by_settler on custody_incident (tenant_id, settled_by) where settled_by is not null;
call narthex_admin.isolate('custody_incident', 'select, insert, update');

-- What a station that brings an act is told of it.
create index custody_entry_conflict on custody_entry (tenant_id, station_id) where act = 'conflict';

-- Who fetched packs of an event at a station, first and last: acts without a network are judged by it. Nobody worked there
-- before the first, and a pack is for a day.
create table station_pack (
  tenant_id   uuid not null,
  station_id  uuid not null,
  event_id    uuid not null,
  account_id  uuid not null,
  first_at    timestamptz not null,
  last_at     timestamptz not null,
  primary key (tenant_id, station_id, event_id, account_id),
  foreign key (tenant_id, station_id) references station,
  foreign key (tenant_id, event_id) references event,
  foreign key (tenant_id, account_id) references account
);
create index station_pack_by_event on station_pack (tenant_id, event_id);
create index station_pack_by_account on station_pack (tenant_id, account_id);
call narthex_admin.isolate('station_pack', 'select, insert, update');

-- Stations that were at work before this was kept may have acts to bring.
alter table station no force row level security;
alter table event no force row level security;
alter table station_pack no force row level security;
insert into station_pack (tenant_id, station_id, event_id, account_id, first_at, last_at)
select s.tenant_id, s.id, e.id, s.account_id, s.created_at, s.seen_at
from station s join event e on e.tenant_id = s.tenant_id
where s.revoked_at is null and e.starts_at between s.seen_at - interval '2 days' and s.seen_at + interval '2 days';
alter table station force row level security;
alter table event force row level security;
alter table station_pack force row level security;
