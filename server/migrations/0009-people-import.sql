-- A file of people on its way into the church: read, mapped, checked row by row, applied, undone.
create table people_import (
  tenant_id      uuid not null references church,
  id             uuid not null,
  file_name      text not null,
  -- The account, and what it was called: an import outlives the staff member who brought it.
  uploaded_by    uuid not null,
  uploader       text not null,
  uploaded_at    timestamptz not null,
  -- Headings, first values and suggested field of each column, for mapping. The values are people's data and go when it is
  -- applied, or somebody of it is erased.
  columns        jsonb not null,
  rows           integer not null check (rows > 0),
  -- Which column is which field, and what to do with people who are there already; null until it is chosen.
  plan           jsonb,
  state          text not null default 'uploaded' check (state in ('uploaded', 'checking', 'checked', 'applying', 'applied', 'undoing', 'undone', 'failed')),
  -- What failed: only that step goes on.
  failed_step    text check (failed_step in ('checking', 'applying', 'undoing')),
  -- Grows with every step that is begun: a worker of an earlier step finds that it is not needed any more.
  step           integer not null default 0,
  -- Rows done in the present step, and the last of them.
  done           integer not null default 0,
  done_position  integer not null default 0,
  -- Failures of the present step without a batch done in between.
  failures       smallint not null default 0,
  to_add         integer not null default 0,
  to_update      integer not null default 0,
  unchanged      integer not null default 0,
  skipped        integer not null default 0,
  broken         integer not null default 0,
  -- Of to_add those that are in the church already.
  added          integer not null default 0,
  applied_at     timestamptz,
  applied_by     uuid,
  undone_at      timestamptz,
  -- How many people an undo left alone, because somebody has changed them since.
  kept           integer not null default 0,
  -- Groups that the church did not have: an undo takes away those that are empty.
  made_groups    uuid[] not null default '{}',
  -- The rows are people's data and are not kept for ever.
  forgotten_at   timestamptz,
  primary key (tenant_id, id)
);
create index people_import_by_time on people_import (tenant_id, uploaded_at desc, id desc);
create index people_import_kept on people_import (uploaded_at) where forgotten_at is null;
create index people_import_running on people_import (tenant_id, id) where state in ('checking', 'applying', 'undoing');
call narthex_admin.isolate('people_import', 'select, insert, update, delete');
call narthex_admin.open_to_definer('people_import', 'select');

create table people_import_row (
  tenant_id  uuid not null,
  import_id  uuid not null,
  -- The row's number as the spreadsheet shows it.
  position   integer not null,
  -- Texts, one a column; empty ones at the end are missing.
  cells      jsonb not null,
  outcome    text check (outcome in ('add', 'update', 'same', 'skip', 'broken')),
  -- Why it is broken or skipped, or what was left out: [{column, reason, value}].
  notes      jsonb not null default '[]',
  -- The person who is there already, or who was added.
  person_id  uuid,
  -- What will be written, as checked.
  person     jsonb,
  -- For `update`: the fields that change, and once applied what they were before, for an undo.
  changes    text[] not null default '{}',
  before     jsonb,
  -- The groups that an added person was put into: who is in another one by now is not taken out again.
  joined     uuid[] not null default '{}',
  -- The person's version after the import: undone only where nobody has changed the person since. Null: not applied.
  version    integer,
  -- What rows of one file are known by as one person: E.164; the address in small letters, or a digest of the whole row
  -- where it has neither.
  phone      text collate "C",
  mark       text collate "C",
  -- The name without marks and case: of the many who may share a number only those of a like name are looked at.
  name       text collate "C",
  primary key (tenant_id, import_id, position),
  foreign key (tenant_id, import_id) references people_import on delete cascade
);
create index people_import_row_by_outcome on people_import_row (tenant_id, import_id, outcome, position);
create index people_import_row_by_phone on people_import_row (tenant_id, import_id, phone, position) where phone is not null;
create index people_import_row_by_mark on people_import_row (tenant_id, import_id, mark, position) where mark is not null;
create index people_import_row_by_person on people_import_row (tenant_id, person_id, import_id) where person_id is not null;
call narthex_admin.isolate('people_import_row', 'select, insert, update, delete');

-- Whoever is erased is erased from the files too. An undo lets go of its people first and keeps the rows.
create function without_samples(columns jsonb) returns jsonb language sql immutable
  return (
    select coalesce(jsonb_agg(c.value || '{"samples": []}' order by c.place), '[]')
    from jsonb_array_elements(columns) with ordinality c (value, place)
  );
revoke all on function without_samples(jsonb) from public;
grant execute on function without_samples(jsonb) to narthex_app;

create function forget_imported_people() returns trigger language plpgsql as $$
begin
  with emptied as (
    update people_import_row r
      set cells = '[]', notes = '[]', person_id = null, person = null, before = null, version = null, phone = null,
        mark = null, name = null
      from gone g where r.tenant_id = g.tenant_id and r.person_id = g.id
      returning r.tenant_id, r.import_id
  )
  update people_import i set columns = without_samples(i.columns)
    from (select distinct tenant_id, import_id from emptied) e
    where i.tenant_id = e.tenant_id and i.id = e.import_id and i.columns @? '$[*].samples[0]';
  return null;
end $$;
revoke all on function forget_imported_people() from public;
create trigger person_forgotten after delete on person
  referencing old table as gone for each statement execute function forget_imported_people();

-- Churches with imports whose rows have been kept long enough.
create function find_old_imports(before timestamptz)
  returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select distinct i.tenant_id from people_import i where i.uploaded_at < before and i.forgotten_at is null;
  end;
call narthex_admin.define_for_app('find_old_imports(timestamptz)');

-- Imports in the middle of a step, of which some may have lost their worker.
create function find_running_imports()
  returns table (tenant_id uuid, import_id uuid, step integer)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select i.tenant_id, i.id, i.step from people_import i where i.state in ('checking', 'applying', 'undoing');
  end;
call narthex_admin.define_for_app('find_running_imports()');
