-- Messages of every channel that are not sent yet: drafts, templates, and those that go at a time.
create table draft (
  tenant_id        uuid not null references church,
  -- Made by whoever writes it.
  id               uuid not null,
  -- The campaign that it becomes. Made here, so that nobody chooses it, and once, so that it is sent once.
  campaign_id      uuid not null,
  channel          text not null check (channel in ('sms', 'email', 'push')),
  state            text not null check (state in ('draft', 'template', 'scheduled', 'failed', 'sent')),
  -- The name of a template; the birthday message needs none.
  title            text,
  is_birthday      boolean not null default false,
  content          jsonb not null,
  -- Empty once it is sent: the campaign has it.
  destination      jsonb not null,
  -- What lists tell of the destination, which may hold a hundred thousand numbers.
  chosen           jsonb not null,
  bytes            integer not null,
  contact_file_id  uuid,
  goes_at          timestamptz,
  -- Why it could not go.
  reason           text,
  version          integer not null default 1,
  created_by       uuid not null,
  created_at       timestamptz not null,
  changed_by       uuid not null,
  changed_at       timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references account,
  foreign key (tenant_id, changed_by) references account,
  -- Whoever needs a file keeps it from being forgotten.
  foreign key (tenant_id, contact_file_id) references contact_file,
  check ((state = 'template') = (title is not null or is_birthday)),
  check (goes_at is not null or state not in ('scheduled', 'failed')),
  check ((state = 'failed') = (reason is not null))
);
create index draft_by_change on draft (tenant_id, changed_at, id);
create index draft_by_author on draft (tenant_id, created_by);
create index draft_by_changer on draft (tenant_id, changed_by);
create index draft_by_contact_file on draft (tenant_id, contact_file_id) where contact_file_id is not null;
create index draft_due on draft (tenant_id, goes_at) where state = 'scheduled';
create unique index draft_by_title on draft (tenant_id, channel, lower(title)) where state = 'template';
create unique index draft_for_birthdays on draft (tenant_id, channel) where is_birthday;
call narthex_admin.isolate('draft', 'select, insert, update, delete');
call narthex_admin.open_to_definer('draft', 'select');

-- Messages whose time has come and that nobody has taken on: a job hands them over.
create function find_due_drafts(wanted timestamptz)
  returns table (tenant_id uuid, draft_id uuid, goes_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select d.tenant_id, d.id, d.goes_at from draft d
    where d.state = 'scheduled' and d.goes_at <= wanted order by d.goes_at limit 1000;
  end;
call narthex_admin.define_for_app('find_due_drafts(timestamptz)');

-- Churches that keep messages which were sent before: these stand on the list of what was sent.
create function find_sent_drafts(before timestamptz)
  returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select distinct d.tenant_id from draft d where d.state = 'sent' and d.changed_at < before;
  end;
call narthex_admin.define_for_app('find_sent_drafts(timestamptz)');
