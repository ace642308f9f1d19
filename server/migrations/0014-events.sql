-- A service that repeats every so many weeks: its days are made ahead, each an event of its own.
create table event_series (
  tenant_id       uuid not null references church,
  id              uuid not null default gen_random_uuid(),
  interval_weeks  smallint not null check (interval_weeks between 1 and 52),
  -- Last day; null: until it is ended.
  until_day       date,
  -- Days up to here are made.
  made_until      date not null,
  ended_at        timestamptz,
  primary key (tenant_id, id)
);
call narthex_admin.isolate('event_series', 'select, insert, update');
call narthex_admin.open_to_definer('event_series', 'select');

create table event (
  tenant_id   uuid not null references church,
  id          uuid not null default gen_random_uuid(),
  series_id   uuid,
  name        text not null check (char_length(name) between 1 and 120),
  place       text not null default '' check (char_length(place) <= 200),
  banner_id   uuid,
  starts_at   timestamptz not null,
  ends_at     timestamptz not null,
  -- The calendar day of the beginning in the church's zone: codes are unique in it.
  day         date not null,
  -- Registration is open from and until; null: at once, until the end.
  opens_at    timestamptz,
  closes_at   timestamptz,
  cancelled_at timestamptz,
  created_at  timestamptz not null,
  version     integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, series_id) references event_series,
  foreign key (tenant_id, banner_id) references picture,
  check (starts_at < ends_at),
  check (opens_at is null or closes_at is null or opens_at < closes_at)
);
create index event_by_time on event (tenant_id, starts_at, id);
create unique index event_of_series on event (tenant_id, series_id, day) where series_id is not null;
create index event_by_banner on event (tenant_id, banner_id) where banner_id is not null;
call narthex_admin.isolate('event', 'select, insert, update');

-- A class of an event: who belongs there and how many places it has. `taken` are the children registered, `leased` the
-- places that stations hold to give away without a network.
create table event_class (
  tenant_id   uuid not null,
  id          uuid not null default gen_random_uuid(),
  event_id    uuid not null,
  -- The church's group behind it, if there is one.
  group_id    uuid,
  name        text not null check (char_length(name) between 1 and 100),
  -- In months, both included; null: no limit.
  age_from    smallint check (age_from between 0 and 1200),
  age_until   smallint check (age_until between 0 and 1200),
  -- Null: as many as come.
  capacity    integer default 200 check (capacity >= 0),
  taken       integer not null default 0 check (taken >= 0),
  leased      integer not null default 0 check (leased >= 0),
  -- How many children one adult may look after, and how many adults are there now.
  ratio       smallint check (ratio between 1 and 100),
  adults      smallint not null default 0 check (adults between 0 and 200),
  position    smallint not null,
  removed_at  timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, event_id, id),
  foreign key (tenant_id, event_id) references event,
  foreign key (tenant_id, group_id) references people_group on delete set null (group_id),
  constraint class_full check (capacity is null or taken + leased <= capacity),
  check (age_from is null or age_until is null or age_from <= age_until)
);
create index event_class_by_group on event_class (tenant_id, group_id) where group_id is not null;
call narthex_admin.isolate('event_class', 'select, insert, update');

-- A family at an event: one code for all its children.
create table registration (
  tenant_id   uuid not null,
  id          uuid not null default gen_random_uuid(),
  event_id    uuid not null,
  -- Null when the family was removed since.
  family_id   uuid,
  code        text collate "C" not null,
  day         date not null,
  -- Who registered them; null: not known, or erased.
  brought_by  uuid,
  created_at  timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, event_id, family_id),
  unique (tenant_id, event_id, id),
  foreign key (tenant_id, event_id) references event,
  foreign key (tenant_id, family_id) references family on delete set null (family_id),
  foreign key (tenant_id, brought_by) references person on delete set null (brought_by)
);
create index registration_by_family on registration (tenant_id, family_id);
create index registration_by_bringer on registration (tenant_id, brought_by) where brought_by is not null;
call narthex_admin.isolate('registration', 'select, insert, update');

