create table sender_id (
  tenant_id       uuid not null references church,
  id              uuid not null default gen_random_uuid(),
  mask            text not null check (mask ~ '^[A-Za-z0-9]{3,11}$'),
  -- 0 pending, 1 processing, 2 approved, 3 not approved
  status          smallint not null default 0 check (status between 0 and 3),
  refused_reason  text,
  requested_at    timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index sender_id_mask on sender_id (tenant_id, upper(mask));
call narthex_admin.isolate('sender_id', 'select, insert, update, delete');

-- How a message can travel. A segment costs rate_numerator / rate_denominator units, rounded up once per campaign.
create table sms_route (
  id                   text primary key,
  legacy_name          text not null,
  legacy_flag          smallint not null,
  -- Countries it serves; null: every country that no other route names.
  countries            text[],
  rate_numerator       integer not null check (rate_numerator > 0),
  rate_denominator     integer not null check (rate_denominator > 0),
  gateway              text not null,
  -- Whether a message that was accepted and then failed in the network gives its units back.
  returns_undelivered  boolean not null default true
);
insert into sms_route values
  ('regular', 'hybridKonnect', 0, '{NG}', 1, 1, 'default', true),
  ('direct', 'hostedsms', 1, null, 1, 1, 'default', true);
call narthex_admin.publish('sms_route');

create table contact_file (
  tenant_id    uuid not null references church,
  id           uuid not null default gen_random_uuid(),
  file_name    text not null,
  uploaded_by  uuid not null,
  uploaded_at  timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, uploaded_by) references account on delete cascade
);
create index contact_file_by_uploader on contact_file (tenant_id, uploaded_by);
create index contact_file_by_age on contact_file (tenant_id, uploaded_at);
call narthex_admin.isolate('contact_file', 'select, insert, delete');

create table contact_file_entry (
  tenant_id  uuid not null,
  file_id    uuid not null,
  position   integer not null,
  name       text,
  phone      text not null check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  primary key (tenant_id, file_id, position),
  foreign key (tenant_id, file_id) references contact_file on delete cascade
);
create index contact_file_entry_by_phone on contact_file_entry (tenant_id, phone);
call narthex_admin.isolate('contact_file_entry', 'select, insert, delete');

create table sms_campaign (
  tenant_id           uuid not null references church,
  id                  uuid not null default gen_random_uuid(),
  sender_mask         text not null,
  message             text not null,
  neutral_name        text not null,
  route_id            text not null references sms_route,
  gateway             text not null,
  rate_numerator      integer not null,
  rate_denominator    integer not null,
  returns_undelivered boolean not null,
  created_by          uuid not null,
  created_at          timestamptz not null,
  finished_at         timestamptz,
  hidden_at           timestamptz,
  recipients          integer not null check (recipients > 0),
  segments            bigint not null,
  -- Positions up to here are in a batch.
  claimed_through     integer not null default 0,
  queued              integer not null,
  sent                integer not null default 0,
  delivered           integer not null default 0,
  failed              integer not null default 0,
  unknown             integer not null default 0,
  skipped             integer not null default 0,
  segments_accepted   bigint not null default 0,
  segments_returned   bigint not null default 0,
  units_held          bigint not null,
  units_posted        bigint not null default 0,
  units_returned      bigint not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references account,
  check (queued >= 0 and sent >= 0 and delivered >= 0 and failed >= 0 and unknown >= 0 and skipped >= 0),
  check (queued + sent + delivered + failed + unknown + skipped = recipients),
  check (units_posted <= units_held and units_returned <= units_posted)
);
create index sms_campaign_by_time on sms_campaign (tenant_id, created_at, id) where hidden_at is null;
create index sms_campaign_by_author on sms_campaign (tenant_id, created_by);
create index sms_campaign_by_id on sms_campaign (id);
call narthex_admin.isolate('sms_campaign', 'select, insert, update');
call narthex_admin.open_to_definer('sms_campaign', 'select');

create table sms_recipient (
  tenant_id    uuid not null,
  campaign_id  uuid not null,
  position     integer not null,
  -- The whole name for the report; #name# becomes first_name.
  name         text not null default '',
  first_name   text not null default '',
  phone        text not null,
  segments     smallint not null check (segments > 0),
  state        text not null default 'queued' check (state in ('queued', 'sent', 'delivered', 'failed', 'unknown', 'skipped')),
  -- Whether the gateway took it: what is taken is charged.
  accepted     boolean not null default false,
  reason       text,
  changed_at   timestamptz not null,
  primary key (tenant_id, campaign_id, position),
  unique (tenant_id, campaign_id, phone)
);

-- In place of a foreign key, which would look the campaign up once for each of 100,000 rows: once for each statement.
-- Campaigns are never deleted (the application may not), so the other direction needs no check.
create function check_recipients_campaign() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct tenant_id, campaign_id from added) a
    where not exists (select from sms_campaign c where c.tenant_id = a.tenant_id and c.id = a.campaign_id)
  ) then
    raise exception 'a recipient needs a campaign of the same church' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
revoke all on function check_recipients_campaign() from public;
create trigger sms_recipient_has_campaign after insert on sms_recipient
  referencing new table as added for each statement execute function check_recipients_campaign();
call narthex_admin.isolate('sms_recipient', 'select, insert, update');

-- A run of recipients that a worker took. Written before the gateway is called, finished after its answer is recorded:
-- an unfinished one tells what to ask the gateway about after a crash.
create table sms_batch (
  tenant_id       uuid not null,
  campaign_id     uuid not null,
  first_position  integer not null,
  last_position   integer not null,
  -- First taken at, and taken by the present worker at.
  claimed_at      timestamptz not null,
  leased_at       timestamptz not null,
  attempts        integer not null default 1,
  -- Since when the gateway may have accepted messages of it without our knowing; null: it surely did not.
  unsure_since    timestamptz,
  -- Its worker let go of it by itself: the next one need not wait for the lease to end.
  given_back      boolean not null default false,
  finished_at     timestamptz,
  primary key (tenant_id, campaign_id, first_position),
  foreign key (tenant_id, campaign_id) references sms_campaign
);
call narthex_admin.isolate('sms_batch', 'select, insert, update');

-- Receipts name a campaign, not a church.
create function find_campaign_churches(wanted uuid[])
  returns table (campaign_id uuid, tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select c.id, c.tenant_id from sms_campaign c where c.id = any (wanted);
  end;
call narthex_admin.define_for_app('find_campaign_churches(uuid[])');

-- Sends that are not finished and that no worker has touched since: a job takes them up again.
call narthex_admin.open_to_definer('sms_batch', 'select');
create function find_quiet_campaigns(since timestamptz)
  returns table (campaign_id uuid, tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select c.id, c.tenant_id from sms_campaign c
    where c.finished_at is null and c.created_at < since and not exists (
      select from sms_batch b where b.tenant_id = c.tenant_id and b.campaign_id = c.id and b.leased_at > since
    );
  end;
call narthex_admin.define_for_app('find_quiet_campaigns(timestamptz)');
create index sms_campaign_unfinished on sms_campaign (tenant_id, id) where finished_at is null;

call narthex_admin.open_to_definer('contact_file', 'select');
create function find_old_contact_files(before timestamptz)
  returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select distinct f.tenant_id from contact_file f where f.uploaded_at < before;
  end;
call narthex_admin.define_for_app('find_old_contact_files(timestamptz)');
