-- Push to many people, the devices of the staff, what people want to be told of, and messages that go by themselves on a day.

-- Only an SMS travels by a route; what is pushed has none and costs nothing. Email needs the same of a campaign: whichever of the
-- two comes to a database first makes it.
alter table campaign
  alter column route_id drop not null,
  drop constraint if exists campaign_has_route,
  add constraint campaign_has_route check (route_id is not null or channel <> 'sms'),
  -- What it is about, which people may switch off by itself. Null: nothing that can be.
  add column if not exists topic text check (topic in ('news', 'events', 'prayer')),
  drop constraint if exists campaign_has_topic,
  add constraint campaign_has_topic check (case channel when 'sms' then topic is null when 'email' then topic is not null else true end);

-- A browser belongs to a session of a guardian, or of somebody on the staff.
alter table push_subscription alter column guardian_session drop not null;
alter table push_subscription
  add column staff_session uuid,
  add foreign key (tenant_id, staff_session) references session (tenant_id, id) on delete cascade,
  add unique (tenant_id, staff_session),
  add check (num_nonnulls(guardian_session, staff_session) = 1),
  -- `Chrome on Android`; null: it does not say.
  add column device text check (char_length(device) <= 100),
  -- When a push service took something for it last.
  add column last_taken_at timestamptz;

-- What was written to many waits behind what was written to one, and wakes no phone that saves its battery.
alter table push_message add column is_bulk boolean not null default false;

-- What somebody does not want to be told of by push. A class that calls and all else that cannot wait is no category.
create table push_category_off (
  tenant_id  uuid not null,
  person_id  uuid not null,
  category   text not null check (category in ('news', 'events', 'prayer', 'units')),
  at         timestamptz not null,
  primary key (tenant_id, person_id, category),
  foreign key (tenant_id, person_id) references person on delete cascade
);
call narthex_admin.isolate('push_category_off', 'select, insert, delete');

-- A template may be the church's message for an occasion, one of each in a language; birthdays were the only one.
alter table draft add column default_for text check (default_for in ('birthday', 'anniversary', 'welcome', 'receipt'));
alter table draft add column language text check (language ~ '^[a-z]{2}$');
alter table draft no force row level security;
update draft set default_for = 'birthday', language = 'en' where is_birthday;
alter table draft force row level security;
-- With it go its index and the rule about titles.
alter table draft drop column is_birthday;
alter table draft
  add column is_birthday boolean not null generated always as (coalesce(default_for = 'birthday', false)) stored,
  add check ((default_for is null) = (language is null)),
  add check ((state = 'template') = (title is not null or default_for is not null));
create unique index draft_for_occasions on draft (tenant_id, channel, default_for, language) where default_for is not null;

-- Whether the message of an occasion goes by itself, and how.
create table default_message (
  tenant_id   uuid not null references church,
  kind        text not null check (kind in ('birthday', 'anniversary', 'welcome')),
  is_on       boolean not null,
  channel     text not null check (channel in ('sms', 'push')),
  language    text not null check (language ~ '^[a-z]{2}$'),
  -- Of SMS: the sender ID.
  sender      text not null,
  -- From this hour of the church's clocks on.
  hour        smallint not null check (hour between 6 and 17),
  changed_by  uuid not null,
  changed_at  timestamptz not null,
  -- Why it could not go, and since when.
  problem     text,
  problem_at  timestamptz,
  primary key (tenant_id, kind),
  foreign key (tenant_id, changed_by) references account,
  check ((problem is null) = (problem_at is null))
);
create index default_message_by_changer on default_message (tenant_id, changed_by);
call narthex_admin.isolate('default_message', 'select, insert, update');
call narthex_admin.open_to_definer('default_message', 'select');

-- Who got which on which day of the church's calendar: nobody gets one twice.
create table default_message_sent (
  tenant_id    uuid not null,
  kind         text not null,
  person_id    uuid not null,
  day          date not null,
  campaign_id  uuid not null,
  primary key (tenant_id, kind, person_id, day),
  foreign key (tenant_id, person_id) references person on delete cascade,
  foreign key (tenant_id, kind) references default_message
);
create index default_message_sent_by_person on default_message_sent (tenant_id, person_id);
create index default_message_sent_by_day on default_message_sent (tenant_id, kind, day);
call narthex_admin.isolate('default_message_sent', 'select, insert');

create index person_by_birthday on person (tenant_id, birth_month, birth_day) where archived_at is null and birth_day is not null;

-- Churches where a message of an occasion goes by itself.
create function find_default_messages()
  returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select distinct m.tenant_id from default_message m where m.is_on;
  end;
call narthex_admin.define_for_app('find_default_messages()');
