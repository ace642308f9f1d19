-- Emails to a church's people, on the engine of campaigns.

alter table campaign
  -- How it travels; null on channels that know one way only. Push needs the same: whichever of the two comes to a database first
  -- makes it.
  alter column route_id drop not null,
  drop constraint if exists campaign_has_route,
  add constraint campaign_has_route check (route_id is not null or channel <> 'sms'),
  -- Of a channel that is priced by bands: so many recipients are free, and each further rate_denominator that are begun cost
  -- rate_numerator. Null: each segment costs its fraction.
  add column rate_free integer check (rate_free >= 0),
  -- What an email is about: people choose what they receive.
  add column if not exists topic text check (topic in ('news', 'events', 'prayer')),
  drop constraint if exists campaign_has_topic,
  add constraint campaign_has_topic check (case channel when 'sms' then topic is null when 'email' then topic is not null else true end);

-- What was written, and as it was drawn: once, made personal for each recipient when it is handed over.
create table email_message (
  tenant_id    uuid not null,
  campaign_id  uuid not null,
  content      jsonb not null,
  html         text not null,
  text         text not null,
  -- Where answers go; null: to the sender's address.
  reply_to     text,
  primary key (tenant_id, campaign_id),
  foreign key (tenant_id, campaign_id) references campaign
);
call narthex_admin.isolate('email_message', 'select, insert');

-- Pictures of emails are shown by readers that know no WebP.
alter table picture drop constraint picture_content_type_check,
  add constraint picture_content_type_check check (content_type in ('image/webp', 'image/jpeg'));
create table email_picture (
  tenant_id   uuid not null,
  picture_id  uuid not null,
  width       integer not null check (width > 0),
  height      integer not null check (height > 0),
  primary key (tenant_id, picture_id),
  foreign key (tenant_id, picture_id) references picture
);
call narthex_admin.isolate('email_picture', 'select, insert');

-- What whoever has an address receives by email, where they chose; nothing at all is an opt-out.
create table email_choice (
  tenant_id  uuid not null references church,
  address    text not null check (address = lower(address)),
  topics     text[] not null check (topics <@ '{news,events,prayer}' and cardinality(topics) between 1 and 2),
  at         timestamptz not null,
  primary key (tenant_id, address)
);
call narthex_admin.isolate('email_choice', 'select, insert, update, delete');

-- What came back from a recipient of an email: refused for good, refused for now, or marked as spam.
create table email_bounce (
  tenant_id    uuid not null,
  campaign_id  uuid not null,
  position     integer not null,
  kind         text not null check (kind in ('hard', 'soft', 'complaint')),
  address      text not null,
  -- As the receiving server said it.
  code         text check (char_length(code) <= 20),
  words        text check (char_length(words) <= 500),
  at           timestamptz not null,
  primary key (tenant_id, campaign_id, position, kind),
  foreign key (tenant_id, campaign_id) references campaign
);
create index email_bounce_by_address on email_bounce (tenant_id, address, at);
call narthex_admin.isolate('email_bounce', 'select, insert');

-- Addresses that get no bulk emails because of what came back, until somebody releases them.
create table stopped_address (
  tenant_id       uuid not null references church,
  address         text not null check (address = lower(address)),
  reason          text not null check (reason in ('hard', 'soft', 'complaint')),
  words           text check (char_length(words) <= 500),
  at              timestamptz not null,
  released_at     timestamptz,
  released_by     uuid,
  -- Why somebody thinks that it works again.
  release_reason  text check (char_length(release_reason) <= 200),
  primary key (tenant_id, address),
  foreign key (tenant_id, released_by) references account,
  check ((released_at is null) = (release_reason is null))
);
create index stopped_address_by_account on stopped_address (tenant_id, released_by) where released_by is not null;
call narthex_admin.isolate('stopped_address', 'select, insert, update');
