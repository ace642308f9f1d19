create table church (
  tenant_id   uuid primary key,
  name        text not null check (char_length(name) between 1 and 200),
  city        text,
  iso_code    text not null check (iso_code ~ '^[A-Z]{2}$'),
  currency    text not null check (currency ~ '^[A-Z]{3}$'),
  time_zone   text not null,
  created_at  timestamptz not null default now()
);
call narthex_admin.isolate('church', 'select, insert, update');
call narthex_admin.open_to_definer('church', 'select');

create table subscription (
  tenant_id        uuid primary key references church,
  plan_name        text not null,
  membership_size  integer not null check (membership_size > 0),
  -- The last day on which everything works, in the church's own zone.
  expires_on       date not null
);
call narthex_admin.isolate('subscription', 'select, insert, update');
call narthex_admin.open_to_definer('subscription', 'select');

-- How many people a church has: the gate asks at every request, so it is counted as they come and go.
create table church_size (
  tenant_id   uuid primary key references church,
  people      integer not null default 0 check (people >= 0),
  with_phone  integer not null default 0 check (with_phone >= 0)
);
call narthex_admin.isolate('church_size', 'select, insert, update');
call narthex_admin.open_to_definer('church_size', 'select');

create table person (
  tenant_id   uuid not null references church,
  id          uuid not null default gen_random_uuid(),
  first_name  text not null,
  last_name   text not null default '',
  email       text,
  phone       text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  kind        text not null default 'member' check (kind in ('member', 'first_timer', 'new_convert')),
  joined_on   date not null default current_date,
  -- First and last name without marks and case, for order and paging; cut, because it travels in page cursors.
  sort_name   text collate "C" not null check (char_length(sort_name) <= 60),
  created_at  timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index person_by_name on person (tenant_id, sort_name, id);
create index person_by_phone on person (tenant_id, phone) where phone is not null;
create index person_by_kind_and_day on person (tenant_id, kind, joined_on);
create index person_by_kind_and_name on person (tenant_id, kind, sort_name, id);
call narthex_admin.isolate('person', 'select, insert, update, delete');

-- The words a person is found by: names without marks, e-mail, phone with and without the country code.
-- LIKE is not leakproof and cannot use an index under row-level security; a range over "C"-ordered words can.
create table person_term (
  tenant_id  uuid not null,
  person_id  uuid not null,
  term       text collate "C" not null check (term <> ''),
  -- How many letters an earlier word of the same person begins with too. A search for that many letters or fewer finds
  -- the person by the earlier word already, so hits are counted without looking for doubles.
  shared     smallint not null,
  -- The person's own, so that hits come in order of names without a look at every person.
  sort_name  text collate "C" not null,
  primary key (tenant_id, person_id, term),
  foreign key (tenant_id, person_id) references person on delete cascade
);
create index person_term_by_term on person_term (tenant_id, term, sort_name, person_id) include (shared);
call narthex_admin.isolate('person_term', 'select, insert, delete');

create function count_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update church_size s set people = s.people + n.people, with_phone = s.with_phone + n.with_phone
      from (select tenant_id, count(*) as people, count(phone) as with_phone from came group by tenant_id) n
      where s.tenant_id = n.tenant_id;
  elsif tg_op = 'DELETE' then
    update church_size s set people = s.people - n.people, with_phone = s.with_phone - n.with_phone
      from (select tenant_id, count(*) as people, count(phone) as with_phone from gone group by tenant_id) n
      where s.tenant_id = n.tenant_id;
  else
    update church_size s set with_phone = s.with_phone + n.more
      from (
        select tenant_id, sum(phones) as more
        from (
          select tenant_id, count(phone) as phones from came group by tenant_id
          union all select tenant_id, -count(phone) from gone group by tenant_id
        ) changed
        group by tenant_id having sum(phones) <> 0
      ) n
      where s.tenant_id = n.tenant_id;
  end if;
  return null;
end $$;
revoke all on function count_people() from public;
create trigger person_added after insert on person
  referencing new table as came for each statement execute function count_people();
create trigger person_changed after update on person
  referencing new table as came old table as gone for each statement execute function count_people();
create trigger person_gone after delete on person
  referencing old table as gone for each statement execute function count_people();

create table people_group (
  tenant_id  uuid not null references church,
  id         uuid not null default gen_random_uuid(),
  name       text not null check (char_length(name) between 1 and 100),
  category   text not null default 'Groups',
  primary key (tenant_id, id)
);
create unique index people_group_name on people_group (tenant_id, lower(name));
call narthex_admin.isolate('people_group', 'select, insert, update, delete');
call narthex_admin.open_to_definer('people_group', 'select');

create table group_member (
  tenant_id  uuid not null,
  group_id   uuid not null,
  person_id  uuid not null,
  primary key (tenant_id, group_id, person_id),
  foreign key (tenant_id, group_id) references people_group on delete cascade,
  foreign key (tenant_id, person_id) references person on delete cascade
);
create index group_member_by_person on group_member (tenant_id, person_id);
call narthex_admin.isolate('group_member', 'select, insert, delete');

-- Who refused bulk messages, by address: the refusal outlives the person's record.
create table opt_out (
  tenant_id  uuid not null references church,
  channel    text not null check (channel in ('sms', 'email', 'push')),
  address    text not null,
  source     text not null check (source in ('link', 'desk', 'reply')),
  at         timestamptz not null default now(),
  primary key (tenant_id, channel, address)
);
call narthex_admin.isolate('opt_out', 'select, insert, delete');

-- Whether the installation is in use at all: asked before any church can be entered.
create function has_churches() returns boolean
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select exists (select from church);
  end;
call narthex_admin.define_for_app('has_churches()');