-- A child of a registration, from the registration to the way home. Taking a place is a conditional update of the class;
-- giving it back is the triggers' below, however the row goes.
create table registration_child (
  tenant_id        uuid not null,
  event_id         uuid not null,
  person_id        uuid not null,
  registration_id  uuid not null,
  class_id         uuid not null,
  registered_at    timestamptz not null,
  checked_in_at    timestamptz,
  -- When whoever collects came to the desk.
  collector_at     timestamptz,
  checked_out_at   timestamptz,
  -- Who took the child home; null: nobody yet, or somebody let through by two of the staff.
  collected_by     uuid,
  -- When a teacher ticked that the notes about the child were read.
  seen_at          timestamptz,
  seen_by          uuid,
  primary key (tenant_id, event_id, person_id),
  foreign key (tenant_id, event_id) references event,
  foreign key (tenant_id, person_id) references person on delete cascade,
  foreign key (tenant_id, event_id, registration_id) references registration (tenant_id, event_id, id),
  foreign key (tenant_id, event_id, class_id) references event_class (tenant_id, event_id, id),
  check (checked_out_at is null or checked_in_at is not null)
);
create index registration_child_by_registration on registration_child (tenant_id, registration_id);
create index registration_child_by_class on registration_child (tenant_id, class_id);
create index registration_child_by_person on registration_child (tenant_id, person_id);
call narthex_admin.isolate('registration_child', 'select, insert, update, delete');

create function give_places_back() returns trigger language plpgsql as $$
begin
  update event_class c set taken = c.taken - g.places
    from (select tenant_id, class_id, count(*) as places from gone group by tenant_id, class_id) g
    where c.tenant_id = g.tenant_id and c.id = g.class_id;
  return null;
end $$;
revoke all on function give_places_back() from public;
create trigger registration_child_gone after delete on registration_child
  referencing old table as gone for each statement execute function give_places_back();

create function give_place_back() returns trigger language plpgsql as $$
begin
  update event_class set taken = taken - 1 where tenant_id = old.tenant_id and id = old.class_id;
  return null;
end $$;
revoke all on function give_place_back() from public;
create trigger registration_child_moved after update of class_id on registration_child
  for each row when (old.class_id <> new.class_id) execute function give_place_back();

-- Who waits for a place in a full class, the longest first.
create table event_wait (
  tenant_id   uuid not null,
  event_id    uuid not null,
  class_id    uuid not null,
  person_id   uuid not null,
  family_id   uuid not null,
  -- The guardian who asked.
  asked_by    uuid,
  since       timestamptz not null,
  primary key (tenant_id, event_id, person_id),
  foreign key (tenant_id, event_id, class_id) references event_class (tenant_id, event_id, id),
  foreign key (tenant_id, person_id) references person on delete cascade,
  foreign key (tenant_id, family_id) references family on delete cascade,
  foreign key (tenant_id, asked_by) references person on delete set null (asked_by)
);
create index event_wait_by_class on event_wait (tenant_id, class_id, since, person_id);
create index event_wait_by_person on event_wait (tenant_id, person_id);
create index event_wait_by_family on event_wait (tenant_id, family_id);
create index event_wait_by_asker on event_wait (tenant_id, asked_by) where asked_by is not null;
call narthex_admin.isolate('event_wait', 'select, insert, update, delete');

call narthex_admin.open_to_definer('event', 'select');
call narthex_admin.open_to_definer('event_class', 'select');
call narthex_admin.open_to_definer('event_wait', 'select');

-- Classes with places left for which somebody waits: a place became free where nobody looked at the line.
create function find_freed_classes(at timestamptz)
  returns table (tenant_id uuid, class_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select c.tenant_id, c.id from event_class c join event e on e.tenant_id = c.tenant_id and e.id = c.event_id
    where c.removed_at is null and e.cancelled_at is null and e.ends_at > at
      and (c.capacity is null or c.taken + c.leased < c.capacity)
      and exists (select from event_wait w where w.tenant_id = c.tenant_id and w.class_id = c.id);
  end;
call narthex_admin.define_for_app('find_freed_classes(timestamptz)');

-- Series whose days have to be made up to `until`.
create function find_series_to_make(until date)
  returns table (tenant_id uuid, series_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select s.tenant_id, s.id from event_series s
    where s.ended_at is null and s.made_until < until and (s.until_day is null or s.made_until < s.until_day);
  end;
call narthex_admin.define_for_app('find_series_to_make(date)');
