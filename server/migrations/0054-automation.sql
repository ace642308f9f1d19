-- Automation of the follow-up: rules, what they did, and why. The meaning of each state: docs/decisions/0054.
-- How many units all rules of a church may spend on a day of its calendar.
create table automation_setting (
  tenant_id    uuid not null references church,
  units_a_day  integer not null default 200 check (units_a_day between 0 and 1000000),
  primary key (tenant_id)
);
call narthex_admin.isolate('automation_setting', 'select, insert, update');
create table automation_rule (
  tenant_id       uuid not null references church,
  id              uuid not null,
  name            text not null check (char_length(name) between 1 and 80),
  is_on           boolean not null default false,
  version         integer not null,
  -- Of the version in force: what it waits for.
  waits_for       text not null check (waits_for in ('first_visit', 'second_visit', 'no_visit', 'stage', 'birthday')),
  -- The version that a dry run was made of.
  tested_version  integer,
  -- When it was switched on or off, by whom: in whose name its messages go. It does nothing about what was before.
  switched_at     timestamptz, switched_by uuid,
  -- Of rules that wait for a day: up to when was looked, and when is looked next.
  looked_until    timestamptz, look_at timestamptz,
  -- When it was last stopped because rules started each other, and the rule before it.
  loop_at         timestamptz, loop_rule_id uuid,
  created_at      timestamptz not null,
  removed_at      timestamptz,
  primary key (tenant_id, id)
);
create unique index automation_rule_name on automation_rule (tenant_id, lower(name)) where removed_at is null;
create index automation_rule_to_look on automation_rule (look_at, tenant_id) where is_on and look_at is not null;
call narthex_admin.isolate('automation_rule', 'select, insert, update');
call narthex_admin.open_to_definer('automation_rule', 'select');
-- What a rule says, as it was said each time; `names`: what was named then and may be gone since.
create table automation_version (
  tenant_id   uuid not null,
  rule_id     uuid not null,
  version     integer not null,
  definition  jsonb not null,
  names       jsonb not null,
  changed_by  uuid not null,
  changed_at  timestamptz not null,
  primary key (tenant_id, rule_id, version),
  foreign key (tenant_id, rule_id) references automation_rule
);
call narthex_admin.isolate('automation_version', 'select, insert');
-- What happened to somebody, written with it, until the rules have looked at it. `depth`: how many rules led to it.
create table automation_event (
  tenant_id  uuid not null,
  entry_id   uuid not null,
  person_id  uuid not null,
  depth      smallint not null,
  at         timestamptz not null,
  primary key (tenant_id, entry_id),
  foreign key (tenant_id, person_id) references newcomer on delete cascade
);
create index automation_event_by_person on automation_event (tenant_id, person_id);
create index automation_event_by_time on automation_event (tenant_id, at, entry_id);
call narthex_admin.isolate('automation_event', 'select, insert, update, delete');
call narthex_admin.open_to_definer('automation_event', 'select');
-- A rule met somebody: once for each thing that happened, whoever finds it and however often.
create table automation_run (
  tenant_id   uuid not null,
  id          uuid not null,
  rule_id     uuid not null,
  person_id   uuid not null,
  -- What happened: `first`, `second`, a day, a year, a line of the log.
  occasion    text not null,
  at          timestamptz not null,
  -- A visit on a later day than this ends it.
  day         date not null,
  depth       smallint not null,
  -- The rule that led to it.
  led_by      uuid,
  state       text not null default 'waiting' check (state in ('waiting', 'acted', 'passed')),
  version     integer,
  -- Of one that waits or passed: why.
  reason      text,
  -- What was asked and found.
  steps       jsonb not null default '[]',
  -- What the rule does only once for: `once`, or the day of a visit. Null: it may act again.
  once_key    text,
  decided_at  timestamptz,
  next_at     timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, rule_id) references automation_rule,
  foreign key (tenant_id, person_id) references newcomer on delete cascade,
  check ((state = 'waiting') = (next_at is not null))
);
create unique index automation_run_once on automation_run (tenant_id, rule_id, person_id, occasion);
create unique index automation_run_acted_once on automation_run (tenant_id, rule_id, person_id, once_key)
  where once_key is not null and state = 'acted';
create index automation_run_by_person on automation_run (tenant_id, person_id, rule_id, at);
create index automation_run_by_rule on automation_run (tenant_id, rule_id, at);
create index automation_run_due on automation_run (next_at, tenant_id) where next_at is not null;
call narthex_admin.isolate('automation_run', 'select, insert, update');
call narthex_admin.open_to_definer('automation_run', 'select');
-- One thing that a rule does for one person. Its id is the message's.
create table automation_act (
  tenant_id  uuid not null,
  id         uuid not null,
  run_id     uuid not null,
  rule_id    uuid not null,
  version    integer not null,
  person_id  uuid not null,
  -- Which of the version's actions.
  position   smallint not null,
  kind       text not null check (kind in ('sms', 'email', 'push', 'task', 'stage', 'owner')),
  state      text not null default 'waiting' check (state in ('waiting', 'done', 'skipped', 'stopped')),
  reason     text,
  due_at     timestamptz not null,
  next_at    timestamptz,
  -- When it was done, skipped or stopped.
  ended_at   timestamptz,
  units      integer not null default 0,
  -- Whose number or address it is too.
  other_id   uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, run_id) references automation_run on delete cascade,
  check ((state = 'waiting') = (next_at is not null)), check ((state = 'waiting') = (ended_at is null))
);
create unique index automation_act_of_run on automation_act (tenant_id, run_id, position);
create index automation_act_due on automation_act (next_at, tenant_id) where next_at is not null;
create index automation_act_by_end on automation_act (tenant_id, ended_at, id) where ended_at is not null;
create index automation_act_sent on automation_act (tenant_id, rule_id, position, due_at) where state = 'done';
call narthex_admin.isolate('automation_act', 'select, insert, update');
call narthex_admin.open_to_definer('automation_act', 'select');
-- Churches whose rules have something to do.
create function find_due_automation(asked_at timestamptz)
  returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select e.tenant_id from automation_event e
    union
    select r.tenant_id from automation_run r where r.next_at <= asked_at
    union
    select a.tenant_id from automation_act a where a.next_at <= asked_at
    union
    select u.tenant_id from automation_rule u where u.is_on and u.look_at <= asked_at;
  end;
call narthex_admin.define_for_app('find_due_automation(timestamptz)');
