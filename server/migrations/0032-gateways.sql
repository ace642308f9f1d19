-- Several gateways: a route names a second one, a message remembers which took it and what that calls it, and what the
-- network said stands beside why in our own words.
alter table sms_route
  -- Tried where the first surely took nothing; null: none.
  add column fallback_gateway text check (fallback_gateway <> gateway);

alter table campaign add column fallback_gateway text;

-- Which gateway it is being handed to; null: the campaign's first.
alter table campaign_batch add column gateway text;

alter table campaign_recipient
  add column code text,
  -- Which gateway took it; null: the campaign's first.
  add column gateway text,
  -- What that gateway calls it, where its receipts and look-ups know nothing else.
  add column gateway_id text;
create index campaign_recipient_by_gateway_id on campaign_recipient (gateway_id) where gateway_id is not null;

-- What a gateway had said stood where the reason now stands.
alter table campaign_recipient no force row level security;
update campaign_recipient set code = reason, reason = case reason
    when 'absent_subscriber' then 'phone_off'
    when 'invalid_number' then 'invalid_number'
    when 'refused' then 'refused'
    else 'unknown'
  end
where reason is not null and reason not in ('opted_out', 'cancelled', 'no_answer', 'gateway_unreachable');
alter table campaign_recipient force row level security;

-- Receipts of some gateways name a message as that gateway calls it, and no church.
call narthex_admin.open_to_definer('campaign_recipient', 'select');
create function find_gateway_messages(named text, wanted text[])
  returns table (gateway_id text, campaign_id uuid, message_position integer)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select r.gateway_id, r.campaign_id, r.position
    from campaign_recipient r join campaign c on c.tenant_id = r.tenant_id and c.id = r.campaign_id
    where r.gateway_id = any (wanted) and coalesce(r.gateway, c.gateway) = named;
  end;
call narthex_admin.define_for_app('find_gateway_messages(text, text[])');
