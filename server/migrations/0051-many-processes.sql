-- What one account or church may have only so many of at once, on all servers together: uploads, exports. A slot is held by
-- a process, which says again and again that it still does; one that was killed lets go of it by itself. Belongs to no
-- church: the key is hashed.
create table slot (
  key     bytea not null,
  number  smallint not null check (number > 0),
  holder  uuid not null,
  until   timestamptz not null,
  primary key (key, number)
);
create index slot_by_holder on slot (holder);
alter table slot enable row level security;
alter table slot force row level security;
revoke all on slot from public;
call narthex_admin.open_to_definer('slot', 'select, insert, update, delete');

-- By the database's own clock: processes need not agree on theirs. Who comes at the same moment waits for whoever is first.
create function hold_slot(wanted bytea, most integer, new_holder uuid, seconds integer) returns boolean
  language sql security definer set search_path = public, pg_temp
  begin atomic
    select pg_advisory_xact_lock(hashtextextended(encode(wanted, 'hex'), 51));
    delete from slot where key = wanted and until <= clock_timestamp();
    with held as (
      insert into slot (key, number, holder, until)
      select wanted, n, new_holder, clock_timestamp() + make_interval(secs => seconds)
      from generate_series(1, most) n where not exists (select from slot s where s.key = wanted and s.number = n)
      order by n limit 1 returning number
    )
    select exists (select from held);
  end;
call narthex_admin.define_for_app('hold_slot(bytea, integer, uuid, integer)');

create function keep_slot(by_holder uuid, seconds integer) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    update slot set until = clock_timestamp() + make_interval(secs => seconds) where holder = by_holder;
  end;
call narthex_admin.define_for_app('keep_slot(uuid, integer)');

create function leave_slot(by_holder uuid) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    delete from slot where holder = by_holder;
  end;
call narthex_admin.define_for_app('leave_slot(uuid)');

-- The places left of the classes of events that are watched, each named with its church: one question for all of a process.
create function read_places_left(of_tenants uuid[], of_events uuid[])
  returns table (tenant_id uuid, event_id uuid, class_id uuid, places_left integer)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select c.tenant_id, c.event_id, c.id, c.capacity - c.taken - c.leased
    from unnest(of_tenants, of_events) as w (tenant_id, event_id)
    join event_class c on c.tenant_id = w.tenant_id and c.event_id = w.event_id
    where c.removed_at is null order by c.tenant_id, c.event_id, c.position, c.id;
  end;
call narthex_admin.define_for_app('read_places_left(uuid[], uuid[])');

-- What an engine that keeps each church on one of many machines cannot do, done otherwise.

-- A recipient comes out of its campaign's own row by the statement that writes it; a look at all that was written took
-- longer, the more campaigns there were.
drop trigger campaign_recipient_has_campaign on campaign_recipient;
drop function check_recipients_campaign();

-- Few children are taken away at once: each gives its own place back.
drop trigger registration_child_gone on registration_child;
drop function give_places_back();
create trigger registration_child_gone after delete on registration_child
  for each row execute function give_place_back();

-- What is found without a church is an index, what is one only is so in its church: references are made by chance, numbers
-- by counting (next_receipt_number), both by the server alone.
create unique index payment_by_own_reference on payment (tenant_id, reference);
create index payment_by_any_reference on payment (reference);
drop index payment_by_reference;
create unique index payment_by_own_receipt on payment (tenant_id, receipt_number) where receipt_number is not null;
drop index payment_by_receipt;

-- Rows that outlive whom they name let go of the name before it is gone. What is kept already is looked at by the owner, who
-- sees all of it for as long as that takes.
do $$ declare one text; begin
  foreach one in array array['account', 'registration', 'event_wait', 'event_class', 'person', 'family', 'people_group'] loop
    execute format('alter table %I no force row level security', one);
  end loop;
end $$;
create function let_go_of_person() returns trigger language plpgsql as $$
begin
  update account set person_id = null where tenant_id = old.tenant_id and person_id = old.id;
  update registration set brought_by = null where tenant_id = old.tenant_id and brought_by = old.id;
  update event_wait set asked_by = null where tenant_id = old.tenant_id and asked_by = old.id;
  return old;
end $$;
revoke all on function let_go_of_person() from public;
create trigger person_let_go before delete on person for each row execute function let_go_of_person();
alter table account drop constraint account_tenant_id_person_id_fkey,
  add foreign key (tenant_id, person_id) references person;
alter table registration drop constraint registration_tenant_id_brought_by_fkey,
  add foreign key (tenant_id, brought_by) references person;
alter table event_wait drop constraint event_wait_tenant_id_asked_by_fkey,
  add foreign key (tenant_id, asked_by) references person;

create function let_go_of_family() returns trigger language plpgsql as $$
begin
  update registration set family_id = null where tenant_id = old.tenant_id and family_id = old.id;
  return old;
end $$;
revoke all on function let_go_of_family() from public;
create trigger family_let_go before delete on family for each row execute function let_go_of_family();
alter table registration drop constraint registration_tenant_id_family_id_fkey,
  add foreign key (tenant_id, family_id) references family;

create function let_go_of_group() returns trigger language plpgsql as $$
begin
  update event_class set group_id = null where tenant_id = old.tenant_id and group_id = old.id;
  return old;
end $$;
revoke all on function let_go_of_group() from public;
create trigger people_group_let_go before delete on people_group for each row execute function let_go_of_group();
alter table event_class drop constraint event_class_tenant_id_group_id_fkey,
  add foreign key (tenant_id, group_id) references people_group;
do $$ declare one text; begin
  foreach one in array array['account', 'registration', 'event_wait', 'event_class', 'person', 'family', 'people_group'] loop
    execute format('alter table %I force row level security', one);
  end loop;
end $$;
