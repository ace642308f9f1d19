-- A file of people on its way into the church: read, mapped, checked row by row, applied, undone.
create table people_import (
  tenant_id    uuid not null references church,
  id           uuid not null,
  file_name    text not null,
  uploaded_by  uuid not null,
  uploaded_at  timestamptz not null,
  -- Headings and the first values of each column, for mapping.
  columns      jsonb not null,
  rows         integer not null check (rows > 0),
  -- Which column is which field, and what to do with people who are there already; null until it is chosen.
  plan         jsonb,
  state        text not null default 'uploaded' check (state in ('uploaded', 'checking', 'checked', 'applying', 'applied', 'undoing', 'undone', 'failed')),
  -- Rows done in the present step.
  done         integer not null default 0,
  to_add       integer not null default 0,
  to_update    integer not null default 0,
  unchanged    integer not null default 0,
  skipped      integer not null default 0,
  broken       integer not null default 0,
  applied_at   timestamptz,
  applied_by   uuid,
  undone_at    timestamptz,
  -- How many people an undo left alone, because somebody has changed them since.
  kept         integer not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, uploaded_by) references account
);
create index people_import_by_time on people_import (tenant_id, uploaded_at desc, id desc);
create index people_import_by_uploader on people_import (tenant_id, uploaded_by);
call narthex_admin.isolate('people_import', 'select, insert, update, delete');
call narthex_admin.open_to_definer('people_import', 'select');

create table people_import_row (
  tenant_id  uuid not null,
  import_id  uuid not null,
  -- The row's number as the spreadsheet shows it.
  position   integer not null,
  cells      text[] not null,
  outcome    text check (outcome in ('add', 'update', 'same', 'skip', 'broken')),
  -- Why it is broken or skipped, or what was left out: [{column, reason, value}].
  notes      jsonb not null default '[]',
  -- The person who is there already, or who was added.
  person_id  uuid,
  -- What will be written, as checked.
  person     jsonb,
  primary key (tenant_id, import_id, position),
  foreign key (tenant_id, import_id) references people_import on delete cascade
);
create index people_import_row_by_outcome on people_import_row (tenant_id, import_id, outcome, position);
call narthex_admin.isolate('people_import_row', 'select, insert, update, delete');

-- Imports that nobody applied: their rows are people's data and go after thirty days. Applied ones keep only their figures
-- once they cannot be undone any more.
create function find_old_imports(before timestamptz)
  returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select distinct i.tenant_id from people_import i where i.uploaded_at < before;
  end;
call narthex_admin.define_for_app('find_old_imports(timestamptz)');

-- Imports whose worker was lost in the middle of a step.
create function find_running_imports()
  returns table (tenant_id uuid, import_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select i.tenant_id, i.id from people_import i where i.state in ('checking', 'applying', 'undoing');
  end;
call narthex_admin.define_for_app('find_running_imports()');
