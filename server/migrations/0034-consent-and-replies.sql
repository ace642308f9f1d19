-- One stop is for every channel: `all` refuses bulk messages to an address, and to whoever has it, on every channel.
alter table opt_out drop constraint opt_out_channel_check,
  add constraint opt_out_channel_check check (channel in ('sms', 'email', 'push', 'all'));
create index opt_out_by_address on opt_out (tenant_id, address);
-- What somebody says themselves takes the place of what the desk noted.
grant update (source, at) on opt_out to narthex_app;

-- The line behind a bulk message with its opt-out link, in its full length: the last nine characters are each recipient's.
-- Empty: the message has none.
alter table campaign
  add column footer text not null default '' check (footer = '' or footer ~ '/o/[0-9A-Za-z]{14}$'),
  -- The first characters of its links: what they are looked up by.
  add column link_code text collate "C" generated always as (case when footer <> '' then left(right(footer, 14), 5) end) stored;
create index campaign_by_link on campaign (link_code) where link_code is not null;
-- `personal`: an answer of the staff to one person who wrote.
alter table campaign drop constraint campaign_purpose_check,
  add constraint campaign_purpose_check check (purpose in ('bulk', 'notice', 'test', 'personal'));

-- A link names a campaign, not a church. Several may share the first characters: the seal behind them tells which it is.
create function find_link_campaigns(wanted text)
  returns table (campaign_id uuid, tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select c.id, c.tenant_id from campaign c where c.link_code = wanted limit 20;
  end;
call narthex_admin.define_for_app('find_link_campaigns(text)');

-- What a church has chosen for its bulk messages; without a row: as the product is delivered.
create table sms_setting (
  tenant_id     uuid not null references church,
  opt_out_link  boolean not null,
  changed_at    timestamptz not null,
  primary key (tenant_id)
);
call narthex_admin.isolate('sms_setting', 'select, insert, update');

-- What a church and one phone number have written to each other; there is one as soon as somebody replied.
create table sms_conversation (
  tenant_id    uuid not null references church,
  id           uuid not null,
  phone        text not null check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  -- The sender ID that they wrote to last: answers leave under it.
  sender       text not null,
  -- What was said last, by whichever side.
  last_at      timestamptz not null,
  last_text    text not null,
  last_is_ours boolean not null default false,
  -- Replies that nobody has looked at.
  unread       integer not null default 0 check (unread >= 0),
  -- A reply looks like a request to stop, and nobody has decided about it yet.
  maybe_stop   boolean not null default false,
  assigned_to  uuid,
  assigned_by  uuid,
  assigned_at  timestamptz,
  answered_by  uuid,
  answered_at  timestamptz,
  done_at      timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, phone),
  foreign key (tenant_id, assigned_to) references account,
  foreign key (tenant_id, assigned_by) references account,
  foreign key (tenant_id, answered_by) references account
);
create index sms_conversation_by_time on sms_conversation (tenant_id, last_at desc, id desc);
create index sms_conversation_by_owner on sms_conversation (tenant_id, assigned_to) where assigned_to is not null;
create index sms_conversation_by_assigner on sms_conversation (tenant_id, assigned_by) where assigned_by is not null;
create index sms_conversation_by_answerer on sms_conversation (tenant_id, answered_by) where answered_by is not null;
call narthex_admin.isolate('sms_conversation', 'select, insert, update');

create table sms_reply (
  tenant_id        uuid not null,
  id               uuid not null,
  conversation_id  uuid not null,
  -- The gateway that brought it and its own name for it: the same again is the same reply.
  gateway          text not null,
  provider_id      text not null check (char_length(provider_id) between 1 and 200),
  sender           text not null,
  text             text not null check (char_length(text) <= 10000),
  -- What it is: a request to stop or to start again, what looks like a request to stop, or something else.
  kind             text not null check (kind in ('text', 'maybe_stop', 'stop', 'start')),
  -- When the network got it, and when we did.
  at               timestamptz not null,
  received_at      timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, gateway, provider_id),
  foreign key (tenant_id, conversation_id) references sms_conversation
);
create index sms_reply_by_conversation on sms_reply (tenant_id, conversation_id, at);
create index sms_reply_by_time on sms_reply (tenant_id, at desc, id desc);
call narthex_admin.isolate('sms_reply', 'select, insert');

-- A reply names the sender ID that it answers, not a church; several churches may have one of the same letters.
create index sender_id_by_mask on sender_id (upper(mask)) where status = 2;
call narthex_admin.open_to_definer('sender_id', 'select');
create function find_sender_churches(wanted text)
  returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select s.tenant_id from sender_id s where upper(s.mask) = upper(wanted) and s.status = 2 limit 100;
  end;
call narthex_admin.define_for_app('find_sender_churches(text)');

-- Replies that no church could be found for: operators see them for 90 days.
create table unclaimed_reply (
  gateway      text not null,
  provider_id  text not null,
  phone        text not null,
  sender       text not null,
  text         text not null,
  at           timestamptz not null,
  primary key (gateway, provider_id)
);
call narthex_admin.desk('unclaimed_reply', 'select');
call narthex_admin.open_to_definer('unclaimed_reply', 'select, insert, delete');
create function keep_unclaimed_reply(by_gateway text, named text, from_phone text, to_sender text, said text, at timestamptz)
  returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    delete from unclaimed_reply u where u.at < keep_unclaimed_reply.at - interval '90 days';
    insert into unclaimed_reply values (by_gateway, named, from_phone, to_sender, said, keep_unclaimed_reply.at)
    on conflict do nothing;
  end;
call narthex_admin.define_for_app('keep_unclaimed_reply(text, text, text, text, text, timestamptz)');
