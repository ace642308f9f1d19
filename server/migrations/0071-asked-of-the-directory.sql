-- Which plans a church of a country could choose, the smallest first. It is told the country and reads no church: where churches are
-- on several machines (Citus), whoever has just written people cannot read their church as somebody else.
create function plans_on_offer(of_country text) returns table (name text, membership_size integer)
  language plpgsql stable as $$
#variable_conflict use_column
begin
  return query select p.name, p.membership_size
    from public.plan p
    where p.offered and exists (
      select from public.price r
      where r.product = 'subscription' and r.plan_id = p.id and r.started_at <= public.app_now()
        and (r.ended_at is null or r.ended_at > public.app_now()) and (r.iso_code is null or r.iso_code = of_country))
    order by p.membership_size, lower(p.name);
end $$;
revoke all on function plans_on_offer(text) from public;
grant execute on function plans_on_offer(text) to narthex_app;

-- A church that has moved to another country is known there: its guardians choose that country where they sign in by phone.
grant update on known_church to narthex_definer;
create or replace function know_church(of_country text) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    insert into known_church as k (tenant_id, iso_code) values (current_tenant(), of_country)
      on conflict (tenant_id) do update set iso_code = excluded.iso_code where k.iso_code <> excluded.iso_code;
  end;
alter table known_church no force row level security;
alter table church no force row level security;
update known_church k set iso_code = c.iso_code from church c where c.tenant_id = k.tenant_id and c.iso_code <> k.iso_code;
alter table church force row level security;
alter table known_church force row level security;

-- Each table by itself names the churches that are asked: a list of them does not travel through a join, and a machine that is out would
-- keep everybody from signing in.
create or replace function find_accounts(wanted text)
  returns table (tenant_id uuid, account_id uuid, password_hash text, church_name text, totp_secret text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  churches uuid[] := churches_of('staff_address', array[directory_key(wanted)]);
begin
  return query select a.tenant_id, a.id, a.password_hash, c.name, a.totp_secret
    from account a join church c on c.tenant_id = a.tenant_id
    where a.tenant_id = any (churches) and c.tenant_id = any (churches) and a.email_key = wanted and a.removed_at is null
    order by a.created_at limit 10;
end $$;

create or replace function find_guardian_accounts(wanted_email text, wanted_phones text[])
  returns table (tenant_id uuid, account_id uuid, person_id uuid, phone text, password_hash text, church_name text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  churches uuid[] := churches_of('guardian_address',
    array(select directory_key(w) from unnest(array_append(wanted_phones, wanted_email)) w where w is not null));
begin
  return query select g.tenant_id, g.id, g.person_id, g.phone, g.password_hash, c.name
    from guardian_account g join church c on c.tenant_id = g.tenant_id
    where g.tenant_id = any (churches) and c.tenant_id = any (churches)
      and (g.email_key = wanted_email or g.phone = any (wanted_phones))
    order by g.created_at limit 10;
end $$;
