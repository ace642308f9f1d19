-- Receipts that never come are asked for; what the gateway cannot tell after three days has no report.
alter table sms_recipient drop constraint sms_recipient_state_check,
  add constraint sms_recipient_state_check
    check (state in ('queued', 'sent', 'no_report', 'delivered', 'failed', 'unknown', 'skipped'));

alter table sms_campaign
  add column no_report integer not null default 0 check (no_report >= 0),
  -- When the gateway is asked next what became of messages without a receipt; null: none is waited for.
  add column reports_due_at timestamptz;
do $$
declare old_check text;
begin
  select conname into strict old_check from pg_constraint
  where conrelid = 'sms_campaign'::regclass and pg_get_constraintdef(oid) like '%= recipients%';
  execute format('alter table sms_campaign drop constraint %I', old_check);
end $$;
alter table sms_campaign add constraint sms_campaign_counts_all
  check (queued + sent + no_report + delivered + failed + unknown + skipped = recipients);

-- What is waited for since before this version, of every church.
alter table sms_campaign no force row level security;
update sms_campaign set reports_due_at = finished_at + interval '10 minutes' where finished_at is not null and sent + unknown > 0;
alter table sms_campaign force row level security;

create index sms_campaign_reports_due on sms_campaign (tenant_id, reports_due_at) where reports_due_at is not null;
create function find_campaigns_without_reports(at timestamptz)
  returns table (campaign_id uuid, tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select c.id, c.tenant_id from sms_campaign c where c.reports_due_at <= at order by c.reports_due_at limit 1000;
  end;
call narthex_admin.define_for_app('find_campaigns_without_reports(timestamptz)');
