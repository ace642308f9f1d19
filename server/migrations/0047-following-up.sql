-- Following up: who came for the first time, who looks after them, what was done and what is to be done.
-- The meaning of each field and event: docs/decisions/0047.
-- The path that newcomers go, one for first-timers and one for new converts. `meaning`: what happens that brings somebody
-- here by itself. A retired stage stays readable and is chosen by nobody.
create table followup_stage (
  tenant_id   uuid not null references church,
  id          smallint not null check (id > 0),
  track       text not null check (track in ('first_timer', 'new_convert')),
  name        text not null check (char_length(name) between 1 and 60),
  position    smallint not null,
  meaning     text check (meaning in ('entry', 'contacted', 'returned', 'member')),
  retired_at  timestamptz,
  primary key (tenant_id, id)
);
create unique index followup_stage_name on followup_stage (tenant_id, track, lower(name)) where retired_at is null;
create unique index followup_stage_meaning on followup_stage (tenant_id, track, meaning)
  where retired_at is null and meaning is not null;
call narthex_admin.isolate('followup_stage', 'select, insert, update');
-- How people hear of the church. Nothing chosen is no row: "Not Specified".
create table followup_source (
  tenant_id   uuid not null references church,
  id          smallint not null check (id > 0),
  name        text not null check (char_length(name) between 1 and 60),
  position    smallint not null,
  retired_at  timestamptz,
  primary key (tenant_id, id)
);
create unique index followup_source_name on followup_source (tenant_id, lower(name)) where retired_at is null;
call narthex_admin.isolate('followup_source', 'select, insert, update');
-- How a church works: after how many working hours a card is handed on, and which hours those are, in its zone.
create table followup_setting (
  tenant_id        uuid not null references church,
  untouched_hours  smallint not null default 48 check (untouched_hours between 1 and 400),
  -- ISO: Monday 1 to Sunday 7.
  work_days        smallint[] not null default '{1,2,3,4,5}' check (cardinality(work_days) between 1 and 7),
  -- Minutes of the day.
  work_from        smallint not null default 540 check (work_from >= 0 and work_from < work_until),
  work_until       smallint not null default 1080 check (work_until <= 1440),
  primary key (tenant_id)
);
call narthex_admin.isolate('followup_setting', 'select, insert, update');
-- Somebody who is followed up, or was. One row a person, kept when they become a member: the past is counted by it.
create table newcomer (
  tenant_id        uuid not null references church,
  person_id        uuid not null,
  -- What they are, or were last before they became a member: whose path they go.
  kind             text not null check (kind in ('first_timer', 'new_convert')),
  origin           text not null default 'staff' check (origin in ('staff', 'import', 'walk_in', 'form')),
  entered_at       timestamptz not null, entered_by uuid,
  -- The day of the first visit in the church's zone; null: entered as a new convert, no first visit is known.
  first_visit_on   date,
  -- The first day after it on which they were there again; the day on which they became a member.
  second_visit_on  date, member_on date,
  -- The first-contact clock: from the visit until a person reached them. Null: it does not run (entered long after it).
  clock_from       timestamptz,
  contacted_at     timestamptz, contacted_by uuid,
  source_id        smallint,
  -- Yes 0, No 1, Maybe 2, On Transit 3; null: not said. Means: Call 0, Email 1, Visit 2, SMS 3.
  interest         smallint check (interest between 0 and 3), wants_visit smallint check (wants_visit between 0 and 3),
  means            smallint check (means between 0 and 3),
  event_id         uuid,
  -- Account of the staff; null: in the pool.
  owner_id         uuid, owned_at timestamptz,
  -- Active 0, Paused 1, Converted 2.
  lead_status      smallint not null default 0 check (lead_status between 0 and 2),
  stage_id         smallint not null, staged_at timestamptz not null,
  -- The furthest stage that they ever stood in, by its place on the path at that time.
  furthest_id      smallint not null,
  -- When a person of the staff last did something about them.
  touched_at       timestamptz not null,
  -- When an untouched card goes to somebody else; null: it stays.
  hand_on_at       timestamptz,
  snoozed_until    timestamptz,
  -- Contacts and messages in the log.
  activities       integer not null default 0 check (activities >= 0),
  -- False: counted, and reached through their parents. No card, no clock.
  followed         boolean not null default true,
  -- As the person is: neither counted nor shown.
  archived         boolean not null default false,
  primary key (tenant_id, person_id),
  foreign key (tenant_id, person_id) references person on delete cascade,
  foreign key (tenant_id, source_id) references followup_source,
  foreign key (tenant_id, stage_id) references followup_stage, foreign key (tenant_id, furthest_id) references followup_stage,
  foreign key (tenant_id, owner_id) references account, foreign key (tenant_id, event_id) references event
);
-- The figures of a period read nothing but this index.
create index newcomer_by_visit on newcomer (tenant_id, first_visit_on, person_id)
  include (kind, second_visit_on, member_on, source_id, interest, wants_visit, owner_id, furthest_id, activities)
  where not archived and first_visit_on is not null;
