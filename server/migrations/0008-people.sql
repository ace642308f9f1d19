alter table person add column gender text check (gender in ('male', 'female'));
alter table person add column marital_status text check (marital_status in ('single', 'married', 'divorced', 'separated', 'widowed'));
-- Any part may be missing: many know the day and not the year, some only the year.
alter table person add column birth_day smallint check (birth_day between 1 and 31);
alter table person add column birth_month smallint check (birth_month between 1 and 12);
alter table person add column birth_year smallint check (birth_year between 1880 and 2200);
alter table person add column address text check (char_length(address) <= 300);
alter table person add column picture_id uuid;
alter table person add foreign key (tenant_id, picture_id) references picture;
create index person_by_picture on person (tenant_id, picture_id) where picture_id is not null;
-- Grows with every change: whoever edits says which version was read, so that no change is lost unseen.
alter table person add column version integer not null default 1;
-- Archived people are found only among the archived, get no messages and do not count for the plan.
alter table person add column archived_at timestamptz;
-- The person who is kept after a merge; this one is archived.
alter table person add column merged_into uuid;
alter table person add foreign key (tenant_id, merged_into) references person on delete set null (merged_into);
create index person_by_merge on person (tenant_id, merged_into) where merged_into is not null;
alter table person add check (merged_into is null or (archived_at is not null and merged_into <> id));

drop index person_by_name;
create index person_by_name on person (tenant_id, sort_name, id) where archived_at is null;
drop index person_by_kind_and_day;
create index person_by_kind_and_day on person (tenant_id, kind, joined_on, id) where archived_at is null;
drop index person_by_kind_and_name;
create index person_by_kind_and_name on person (tenant_id, kind, sort_name, id) where archived_at is null;
create index person_by_day on person (tenant_id, joined_on, id) where archived_at is null;
create index person_archived on person (tenant_id, sort_name, id) where archived_at is not null;
-- For merges, duplicates and imports, which compare addresses without regard to case.
create index person_by_email on person (tenant_id, lower(email)) where email is not null;

alter table person_term add column archived boolean not null default false;
drop index person_term_by_term;
create index person_term_by_term on person_term (tenant_id, archived, term, sort_name, person_id) include (shared);
-- Checking the person of each of half a million words took a third of the time of an import. Nothing but the words of a
-- person who was just written goes in, and they leave with the person.
alter table person_term drop constraint person_term_tenant_id_person_id_fkey;
create function forget_words() returns trigger language plpgsql as $$
begin
  delete from person_term t using gone g where t.tenant_id = g.tenant_id and t.person_id = g.id;
  return null;
end $$;
revoke all on function forget_words() from public;
create trigger person_words_gone after delete on person
  referencing old table as gone for each statement execute function forget_words();
-- A renamed person moves in the order of names, an archived one to the archived words.
grant update on person_term to narthex_app;

-- Archived people do not count. The triggers of 0002 call it.
create or replace function count_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update church_size s set people = s.people + n.people, with_phone = s.with_phone + n.with_phone
      from (select tenant_id, count(*) as people, count(phone) as with_phone from came where archived_at is null group by tenant_id) n
      where s.tenant_id = n.tenant_id;
  elsif tg_op = 'DELETE' then
    update church_size s set people = s.people - n.people, with_phone = s.with_phone - n.with_phone
      from (select tenant_id, count(*) as people, count(phone) as with_phone from gone where archived_at is null group by tenant_id) n
      where s.tenant_id = n.tenant_id;
  else
    update church_size s set people = s.people + n.people, with_phone = s.with_phone + n.with_phone
      from (
        select tenant_id, sum(people) as people, sum(phones) as with_phone
        from (
          select tenant_id, count(*) as people, count(phone) as phones from came where archived_at is null group by tenant_id
          union all
          select tenant_id, -count(*), -count(phone) from gone where archived_at is null group by tenant_id
        ) changed
        group by tenant_id having sum(people) <> 0 or sum(phones) <> 0
      ) n
      where s.tenant_id = n.tenant_id;
  end if;
  return null;
end $$;

alter table people_group add column description text not null default '' check (char_length(description) <= 500);
alter table people_group add column created_at timestamptz not null default now();

create table family (
  tenant_id   uuid not null references church,
  id          uuid not null default gen_random_uuid(),
  name        text not null check (char_length(name) between 1 and 120),
  -- Name without marks and case, for order and search.
  sort_name   text collate "C" not null check (char_length(sort_name) <= 60),
  email       text,
  home_phone  text check (home_phone ~ '^\+[1-9][0-9]{6,14}$'),
  address     text check (char_length(address) <= 300),
  created_at  timestamptz not null,
  -- Grows with every change, also of who belongs to it: whoever edits says which version was read.
  version     integer not null default 1,
  primary key (tenant_id, id)
);
create index family_by_name on family (tenant_id, sort_name, id);
call narthex_admin.isolate('family', 'select, insert, update, delete');

-- Roles: Father 1, Mother 2, Son 3, Daughter 4, Ward 5, Guardian 6, Other 7. A person may belong to several families.
create table family_member (
  tenant_id  uuid not null,
  family_id  uuid not null,
  person_id  uuid not null,
  role       smallint not null check (role between 1 and 7),
  primary key (tenant_id, family_id, person_id),
  foreign key (tenant_id, family_id) references family on delete cascade,
  foreign key (tenant_id, person_id) references person on delete cascade
);
create index family_member_by_person on family_member (tenant_id, person_id);
call narthex_admin.isolate('family_member', 'select, insert, update, delete');

-- Something done to many people at once that can be undone, with what each was before.
create table people_act (
  tenant_id   uuid not null references church,
  id          uuid not null,
  kind        text not null check (kind in ('archive', 'restore', 'add_to_group', 'remove_from_group', 'change_kind', 'merge', 'import')),
  -- The group of it, the kind given, the import.
  about       text,
  by_account  uuid,
  at          timestamptz not null,
  people      integer not null default 0,
  undone_at   timestamptz,
  -- Its rows are gone: it can no longer be undone.
  forgotten   boolean not null default false,
  primary key (tenant_id, id)
);
create index people_act_by_time on people_act (tenant_id, at desc);
create index people_act_to_forget on people_act (at) where not forgotten;
call narthex_admin.isolate('people_act', 'select, insert, update, delete');
call narthex_admin.open_to_definer('people_act', 'select');

create table people_act_row (
  tenant_id  uuid not null,
  act_id     uuid not null,
  person_id  uuid not null,
  -- What the act changed, as it was before; null: the act added the person.
  before     jsonb,
  -- The person's version after the act: undone only where nobody has changed the person since.
  version    integer,
  primary key (tenant_id, act_id, person_id),
  foreign key (tenant_id, act_id) references people_act on delete cascade,
  foreign key (tenant_id, person_id) references person on delete cascade
);
create index people_act_row_by_person on people_act_row (tenant_id, person_id);
call narthex_admin.isolate('people_act_row', 'select, insert, delete');

-- Churches whose acts on people are too old to be undone and still keep what people were before.
create function find_old_people_acts(before timestamptz, imports_before timestamptz)
  returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select distinct a.tenant_id from people_act a
    where not a.forgotten and a.at <= case a.kind when 'import' then imports_before else before end;
  end;
call narthex_admin.define_for_app('find_old_people_acts(timestamptz, timestamptz)');
