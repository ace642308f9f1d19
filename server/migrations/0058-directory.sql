-- The directory: which church a token, an address, a reference, a campaign or a sender ID is of. It belongs to no church and
-- stays on one machine when churches are kept on many (Citus), so that whoever names no church is found without asking all
-- of them. It says where to look and nothing else: what is true stands in the church. Of words only their hash is here.

-- The churches of the installation, for what belongs to none of them and names one.
create table known_church (
  tenant_id  uuid primary key,
  iso_code   text not null
);
alter table known_church enable row level security;
alter table known_church force row level security;
revoke all on known_church from public;
call narthex_admin.open_to_definer('known_church', 'select, insert');

create table directory_entry (
  kind       text not null check (kind in ('session', 'guardian_session', 'password_reset', 'staff_invite', 'staff_address',
    'guardian_address', 'payment', 'provider_payment', 'campaign', 'campaign_link', 'sender')),
  key        bytea not null,
  tenant_id  uuid not null references known_church,
  -- When nobody asks for it any more; null: as long as what it stands for is there.
  until      timestamptz,
  primary key (kind, key, tenant_id)
);
create index directory_entry_by_end on directory_entry (until) where until is not null;
create index directory_entry_by_church on directory_entry (tenant_id, kind);
-- What a provider calls a payment is one over the whole installation, whichever church it is in.
create unique index directory_entry_of_one on directory_entry (key) where kind = 'provider_payment';
alter table directory_entry enable row level security;
alter table directory_entry force row level security;
revoke all on directory_entry from public;
call narthex_admin.open_to_definer('directory_entry', 'select, insert, update, delete');

create function directory_key(word text) returns bytea language sql immutable
  return sha256(convert_to(word, 'UTF8'));
revoke all on function directory_key(text) from public;
grant execute on function directory_key(text) to narthex_app, narthex_definer;

create function know_church(of_country text) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    insert into known_church (tenant_id, iso_code) values (current_tenant(), of_country) on conflict do nothing;
  end;
call narthex_admin.define_for_app('know_church(text)');

-- The church that was entered is where these are from now on. Of another church nobody can say anything.
create function enlist(of_kind text, keys bytea[], ends_at timestamptz) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    insert into directory_entry as d (kind, key, tenant_id, until)
      select distinct of_kind, k, current_tenant(), ends_at from unnest(keys) k
      on conflict (kind, key, tenant_id) do update set until = excluded.until where d.until is distinct from excluded.until;
  end;
call narthex_admin.define_for_app('enlist(text, bytea[], timestamptz)');

-- False: another church has it.
create function enlist_provider_payment(wanted bytea) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into directory_entry (kind, key, tenant_id) values ('provider_payment', wanted, current_tenant()) on conflict do nothing;
  return exists (select from directory_entry where kind = 'provider_payment' and key = wanted and tenant_id = current_tenant());
end $$;
call narthex_admin.define_for_app('enlist_provider_payment(bytea)');