create index newcomer_by_owner on newcomer (tenant_id, owner_id, touched_at, person_id)
  where not archived and followed and lead_status = 0;
create index newcomer_by_entry on newcomer (tenant_id, entered_at desc, person_id) where not archived;
create index newcomer_by_stage on newcomer (tenant_id, stage_id) where not archived;
create index newcomer_by_source on newcomer (tenant_id, source_id) where source_id is not null;
create index newcomer_by_event on newcomer (tenant_id, event_id) where event_id is not null;
create index newcomer_waiting on newcomer (tenant_id, clock_from, person_id) include (owner_id)
  where contacted_at is null and clock_from is not null and not archived and followed and lead_status = 0;
create index newcomer_contacted on newcomer (tenant_id, clock_from) include (contacted_at)
  where contacted_at is not null and clock_from is not null and not archived;
create index newcomer_to_hand_on on newcomer (hand_on_at, tenant_id) where hand_on_at is not null;
call narthex_admin.isolate('newcomer', 'select, insert, update');
call narthex_admin.open_to_definer('newcomer', 'select');
-- A day on which somebody who is followed up was there: one a day, whoever says it.
create table newcomer_visit (
  tenant_id  uuid not null,
  person_id  uuid not null,
  day        date not null,
  at         timestamptz not null,
  how        text not null check (how in ('entry', 'check_in', 'attendance')),
  event_id   uuid,
  primary key (tenant_id, person_id, day),
  foreign key (tenant_id, person_id) references newcomer on delete cascade,
  foreign key (tenant_id, event_id) references event
);
create index newcomer_visit_by_day on newcomer_visit (tenant_id, day, person_id);
create index newcomer_visit_by_event on newcomer_visit (tenant_id, event_id) where event_id is not null;
call narthex_admin.isolate('newcomer_visit', 'select, insert, update, delete');
-- What ever changed how many first visits a day has: entered or brought back +1, archived -1, another day both. The sum of
-- a month since an instant is by how much the month has changed since.
create table newcomer_tally (
  tenant_id  uuid not null,
  id         uuid not null default gen_random_uuid(),
  person_id  uuid not null,
  day        date not null,
  step       smallint not null check (step in (-1, 1)),
  at         timestamptz not null,
  primary key (tenant_id, id), foreign key (tenant_id, person_id) references newcomer on delete cascade
);
create index newcomer_tally_by_day on newcomer_tally (tenant_id, day, at) include (step);
create index newcomer_tally_by_person on newcomer_tally (tenant_id, person_id);
call narthex_admin.isolate('newcomer_tally', 'select, insert');
-- The activity log of a person, and the history of stages, owners and lead statuses. Written once; a note's or a contact's
-- words can be mended and taken back by who wrote them.
create table followup_log (
  tenant_id     uuid not null,
  id            uuid not null,
  person_id     uuid not null,
  at            timestamptz not null,
  kind          text not null check (kind in
    ('entered', 'visit', 'contact', 'message', 'note', 'owner', 'stage', 'lead_status', 'task', 'member', 'merged')),
  -- Account of the staff; null: the product itself, or a rule.
  by_account    uuid,
  channel       text check (channel in ('call', 'whatsapp', 'sms', 'email', 'push', 'visit', 'other')),
  outcome       text check (outcome in
    ('reached', 'no_answer', 'call_later', 'left_message', 'wrong_number', 'no_contact')),
  text          text not null default '' check (char_length(text) <= 4000),
  -- Of a note: shown to who wrote it only.
  is_private    boolean not null default false,
  -- Owner: accounts; stage: ids; lead status and task: numbers. Null: none before, or the pool.
  before        text check (char_length(before) <= 60), after text check (char_length(after) <= 60),
  -- Why an owner changed by itself: untouched, left, absent.
  reason        text check (char_length(reason) <= 200),
  task_id       uuid,
  -- The campaign that it stands in.
  message_id    uuid,
  -- The rule that did it, and its version then.
  rule_id       uuid, rule_version  integer,
  edited_at     timestamptz,
  primary key (tenant_id, id), foreign key (tenant_id, person_id) references newcomer on delete cascade
);
create index followup_log_by_person on followup_log (tenant_id, person_id, at, id);
create index followup_log_by_kind on followup_log (tenant_id, kind, at) include (person_id, by_account);
create index followup_log_by_task on followup_log (tenant_id, task_id) where task_id is not null;
create index followup_log_by_rule on followup_log (tenant_id, rule_id, at) where rule_id is not null;
call narthex_admin.isolate('followup_log', 'select, insert, update, delete');
-- Status: Pending 0, InProgress 1, Completed 2, Cancelled 3, Rescheduled 4, Stalled 5. Priority: High 0, Low 1.
create table followup_task (
  tenant_id     uuid not null,
  id            uuid not null,
  -- About whom.
  person_id     uuid not null,
  -- Account of the staff who does it; null: whoever looks after the person.
  owner_id      uuid,
  instructions  text not null check (char_length(instructions) between 1 and 500),
  note          text not null default '' check (char_length(note) <= 4000),
  -- An activity type of the look-ups.
  type          smallint,
  priority      smallint not null default 1 check (priority in (0, 1)),
  status        smallint not null default 0 check (status between 0 and 5),
  due_at        timestamptz,
  -- Minutes before; a day before is the same time on the church's clocks.
  reminder      smallint check (reminder in (30, 60, 1440)),
  remind_at     timestamptz, reminded_at timestamptz,
  created_at    timestamptz not null, created_by uuid,
  updated_at    timestamptz not null,
  -- Completed or cancelled.
  closed_at     timestamptz,
  rule_id       uuid, rule_version  integer,
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references newcomer on delete cascade,
  foreign key (tenant_id, owner_id) references account,
  check ((status in (2, 3)) = (closed_at is not null))
);
create index followup_task_by_person on followup_task (tenant_id, person_id, due_at);
create index followup_task_by_owner on followup_task (tenant_id, owner_id, due_at, id) where closed_at is null;
create index followup_task_open on followup_task (tenant_id, due_at, id) where closed_at is null;
create index followup_task_by_status on followup_task (tenant_id, status, updated_at desc, id);
create index followup_task_to_remind on followup_task (remind_at, tenant_id)
  where remind_at is not null and reminded_at is null and closed_at is null;
