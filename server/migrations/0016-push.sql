-- Browsers that are told by Web Push (RFC 8030). One belongs to one session and goes with it: who signs out, is archived or
-- merged is told nothing more. The staff's sessions get a column of their own beside the guardian's.
create table push_subscription (
  tenant_id         uuid not null,
  id                uuid not null default gen_random_uuid(),
  person_id         uuid not null,
  guardian_session  bytea not null,
  -- Whoever knows it can write to the browser: a secret, which is shown to nobody.
  endpoint          text not null check (char_length(endpoint) <= 2048),
  -- The browser's public key and its secret, base64url (RFC 8291).
  p256dh            text not null,
  auth              text not null,
  created_at        timestamptz not null,
  -- When its session ends.
  expires_at        timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references person on delete cascade,
  foreign key (tenant_id, guardian_session) references guardian_session on delete cascade,
  unique (tenant_id, guardian_session)
);
create index push_subscription_by_person on push_subscription (tenant_id, person_id);
create index push_subscription_by_endpoint on push_subscription using hash (endpoint);
call narthex_admin.isolate('push_subscription', 'select, insert, update, delete');

-- A session is held while a browser is bound to it; the right to lock a row is the right to change a column of it.
grant update (expires_at) on guardian_session to narthex_app;

-- One message to the browsers of one or more people. Its words go when it has ended.
create table push_message (
  tenant_id          uuid not null references church,
  -- The caller's reference: with the same again nothing more is sent.
  id                 uuid not null,
  title              text not null,
  body               text not null,
  -- Where a click leads, from the root of the page.
  path               text not null,
  -- Of two with the same topic a browser shows the later one.
  topic              text not null check (topic ~ '^[A-Za-z0-9_-]{1,32}$'),
  -- What is to be done when no browser took it: name and payload (ids only) of a job.
  otherwise_job      text,
  otherwise_payload  jsonb,
  created_at         timestamptz not null,
  expires_at         timestamptz not null,
  -- Browsers that a push service took it for.
  devices            integer not null default 0,
  tries              smallint not null default 0,
  ended_at           timestamptz,
  primary key (tenant_id, id),
  check ((otherwise_job is null) = (otherwise_payload is null))
);
create index push_message_open on push_message (tenant_id, created_at) where ended_at is null;
call narthex_admin.isolate('push_message', 'select, insert, update');
call narthex_admin.open_to_definer('push_message', 'select');

-- Whom a message has still to reach.
create table push_delivery (
  tenant_id        uuid not null,
  message_id       uuid not null,
  subscription_id  uuid not null,
  primary key (tenant_id, message_id, subscription_id),
  foreign key (tenant_id, message_id) references push_message on delete cascade,
  foreign key (tenant_id, subscription_id) references push_subscription on delete cascade
);
create index push_delivery_by_subscription on push_delivery (tenant_id, subscription_id);
call narthex_admin.isolate('push_delivery', 'select, insert, delete');

create function find_quiet_pushes(since timestamptz)
  returns table (tenant_id uuid, message_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select m.tenant_id, m.id from push_message m where m.ended_at is null and m.created_at < since
    order by m.created_at limit 1000;
  end;
call narthex_admin.define_for_app('find_quiet_pushes(timestamptz)');

-- A call goes to the browsers of the parents first, and by SMS when nobody answers. Its id names both messages.
alter table class_page drop constraint class_page_sms_check;
alter table class_page add constraint class_page_sms_check
  check (sms in ('follows', 'sent', 'not_needed', 'no_phone', 'no_sender', 'no_units'));
