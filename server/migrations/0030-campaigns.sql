-- One engine for messages of every channel: its tables say campaign, recipient and batch instead of SMS.
alter table sms_campaign rename to campaign;
alter table campaign rename column sender_mask to sender;
alter table campaign
  add column channel text not null default 'sms' check (channel in ('sms', 'email', 'push')),
  -- What the sender chose, as the call has it: opened again, sent again. Null: sent before it was kept, or a notice.
  add column destination jsonb,
  -- While set nothing more is handed over; what a gateway has already is not stopped by it.
  add column paused_at timestamptz,
  -- The last time it went on after a pause.
  add column resumed_at timestamptz,
  -- From then on nothing more is handed over, for good: the rest is skipped and its units come back.
  add column cancelled_at timestamptz,
  -- The first campaign whose failed recipients it is for.
  add column resend_of uuid,
  -- Of those that failed, how many a gateway had taken first; of those that were skipped, how many because it was cancelled.
  add column undelivered integer not null default 0 check (undelivered between 0 and failed),
  add column cancelled integer not null default 0 check (cancelled between 0 and skipped),
  add foreign key (tenant_id, resend_of) references campaign,
  add check (paused_at is null or cancelled_at is null);
create index campaign_by_first on campaign (tenant_id, resend_of) where resend_of is not null;
alter table campaign drop constraint sms_campaign_purpose_check,
  add constraint campaign_purpose_check check (purpose in ('bulk', 'notice', 'test'));
alter index sms_campaign_pkey rename to campaign_pkey;
alter index sms_campaign_by_time rename to campaign_by_time;
alter index sms_campaign_by_author rename to campaign_by_author;
alter index sms_campaign_by_id rename to campaign_by_id;
alter index sms_campaign_unfinished rename to campaign_unfinished;
alter index sms_campaign_reports_due rename to campaign_reports_due;
alter table campaign rename constraint sms_campaign_counts_all to campaign_counts_all;

alter table sms_recipient rename to campaign_recipient;
-- As the channel addresses: E.164, an email address, a push endpoint.
alter table campaign_recipient rename column phone to address;
alter index sms_recipient_pkey rename to campaign_recipient_pkey;
alter index sms_recipient_tenant_id_campaign_id_phone_key rename to campaign_recipient_tenant_id_campaign_id_address_key;
alter table campaign_recipient rename constraint sms_recipient_state_check to campaign_recipient_state_check;
alter trigger sms_recipient_has_campaign on campaign_recipient rename to campaign_recipient_has_campaign;

alter table sms_batch rename to campaign_batch;
alter index sms_batch_pkey rename to campaign_batch_pkey;
alter table campaign_batch
  -- What is left of it may not leave before: the hours of its recipients' countries.
  add column not_before timestamptz;

create or replace function check_recipients_campaign() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct tenant_id, campaign_id from added) a
    where not exists (select from campaign c where c.tenant_id = a.tenant_id and c.id = a.campaign_id)
  ) then
    raise exception 'a recipient needs a campaign of the same church' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

-- What was sent before this version, of every church.
alter table campaign no force row level security;
alter table campaign_recipient no force row level security;
update campaign c set undelivered = r.undelivered
from (
  select tenant_id, campaign_id, count(*) as undelivered from campaign_recipient
  where state = 'failed' and accepted group by tenant_id, campaign_id
) r
where r.tenant_id = c.tenant_id and r.campaign_id = c.id;
alter table campaign force row level security;
alter table campaign_recipient force row level security;

-- One that is paused waits for a person, not for a worker.
create or replace function find_quiet_campaigns(since timestamptz)
  returns table (campaign_id uuid, tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select c.id, c.tenant_id from campaign c
    where c.finished_at is null and c.paused_at is null and c.created_at < since and not exists (
      select from campaign_batch b where b.tenant_id = c.tenant_id and b.campaign_id = c.id and b.leased_at > since
    );
  end;