call narthex_admin.isolate('followup_task', 'select, insert, update, delete');
call narthex_admin.open_to_definer('followup_task', 'select');
create table followup_comment (
  tenant_id   uuid not null,
  id          uuid not null,
  task_id     uuid not null,
  text        text not null check (char_length(text) between 1 and 4000),
  by_account  uuid,
  at          timestamptz not null,
  edited_at   timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, task_id) references followup_task on delete cascade
);
create index followup_comment_by_task on followup_comment (tenant_id, task_id, at, id);
call narthex_admin.isolate('followup_comment', 'select, insert, update, delete');
-- Who stands in for somebody of the staff at any time.
create table followup_deputy (
  tenant_id   uuid not null,
  account_id  uuid not null,
  deputy_id   uuid not null,
  primary key (tenant_id, account_id),
  foreign key (tenant_id, account_id) references account, foreign key (tenant_id, deputy_id) references account,
  check (account_id <> deputy_id)
);
create index followup_deputy_by_deputy on followup_deputy (tenant_id, deputy_id);
call narthex_admin.isolate('followup_deputy', 'select, insert, update, delete');
-- Days of the church's calendar, both included, on which somebody of the staff is away. `deputy_id` null: the usual one.
create table followup_absence (
  tenant_id   uuid not null,
  id          uuid not null,
  account_id  uuid not null,
  from_day    date not null, until_day date not null,
  deputy_id   uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references account, foreign key (tenant_id, deputy_id) references account,
  check (from_day <= until_day), check (account_id <> deputy_id)
);
create index followup_absence_by_account on followup_absence (tenant_id, account_id, until_day);
create index followup_absence_by_deputy on followup_absence (tenant_id, deputy_id) where deputy_id is not null;
call narthex_admin.isolate('followup_absence', 'select, insert, delete');
-- Churches with a reminder to send, or a card to hand on.
create function find_due_followups(at timestamptz)
  returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select t.tenant_id from followup_task t where t.remind_at <= at and t.reminded_at is null and t.closed_at is null
    union
    select n.tenant_id from newcomer n where n.hand_on_at <= at;
  end;