create function enlist_campaign(wanted uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  link text := (select c.link_code from campaign c where c.tenant_id = current_tenant() and c.id = wanted);
begin
  perform enlist('campaign', array[uuid_send(wanted)], null);
  if link is not null then perform enlist('campaign_link', array[directory_key(link)], null); end if;
end $$;
call narthex_admin.define_for_app('enlist_campaign(uuid)');

-- Where something of these is, for the functions below.
create function churches_of(of_kind text, keys bytea[]) returns uuid[]
  language sql stable
  return (select coalesce(array_agg(distinct d.tenant_id), '{}') from directory_entry d where d.kind = of_kind and d.key = any (keys));
revoke all on function churches_of(text, bytea[]) from public;
grant execute on function churches_of(text, bytea[]) to narthex_definer;

-- Puts in what is missing and takes out what is gone: for churches that were there before the directory, for servers of an older
-- version that still run, and for what was removed. Jobs call it now and then.
create function tidy_directory(at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from directory_entry d where d.until <= at;
  delete from directory_entry d where d.kind = 'staff_address'
    and (d.tenant_id, d.key) not in (select a.tenant_id, directory_key(a.email_key) from account a where a.removed_at is null);
  delete from directory_entry d where d.kind = 'guardian_address' and (d.tenant_id, d.key) not in (
    select g.tenant_id, directory_key(w) from guardian_account g, unnest(array[g.email_key, g.phone]) w where w is not null);
  insert into known_church (tenant_id, iso_code) select c.tenant_id, c.iso_code from church c on conflict do nothing;
  insert into directory_entry (kind, key, tenant_id, until)
    select 'session', s.token_hash, s.tenant_id, s.expires_at from session s where s.expires_at > at
    union all select 'guardian_session', s.token_hash, s.tenant_id, s.expires_at from guardian_session s where s.expires_at > at
    union all select 'password_reset', r.token_hash, r.tenant_id, r.expires_at from password_reset r where r.expires_at > at
    union all select 'staff_invite', i.token_hash, i.tenant_id, i.expires_at from staff_invite i where i.expires_at > at
    union all select 'staff_address', directory_key(a.email_key), a.tenant_id, null from account a where a.removed_at is null
    union all select 'guardian_address', directory_key(w), g.tenant_id, null
      from guardian_account g, unnest(array[g.email_key, g.phone]) w where w is not null
    union all select 'payment', directory_key(p.reference), p.tenant_id, null from payment p
    union all select 'provider_payment', directory_key(p.method || ' ' || p.provider_id), p.tenant_id, null
      from payment p where p.provider_id is not null
    union all select 'campaign', uuid_send(c.id), c.tenant_id, null from campaign c where c.claimed_through > 0
    union all select 'campaign_link', directory_key(c.link_code), c.tenant_id, null
      from campaign c where c.link_code is not null and c.claimed_through > 0
    union all select 'sender', directory_key(upper(s.mask)), s.tenant_id, null from sender_id s where s.status = 2
    on conflict do nothing;
end $$;
call narthex_admin.define_for_app('tidy_directory(timestamptz)');
comment on function tidy_directory(timestamptz) is 'for jobs';

-- What looked through all churches asks the directory, then those churches: in PL/pgSQL, whose statements are planned with what
-- they are asked for, so that an engine that distributes churches sends each to the one machine it is for.
create or replace function has_churches() returns boolean
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select exists (select from known_church);
  end;

create or replace function find_guardian_countries() returns table (iso_code text)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select distinct k.iso_code from known_church k
    where exists (select from directory_entry d where d.tenant_id = k.tenant_id and d.kind = 'guardian_address')
    order by k.iso_code;
  end;

create or replace function find_accounts(wanted text)
  returns table (tenant_id uuid, account_id uuid, password_hash text, church_name text, totp_secret text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  churches uuid[] := churches_of('staff_address', array[directory_key(wanted)]);
begin
  return query select a.tenant_id, a.id, a.password_hash, c.name, a.totp_secret
    from account a join church c on c.tenant_id = a.tenant_id
    where a.tenant_id = any (churches) and a.email_key = wanted and a.removed_at is null
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
    where g.tenant_id = any (churches) and (g.email_key = wanted_email or g.phone = any (wanted_phones))
    order by g.created_at limit 10;
end $$;

create or replace function code_signup(wanted_id uuid, new_hash bytea, at timestamptz)
  returns table (email text, known boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  wanted_key text := (select s.email_key from signup s where s.id = wanted_id);
  churches uuid[] := churches_of('staff_address', array[directory_key(wanted_key)]);
  is_known boolean := exists (
    select from account a where a.tenant_id = any (churches) and a.email_key = wanted_key and a.removed_at is null);
begin
  return query update signup s set code_hash = case when is_known then null else new_hash end
    where s.id = wanted_id and s.expires_at > at returning s.email, is_known is true;
end $$;

create or replace function find_session(wanted bytea, at timestamptz)
  returns table (
    tenant_id uuid, account_id uuid, person_id uuid, session_id uuid, self_service boolean, last_seen_at timestamptz, email text,
    roles text[], church_name text, city text, iso_code text, currency text, time_zone text, logo_id uuid, plan_name text,
    membership_size integer, expires_on text, people integer, over_since timestamptz, units bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  church uuid := (select d.tenant_id from directory_entry d where d.kind = 'session' and d.key = wanted);
begin
  return query select s.tenant_id, a.id, a.person_id, s.id, s.self_service, s.last_seen_at, a.email, a.roles, c.name, c.city, c.iso_code,
      c.currency, c.time_zone, c.logo_id, p.plan_name, p.membership_size, p.expires_on::text, z.confirmed, z.over_since, u.balance
    from session s
    join account a on a.tenant_id = s.tenant_id and a.id = s.account_id
    join church c on c.tenant_id = s.tenant_id
    join subscription p on p.tenant_id = s.tenant_id
    join church_size z on z.tenant_id = s.tenant_id
    join unit_account u on u.tenant_id = s.tenant_id and u.account = 'available'
    where s.tenant_id = church and s.token_hash = wanted and s.expires_at > at and a.removed_at is null;
end $$;

create or replace function touch_session(wanted bytea, at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  church uuid := (select d.tenant_id from directory_entry d where d.kind = 'session' and d.key = wanted);
  seen_account uuid := (select s.account_id from session s where s.tenant_id = church and s.token_hash = wanted
    and coalesce(s.last_seen_at <= at - interval '10 minutes', true));
begin
  if seen_account is null then return; end if;
  perform from account a where a.tenant_id = church and a.id = seen_account for no key update skip locked;
  if not found then return; end if;
  perform from session s where s.tenant_id = church and s.token_hash = wanted for no key update skip locked;
  if not found then return; end if;
  update session s set last_seen_at = at where s.tenant_id = church and s.token_hash = wanted;
  update account a set last_seen_at = at where a.tenant_id = church and a.id = seen_account;
  perform from church c
    where c.tenant_id = church and coalesce(c.last_active_at <= at - interval '10 minutes', true) for no key update skip locked;
  if found then update church c set last_active_at = at where c.tenant_id = church; end if;
end $$;

create or replace function end_session(wanted bytea) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  church uuid := (select d.tenant_id from directory_entry d where d.kind = 'session' and d.key = wanted);
begin
  delete from session s where s.tenant_id = church and s.token_hash = wanted;
  delete from directory_entry d where d.kind = 'session' and d.key = wanted;
end $$;

create or replace function find_guardian_session(wanted bytea, at timestamptz)
  returns table (
    tenant_id uuid, account_id uuid, person_id uuid, email text, phone text, church_name text, iso_code text, time_zone text,
    logo_id uuid, slug text, membership_size integer, expires_on text, people integer, over_since timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  church uuid := (select d.tenant_id from directory_entry d where d.kind = 'guardian_session' and d.key = wanted);
  own_slug text := (select k.slug from church_slug k where k.tenant_id = church and k.current);
begin
  return query select s.tenant_id, a.id, a.person_id, a.email, a.phone, c.name, c.iso_code, c.time_zone, c.logo_id, own_slug,
      p.membership_size, p.expires_on::text, z.confirmed, z.over_since
    from guardian_session s
    join guardian_account a on a.tenant_id = s.tenant_id and a.id = s.account_id
    join church c on c.tenant_id = s.tenant_id
    join subscription p on p.tenant_id = s.tenant_id
    join church_size z on z.tenant_id = s.tenant_id
    where s.tenant_id = church and s.token_hash = wanted and s.expires_at > at;
end $$;

create or replace function end_guardian_session(wanted bytea) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  church uuid := (select d.tenant_id from directory_entry d where d.kind = 'guardian_session' and d.key = wanted);
begin
  delete from guardian_session s where s.tenant_id = church and s.token_hash = wanted;
  delete from directory_entry d where d.kind = 'guardian_session' and d.key = wanted;
end $$;

create or replace function find_password_reset(wanted bytea, at timestamptz) returns table (tenant_id uuid, account_id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  church uuid := (select d.tenant_id from directory_entry d where d.kind = 'password_reset' and d.key = wanted);
begin
  return query select r.tenant_id, r.account_id from password_reset r
    where r.tenant_id = church and r.token_hash = wanted and r.expires_at > at;
end $$;

create or replace function find_staff_invite(wanted bytea, at timestamptz) returns table (tenant_id uuid, invite_id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  church uuid := (select d.tenant_id from directory_entry d where d.kind = 'staff_invite' and d.key = wanted);
begin
  return query select i.tenant_id, i.id from staff_invite i
    where i.tenant_id = church and i.token_hash = wanted and i.expires_at > at;
end $$;

create or replace function find_payment(wanted text) returns table (tenant_id uuid, payment_id uuid, method text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  churches uuid[] := churches_of('payment', array[directory_key(wanted)]);
begin
  return query select p.tenant_id, p.id, p.method from payment p
    where p.tenant_id = any (churches) and p.reference = wanted;
end $$;

-- What belongs to no church and names one names it in the directory.
select tidy_directory(now());
alter table church_slug drop constraint church_slug_tenant_id_fkey, add foreign key (tenant_id) references known_church;
alter table console_entry drop constraint desk_entry_tenant_id_fkey, add foreign key (tenant_id) references known_church;
alter table mail_domain drop constraint mail_domain_tenant_id_fkey, add foreign key (tenant_id) references known_church;
alter table operator_alone drop constraint operator_alone_tenant_id_fkey, add foreign key (tenant_id) references known_church;
alter table operator_change drop constraint operator_change_tenant_id_fkey, add foreign key (tenant_id) references known_church;

-- One in its church; over the installation the directory says so.
drop index payment_by_provider;
create unique index payment_by_provider on payment (tenant_id, method, provider_id) where provider_id is not null;
alter table payment drop constraint payment_tenant_id_reference_key;
drop index payment_by_any_reference, session_by_token, guardian_session_by_token, password_reset_by_token, staff_invite_by_token,
  account_by_email, guardian_account_by_email, guardian_account_by_phone, campaign_by_id, campaign_by_link, sender_id_by_mask;
