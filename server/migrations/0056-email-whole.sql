-- Messages of occasions by email; opened emails, where a church counts them; emails that leave over several days; stopped
-- addresses as a list.

alter table default_message drop constraint default_message_channel_check,
  add constraint default_message_channel_check check (channel in ('sms', 'email', 'push'));

-- Whether it is counted who opens an email: the church's wish, and as it stood when an email was sent.
alter table email_sender add column counts_opens boolean not null default false;
alter table email_message add column counts_opens boolean not null default false;

-- Of one that leaves over several days: how many leave at once, and on each day after. Null: all of it leaves at once.
alter table email_message add column first_day integer check (first_day >= 0),
  add column each_day integer check (each_day > 0),
  add constraint email_message_days check ((first_day is null) = (each_day is null));

-- Who opened an email, once.
create table email_open (
  tenant_id    uuid not null,
  campaign_id  uuid not null,
  position     integer not null check (position > 0),
  at           timestamptz not null,
  primary key (tenant_id, campaign_id, position),
  foreign key (tenant_id, campaign_id) references campaign
);
call narthex_admin.isolate('email_open', 'select, insert');

-- Those that are stopped, newest first.
create index stopped_address_by_time on stopped_address (tenant_id, at desc, address desc) where released_at is null;