call narthex_admin.define_for_app('find_due_followups(timestamptz)');

-- Churches and people who were there before. Of old visits no clock runs and no card is handed on.
do $$ declare one text; begin
  foreach one in array array['church', 'person', 'registration_child', 'event', 'followup_setting', 'followup_stage',
    'followup_source', 'newcomer', 'newcomer_visit', 'newcomer_tally', 'followup_log'] loop
    execute format('alter table %I no force row level security', one);
  end loop;
end $$;

insert into followup_setting (tenant_id) select tenant_id from church;
insert into followup_stage (tenant_id, id, track, name, position, meaning)
select c.tenant_id, s.* from church c cross join (values
  (1::smallint, 'first_timer', 'First visit', 1::smallint, 'entry'), (2, 'first_timer', 'Contacted', 2, 'contacted'),
  (3, 'first_timer', 'Second visit', 3, 'returned'), (4, 'first_timer', 'Connected', 4, null),
  (5, 'first_timer', 'Member', 5, 'member'), (6, 'new_convert', 'Decision', 1, 'entry'),
  (7, 'new_convert', 'Contacted', 2, 'contacted'), (8, 'new_convert', 'Foundation class', 3, null),
  (9, 'new_convert', 'Baptism', 4, null), (10, 'new_convert', 'Member', 5, 'member')) s;
insert into followup_source (tenant_id, id, name, position)
select c.tenant_id, s.* from church c cross join (values
  (1::smallint, 'Website', 1::smallint), (2, 'Friend', 2), (3, 'Social Media', 3), (4, 'Flyer', 4)) s;
insert into newcomer (tenant_id, person_id, kind, entered_at, first_visit_on, stage_id, furthest_id, staged_at, touched_at, archived)
select tenant_id, id, kind, created_at, case when kind = 'first_timer' then joined_on end,
  case when kind = 'first_timer' then 1 else 6 end, case when kind = 'first_timer' then 1 else 6 end,
  created_at, created_at, archived_at is not null
from person where kind in ('first_timer', 'new_convert');
insert into newcomer_visit (tenant_id, person_id, day, at, how)
select tenant_id, person_id, first_visit_on, entered_at, 'entry' from newcomer where first_visit_on is not null;
insert into newcomer_visit (tenant_id, person_id, day, at, how, event_id)
select distinct on (r.tenant_id, r.person_id, e.day) r.tenant_id, r.person_id, e.day, r.checked_in_at, 'check_in', e.id
from registration_child r
join event e on e.tenant_id = r.tenant_id and e.id = r.event_id
join newcomer n on n.tenant_id = r.tenant_id and n.person_id = r.person_id
where r.checked_in_at is not null
order by r.tenant_id, r.person_id, e.day, r.checked_in_at
on conflict do nothing;
update newcomer n set second_visit_on = v.day, stage_id = 3, furthest_id = 3
from (
  select v.tenant_id, v.person_id, min(v.day) as day from newcomer_visit v
  join newcomer o on o.tenant_id = v.tenant_id and o.person_id = v.person_id and v.day > o.first_visit_on
  group by v.tenant_id, v.person_id) v
where n.tenant_id = v.tenant_id and n.person_id = v.person_id and n.kind = 'first_timer';
insert into newcomer_tally (tenant_id, person_id, day, step, at)
select tenant_id, person_id, first_visit_on, 1, entered_at from newcomer where first_visit_on is not null and not archived;
insert into followup_log (tenant_id, id, person_id, at, kind)
select tenant_id, gen_random_uuid(), person_id, entered_at, 'entered' from newcomer;
do $$ declare one text; begin
  foreach one in array array['church', 'person', 'registration_child', 'event', 'followup_setting', 'followup_stage',
    'followup_source', 'newcomer', 'newcomer_visit', 'newcomer_tally', 'followup_log'] loop
    execute format('alter table %I force row level security', one);
  end loop;
end $$;
