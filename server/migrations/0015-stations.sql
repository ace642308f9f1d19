-- A device at which children are checked in. Without a network it signs what it does with its own key.
create table station (
  tenant_id    uuid not null,
  id           uuid not null default gen_random_uuid(),
  name         text not null check (char_length(name) between 1 and 60),
  -- Of the staff member who set it up.
  account_id   uuid not null,
  -- ECDSA P-256 public key as JWK.
  public_key   jsonb not null,
  -- Acts up to here have been taken over.
  applied      integer not null default 0,
  -- How many packs it was given: what a station says of an earlier one comes too late.
  renewal      integer not null default 0,
  created_at   timestamptz not null,
  seen_at      timestamptz not null,
  revoked_at   timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references account
);
create index station_by_account on station (tenant_id, account_id);
call narthex_admin.isolate('station', 'select, insert, update');

-- Codes of a day: each leads to one registration; a station may hold some to give away without a network. Two stations
-- that registered one family without a network leave it two codes, and both are right.
create table day_code (
  tenant_id        uuid not null references church,
  day              date not null,
  code             text collate "C" not null check (code ~ '^[346789CDFGHJKMNPQRTVWXY]{6}$'),
  registration_id  uuid,
  station_id       uuid,
  primary key (tenant_id, day, code),
  foreign key (tenant_id, registration_id) references registration,
  foreign key (tenant_id, station_id) references station
);
create index day_code_by_registration on day_code (tenant_id, registration_id) where registration_id is not null;
create index day_code_by_station on day_code (tenant_id, station_id, day) where station_id is not null;
call narthex_admin.isolate('day_code', 'select, insert, update');

-- A teacher asks a parent to come.
create table class_page (
  tenant_id    uuid not null,
  id           uuid not null default gen_random_uuid(),
  event_id     uuid not null,
  class_id     uuid not null,
  person_id    uuid not null,
  asked_by     uuid not null,
  at           timestamptz not null,
  -- How it travelled: shown in the portal always; sms where there was a number, a sender and units.
  sms          text not null check (sms in ('sent', 'no_phone', 'no_sender', 'no_units')),
  answered_at  timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, event_id, class_id) references event_class (tenant_id, event_id, id),
  foreign key (tenant_id, person_id) references person on delete cascade,
  foreign key (tenant_id, asked_by) references account
);
create index class_page_by_class on class_page (tenant_id, class_id, at desc);
create index class_page_by_person on class_page (tenant_id, person_id, at desc);
create index class_page_by_asker on class_page (tenant_id, asked_by);
call narthex_admin.isolate('class_page', 'select, insert, update');

-- Every act of custody at an event, in order and without a gap: each entry's hash, keyed with the installation's secret,
-- covers the entry and the hash before it. Whoever changes, inserts or takes away one is found out.
create table custody_head (
  tenant_id  uuid not null,
  event_id   uuid not null,
  entries    integer not null default 0,
  hash       bytea not null,
  primary key (tenant_id, event_id),
  foreign key (tenant_id, event_id) references event
);
call narthex_admin.isolate('custody_head', 'select, insert, update');

create table custody_entry (
  tenant_id        uuid not null,
  event_id         uuid not null,
  number           integer not null check (number > 0),
  at               timestamptz not null,
  act              text not null check (act ~ '^[a-z]+(_[a-z]+)*$'),
  -- Ids without a reference: what happened stays when a person is erased, without the person.
  person_id        uuid,
  registration_id  uuid,
  class_id         uuid,
  -- Who collected, or wanted to.
  collector_id     uuid,
  actor_kind       text not null check (actor_kind in ('staff', 'guardian', 'station', 'system')),
  actor_id         uuid,
  -- The second one of an override.
  second_actor_id  uuid,
  station_id       uuid,
  details          jsonb not null default '{}',
  hash             bytea not null,
  primary key (tenant_id, event_id, number),
  foreign key (tenant_id, event_id) references event
);
create index custody_entry_by_person on custody_entry (tenant_id, person_id, at desc) where person_id is not null;
create index custody_entry_by_time on custody_entry (tenant_id, at desc);
call narthex_admin.isolate('custody_entry', 'select, insert');

-- Places that a station may give away without a network, until it says how many it used.
create table station_lease (
  tenant_id   uuid not null,
  station_id  uuid not null,
  class_id    uuid not null,
  places      integer not null check (places >= 0),
  primary key (tenant_id, station_id, class_id),
  foreign key (tenant_id, station_id) references station,
  foreign key (tenant_id, class_id) references event_class
);
create index station_lease_by_class on station_lease (tenant_id, class_id);
call narthex_admin.isolate('station_lease', 'select, insert, update, delete');

-- What a station did without a network, as it was taken over: the same number again changes nothing.
create table station_act (
  tenant_id   uuid not null,
  station_id  uuid not null,
  number      integer not null check (number > 0),
  kind        text not null,
  -- When it was done, by the station's clock, and when it reached us.
  done_at     timestamptz not null,
  taken_at    timestamptz not null,
  outcome     jsonb not null,
  primary key (tenant_id, station_id, number),
  foreign key (tenant_id, station_id) references station
);
call narthex_admin.isolate('station_act', 'select, insert');
