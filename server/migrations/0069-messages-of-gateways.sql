-- Of which church a message is that a gateway names in its own way stands in the directory too, for as long as the gateway may
-- report of it: no report looks through all churches any more.
alter table directory_entry drop constraint directory_entry_kind_check, add check (kind in ('session', 'guardian_session',
  'password_reset', 'staff_invite', 'staff_address', 'guardian_address', 'payment', 'provider_payment', 'campaign', 'campaign_link',
  'sender', 'gateway_message'));

drop index campaign_recipient_by_gateway_id;
create index campaign_recipient_by_gateway_id on campaign_recipient (tenant_id, gateway_id) where gateway_id is not null;

create or replace function find_gateway_messages(named text, wanted text[])
  returns table (gateway_id text, campaign_id uuid, message_position integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  churches uuid[] := churches_of('gateway_message', array(select directory_key(named || ' ' || w) from unnest(wanted) w));
begin
  return query select r.gateway_id, r.campaign_id, r.position
    from campaign_recipient r join campaign c on c.tenant_id = r.tenant_id and c.id = r.campaign_id
    where r.tenant_id = any (churches) and r.gateway_id = any (wanted) and coalesce(r.gateway, c.gateway) = named;
end $$;

-- Those of sends whose reports are still awaited, where a server of an older version has written them.
create function tidy_gateway_messages(at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into directory_entry (kind, key, tenant_id, until)
    select 'gateway_message', directory_key(coalesce(r.gateway, c.gateway) || ' ' || r.gateway_id), r.tenant_id, at + interval '14 days'
    from campaign c join campaign_recipient r on r.tenant_id = c.tenant_id and r.campaign_id = c.id
    where (c.finished_at is null or c.reports_due_at is not null) and r.gateway_id is not null and r.state in ('sent', 'unknown')
    on conflict do nothing;
end $$;
call narthex_admin.define_for_app('tidy_gateway_messages(timestamptz)');
comment on function tidy_gateway_messages(timestamptz) is 'for jobs';
select tidy_gateway_messages(now());
