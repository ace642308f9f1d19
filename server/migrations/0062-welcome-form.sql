-- The welcome form of a church, which anybody may fill in: docs/decisions/0062.
-- What a church changed of it; without a row it is on, with every source and answer and our words.
create table welcome_form (
  tenant_id       uuid not null references church,
  is_on           boolean not null,
  -- Sources of the church that are not offered there.
  hidden_sources  smallint[] not null default '{}' check (cardinality(hidden_sources) <= 100),
  -- Answers offered to whether they would like to join: Yes 0, No 1, Maybe 2.
  interests       smallint[] not null default '{0,2,1}' check (interests <@ '{0,1,2}'),
  -- By language: what stands under the title and what thanks say; absent: ours.
  words           jsonb not null default '{}',
  primary key (tenant_id)
);
call narthex_admin.isolate('welcome_form', 'select, insert, update');

-- What was said on it. The names, the phone and the email are emptied once the person holds them, or nobody wants them.
create table welcome_entry (
  tenant_id      uuid not null references church,
  -- Made of the page that was opened and what was typed: the same press twice is one.
  id             uuid not null,
  at             timestamptz not null,
  -- Of the church's calendar.
  day            date not null,
  first_name     text check (char_length(first_name) between 1 and 100),
  last_name      text check (char_length(last_name) <= 100),
  phone          text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  email          text check (char_length(email) <= 254),
  language       text not null check (language ~ '^[a-z]{2}$'),
  -- What the visitor agreed to. Email: null, none was given.
  sms_consent    boolean not null,
  email_consent  boolean,
  source_id      smallint,
  interest       smallint check (interest between 0 and 3),
  -- Where the poster hangs.
  place          text check (char_length(place) between 1 and 40),
  -- Entered: a newcomer was made. Repeated: the same visitor on the same day. Claimed and doubtful wait for the staff: the
  -- phone is somebody's already, or something about the press was odd. The others are what the staff decided.
  state          text not null
    check (state in ('entered', 'repeated', 'claimed', 'doubtful', 'same_person', 'second_person', 'dismissed')),
  doubts         text[] not null default '{}',
  -- The newcomer who was made, or who has the phone.
  person_id      uuid,
  decided_at     timestamptz, decided_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references person on delete cascade,
  foreign key (tenant_id, source_id) references followup_source,
  check (state not in ('claimed', 'doubtful') or (first_name is not null and phone is not null))
);
create index welcome_entry_waiting on welcome_entry (tenant_id, at, id) where state in ('claimed', 'doubtful');
create index welcome_entry_by_phone on welcome_entry (tenant_id, phone, day) where phone is not null;
create index welcome_entry_by_person on welcome_entry (tenant_id, person_id) where person_id is not null;
create index welcome_entry_by_time on welcome_entry (tenant_id, at);
create index welcome_entry_to_forget on welcome_entry (at, tenant_id) where first_name is not null;
call narthex_admin.isolate('welcome_entry', 'select, insert, update, delete');
call narthex_admin.open_to_definer('welcome_entry', 'select');

-- Churches that keep names for longer than since then.
create function find_old_welcome_entries(since timestamptz)
  returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select distinct w.tenant_id from welcome_entry w where w.at < since and w.first_name is not null;
  end;
call narthex_admin.define_for_app('find_old_welcome_entries(timestamptz)');
call narthex_admin.define_for_jobs('find_old_welcome_entries(timestamptz)');

-- Who fills in the form and does not agree to messages gets none.
alter table opt_out drop constraint opt_out_source_check,
  add constraint opt_out_source_check check (source in ('link', 'desk', 'reply', 'form'));
