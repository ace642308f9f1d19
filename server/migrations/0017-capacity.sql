-- Capacity counts the people whom a church has taken in. Who signed up at the portal counts once staff or a check-in has
-- confirmed them; over capacity a church has some days of grace before its gate shuts.

-- What the server takes for now: its clock may be moved in the demo and in tests, the database's may not.
create function app_now() returns timestamptz
  language sql stable
  return coalesce(nullif(current_setting('app.at', true), '')::timestamptz, now());
revoke all on function app_now() from public;
grant execute on function app_now() to narthex_app, narthex_definer;

-- False: came by the portal, and neither staff nor a check-in has seen them yet. Whoever was there before is taken in.
alter table person add column confirmed boolean not null default true;
create index person_unconfirmed on person (tenant_id, created_at, id) where not confirmed;

-- Of `people` those who count for the plan, and since when there are more of them than it allows; null: there are not.
alter table church_size add column confirmed integer not null default 0 check (confirmed >= 0);
alter table church_size add column over_since timestamptz;

alter table church_size no force row level security;
alter table subscription no force row level security;
update church_size z set confirmed = z.people,
  over_since = (select app_now() from subscription s where s.tenant_id = z.tenant_id and z.people > s.membership_size);
alter table church_size force row level security;
alter table subscription force row level security;

-- Archived people do not count, and for the plan only confirmed ones do. The triggers of 0002 call it.
create or replace function count_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update church_size s set people = s.people + n.people, with_phone = s.with_phone + n.with_phone,
        confirmed = s.confirmed + n.confirmed
      from (
        select tenant_id, count(*) as people, count(phone) as with_phone, count(*) filter (where confirmed) as confirmed
        from came where archived_at is null group by tenant_id
      ) n
      where s.tenant_id = n.tenant_id;
  elsif tg_op = 'DELETE' then
    update church_size s set people = s.people - n.people, with_phone = s.with_phone - n.with_phone,
        confirmed = s.confirmed - n.confirmed
      from (
        select tenant_id, count(*) as people, count(phone) as with_phone, count(*) filter (where confirmed) as confirmed
        from gone where archived_at is null group by tenant_id
      ) n
      where s.tenant_id = n.tenant_id;
  else
    update church_size s set people = s.people + n.people, with_phone = s.with_phone + n.with_phone,
        confirmed = s.confirmed + n.confirmed
      from (
        select tenant_id, sum(people) as people, sum(phones) as with_phone, sum(confirmed) as confirmed
        from (
          select tenant_id, count(*) as people, count(phone) as phones, count(*) filter (where confirmed) as confirmed
          from came where archived_at is null group by tenant_id
          union all
          select tenant_id, -count(*), -count(phone), -count(*) filter (where confirmed)
          from gone where archived_at is null group by tenant_id
        ) changed
        group by tenant_id having sum(people) <> 0 or sum(phones) <> 0 or sum(confirmed) <> 0
      ) n
      where s.tenant_id = n.tenant_id;
  end if;
  return null;
end $$;

-- Whatever brought people or took them away, or changed the plan: the row of sizes is held, and says since when.
create function keep_over_since() returns trigger language plpgsql as $$
begin
  new.over_since := case
    when new.confirmed > (select s.membership_size from subscription s where s.tenant_id = new.tenant_id)
    then coalesce(new.over_since, app_now())
  end;
  return new;
end $$;
revoke all on function keep_over_since() from public;
create trigger church_size_over before update on church_size for each row execute function keep_over_since();

create function weigh_plan() returns trigger language plpgsql as $$
begin
  update church_size set over_since = over_since where tenant_id = new.tenant_id;
  return null;
end $$;
revoke all on function weigh_plan() from public;
create trigger subscription_weighed after update of membership_size on subscription
  for each row when (old.membership_size <> new.membership_size) execute function weigh_plan();

-- Plans that the church that was entered could choose, the smallest first: how large it may grow at most.
create function plans_on_offer() returns table (name text, membership_size integer)
  language sql stable
  begin atomic
    select p.name, p.membership_size
    from public.church c
    join public.plan p on p.offered and exists (
      select from public.price r
      where r.product = 'subscription' and r.plan_id = p.id and r.ended_at is null
        and (r.iso_code is null or r.iso_code = c.iso_code))
    where c.tenant_id = public.current_tenant()
    order by p.membership_size, lower(p.name);
  end;
revoke all on function plans_on_offer() from public;
grant execute on function plans_on_offer() to narthex_app;

-- Which churches are over their capacity, and which have people whom nobody has confirmed.
create function find_full_churches() returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select z.tenant_id from church_size z where z.over_since is not null;
  end;
call narthex_admin.define_for_app('find_full_churches()');
create function find_unconfirmed_churches() returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select z.tenant_id from church_size z where z.people > z.confirmed;
  end;
call narthex_admin.define_for_app('find_unconfirmed_churches()');

-- What a church over its capacity was told, once each time it gets there: so many days before its gate shuts.
create table capacity_notice (
  tenant_id   uuid not null references church,
  over_since  timestamptz not null,
  days_left   smallint not null check (days_left >= 0),
  told_at     timestamptz not null,
  primary key (tenant_id, over_since, days_left)
);
call narthex_admin.isolate('capacity_notice', 'select, insert, delete');

drop function find_session(bytea, timestamptz);
create function find_session(wanted bytea, at timestamptz)
  returns table (
    tenant_id uuid, account_id uuid, person_id uuid, session_id uuid, self_service boolean, last_seen_at timestamptz,
    email text, roles text[], church_name text, city text, iso_code text, currency text, time_zone text, logo_id uuid,
    plan_name text, membership_size integer, expires_on text, people integer, over_since timestamptz, units bigint
  )
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select s.tenant_id, a.id, a.person_id, s.id, s.self_service, s.last_seen_at, a.email, a.roles,
      c.name, c.city, c.iso_code, c.currency, c.time_zone, c.logo_id,
      p.plan_name, p.membership_size, p.expires_on::text, z.confirmed, z.over_since, u.balance
    from session s
    join account a on a.tenant_id = s.tenant_id and a.id = s.account_id
    join church c on c.tenant_id = s.tenant_id
    join subscription p on p.tenant_id = s.tenant_id
    join church_size z on z.tenant_id = s.tenant_id
    join unit_account u on u.tenant_id = s.tenant_id and u.account = 'available'
    where s.token_hash = wanted and s.expires_at > at and a.removed_at is null;
  end;
call narthex_admin.define_for_app('find_session(bytea, timestamptz)');

drop function find_guardian_session(bytea, timestamptz);
create function find_guardian_session(wanted bytea, at timestamptz)
  returns table (
    tenant_id uuid, account_id uuid, person_id uuid, email text, phone text,
    church_name text, iso_code text, time_zone text, logo_id uuid, slug text,
    membership_size integer, expires_on text, people integer, over_since timestamptz
  )
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select s.tenant_id, a.id, a.person_id, a.email, a.phone,
      c.name, c.iso_code, c.time_zone, c.logo_id, k.slug, p.membership_size, p.expires_on::text, z.confirmed, z.over_since
    from guardian_session s
    join guardian_account a on a.tenant_id = s.tenant_id and a.id = s.account_id
    join church c on c.tenant_id = s.tenant_id
    join subscription p on p.tenant_id = s.tenant_id
    join church_size z on z.tenant_id = s.tenant_id
    left join church_slug k on k.tenant_id = s.tenant_id and k.current
    where s.token_hash = wanted and s.expires_at > at;
  end;
call narthex_admin.define_for_app('find_guardian_session(bytea, timestamptz)');
