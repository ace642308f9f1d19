alter table church add column pastor_name text check (char_length(pastor_name) <= 120);
alter table church add column logo_id uuid;
-- When somebody of the church last used it, within ten minutes; null: never.
alter table church add column last_active_at timestamptz;

-- The name of a church in addresses, such as /checkin/grace-chapel. One table across churches, for a slug belongs to one.
-- Former ones stay reserved for their church: printed addresses and codes never lead to another.
create table church_slug (
  slug       text collate "C" primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) between 3 and 60),
  tenant_id  uuid not null references church,
  current    boolean not null
);
create index church_slug_by_church on church_slug (tenant_id);
create unique index church_slug_current on church_slug (tenant_id) where current;
alter table church_slug enable row level security;
alter table church_slug force row level security;
revoke all on church_slug from public;
call narthex_admin.open_to_definer('church_slug', 'select, insert, update');

-- The church of a slug; null: it is free.
create function find_slug(wanted text) returns uuid
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select s.tenant_id from church_slug s where s.slug = wanted;
  end;
call narthex_admin.define_for_app('find_slug(text)');

-- The slug of the church that was entered.
create function own_slug() returns text
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select s.slug from church_slug s where s.tenant_id = public.current_tenant() and s.current;
  end;
call narthex_admin.define_for_app('own_slug()');

-- Gives the church that was entered this slug; false when another church has or had it. Two at once: the first keeps it.
-- With twenty slugs a church may only go back to one of its own, so that nobody collects them.
create function take_slug(wanted text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare church uuid := public.current_tenant();
begin
  insert into church_slug (slug, tenant_id, current)
    select wanted, church, false where (select count(*) from church_slug s where s.tenant_id = church) < 20
    on conflict (slug) do nothing;
  if not exists (select from church_slug s where s.slug = wanted and s.tenant_id = church) then return false; end if;
  update church_slug s set current = false where s.tenant_id = church and s.current and s.slug <> wanted;
  update church_slug s set current = true where s.slug = wanted;
  return true;
end $$;
call narthex_admin.define_for_app('take_slug(text)');

-- Pictures as they were re-encoded: a church's logo, a person's portrait.
create table picture (
  tenant_id     uuid not null references church,
  id            uuid not null default gen_random_uuid(),
  content_type  text not null check (content_type = 'image/webp'),
  bytes         bytea not null check (octet_length(bytes) <= 524288),
  added_by      uuid,
  added_at      timestamptz not null,
  primary key (tenant_id, id)
);
call narthex_admin.isolate('picture', 'select, insert, delete');
alter table church add foreign key (tenant_id, logo_id) references picture;
create index church_by_logo on church (tenant_id, logo_id);

-- Sessions as their owner sees them, to end one of them by its id.
alter table session add column id uuid not null default gen_random_uuid();
alter table session add column last_seen_at timestamptz;
alter table session add column ip inet;
alter table session add column device text;
create unique index session_by_id on session (tenant_id, id);

-- Who left the staff keeps a row without address, password and roles, so that what they did keeps its author. When the
-- person is erased, the row names nobody.
alter table account add column removed_at timestamptz;
alter table account add column last_seen_at timestamptz;
alter table account alter column person_id drop not null;
alter table account drop constraint account_tenant_id_person_id_fkey;
alter table account add foreign key (tenant_id, person_id) references person on delete set null (person_id);
alter table account add check (person_id is not null or removed_at is not null);

-- Notes that a session is in use, at most once in ten minutes however many ask at once. It waits for nobody: who changes
-- an account locks it and then ends its sessions, and a note may come with the next request.
grant update on church, session, account to narthex_definer;
create function touch_session(wanted bytea, at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  seen session;
begin
  select s.* into seen from session s
    where s.token_hash = wanted and coalesce(s.last_seen_at <= at - interval '10 minutes', true);
  if not found then return; end if;
  perform from account a where a.tenant_id = seen.tenant_id and a.id = seen.account_id for no key update skip locked;
  if not found then return; end if;
  perform from session s where s.token_hash = wanted for no key update skip locked;
  if not found then return; end if;
  update session s set last_seen_at = at where s.token_hash = wanted;
  update account a set last_seen_at = at where a.tenant_id = seen.tenant_id and a.id = seen.account_id;
  perform from church c
    where c.tenant_id = seen.tenant_id and coalesce(c.last_active_at <= at - interval '10 minutes', true)
    for no key update skip locked;
  if found then update church c set last_active_at = at where c.tenant_id = seen.tenant_id; end if;
end $$;
call narthex_admin.define_for_app('touch_session(bytea, timestamptz)');

-- The second factor of an account: a base-32 secret, sealed; null: none. A step once used cannot be used again.
alter table account add column totp_secret text, add column totp_last_step bigint, add column totp_since timestamptz;
alter table account add column language text check (language ~ '^[a-z]{2}$');

-- One-time codes for who has lost the phone.
create table recovery_code (
  tenant_id   uuid not null,
  account_id  uuid not null,
  code_hash   bytea not null,
  used_at     timestamptz,
  primary key (tenant_id, account_id, code_hash),
  foreign key (tenant_id, account_id) references account on delete cascade
);
call narthex_admin.isolate('recovery_code', 'select, insert, update, delete');

drop function find_accounts(text);
-- Accounts with this address, in whichever church.
create function find_accounts(wanted text)
  returns table (tenant_id uuid, account_id uuid, password_hash text, church_name text, totp_secret text)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select a.tenant_id, a.id, a.password_hash, c.name, a.totp_secret
    from account a join church c on c.tenant_id = a.tenant_id
    where a.email_key = wanted and a.removed_at is null order by a.created_at limit 10;
  end;
call narthex_admin.define_for_app('find_accounts(text)');

drop function find_session(bytea, timestamptz);
-- One answer for every request: who this token is, for which church, where that church stands.
create function find_session(wanted bytea, at timestamptz)
  returns table (
    tenant_id uuid, account_id uuid, person_id uuid, session_id uuid, last_seen_at timestamptz, email text, roles text[],
    church_name text, city text, iso_code text, currency text, time_zone text, logo_id uuid,
    plan_name text, membership_size integer, expires_on text, people integer, units bigint
  )
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select s.tenant_id, a.id, a.person_id, s.id, s.last_seen_at, a.email, a.roles,
      c.name, c.city, c.iso_code, c.currency, c.time_zone, c.logo_id,
      p.plan_name, p.membership_size, p.expires_on::text, z.people, u.balance
    from session s
    join account a on a.tenant_id = s.tenant_id and a.id = s.account_id
    join church c on c.tenant_id = s.tenant_id
    join subscription p on p.tenant_id = s.tenant_id
    join church_size z on z.tenant_id = s.tenant_id
    join unit_account u on u.tenant_id = s.tenant_id and u.account = 'available'
    where s.token_hash = wanted and s.expires_at > at and a.removed_at is null;
  end;
call narthex_admin.define_for_app('find_session(bytea, timestamptz)');

-- An invitation to join the staff. The token travels by mail; only its hash is kept.
create table staff_invite (
  tenant_id   uuid not null references church,
  id          uuid not null default gen_random_uuid(),
  token_hash  bytea not null,
  email       text not null,
  email_key   text collate "C" not null,
  first_name  text not null,
  last_name   text not null default '',
  -- The person of the church who gets the account; null: a new one.
  person_id   uuid,
  roles       text[] not null,
  invited_by  uuid not null,
  invited_at  timestamptz not null,
  expires_at  timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, email_key),
  foreign key (tenant_id, invited_by) references account on delete cascade
);
create index staff_invite_by_token on staff_invite (token_hash);
create index staff_invite_by_inviter on staff_invite (tenant_id, invited_by);
create index staff_invite_by_person on staff_invite (tenant_id, person_id) where person_id is not null;
call narthex_admin.isolate('staff_invite', 'select, insert, update, delete');
call narthex_admin.open_to_definer('staff_invite', 'select, delete');

create function find_staff_invite(wanted bytea, at timestamptz)
  returns table (tenant_id uuid, invite_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select i.tenant_id, i.id from staff_invite i where i.token_hash = wanted and i.expires_at > at;
  end;
call narthex_admin.define_for_app('find_staff_invite(bytea, timestamptz)');

-- A church that signs itself up, until the code of the mail is typed. Belongs to no church yet.
create table signup (
  id             uuid primary key,
  email          text not null,
  email_key      text collate "C" not null,
  password_hash  text not null,
  -- Church and owner as they were typed.
  wanted         jsonb not null,
  -- Keyed hash of the code that was mailed last. Null: none was mailed yet, or the address is in use already; whoever
  -- asks cannot tell.
  code_hash      bytea,
  wrong          smallint not null default 0,
  sent           smallint not null default 1,
  created_at     timestamptz not null,
  expires_at     timestamptz not null
);
create index signup_by_age on signup (expires_at);
create index signup_by_email on signup (email_key);
alter table signup enable row level security;
alter table signup force row level security;
revoke all on signup from public;
call narthex_admin.open_to_definer('signup', 'select, insert, update, delete');

create function keep_signup(
  wanted_id uuid, wanted_email text, wanted_email_key text, wanted_password_hash text, wanted_data jsonb,
  at timestamptz, until timestamptz
) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    insert into signup (id, email, email_key, password_hash, wanted, created_at, expires_at)
    values (wanted_id, wanted_email, wanted_email_key, wanted_password_hash, wanted_data, at, until);
  end;
call narthex_admin.define_for_app('keep_signup(uuid, text, text, text, jsonb, timestamptz, timestamptz)');

-- Gives a running sign-up its code and answers whom to write to; `known`: the address is in use, so there is no code.
create function code_signup(wanted_id uuid, new_hash bytea, at timestamptz)
  returns table (email text, known boolean)
  language sql security definer set search_path = public, pg_temp
  begin atomic
    with asked as (
      select s.id, exists (select from account a where a.email_key = s.email_key and a.removed_at is null) as known
      from signup s where s.id = wanted_id and s.expires_at > at
    )
    update signup s set code_hash = case when asked.known then null else new_hash end
    from asked where s.id = asked.id
    returning s.email, asked.known;
  end;
call narthex_admin.define_for_app('code_signup(uuid, bytea, timestamptz)');

-- Whether this is the code; a wrong one is counted, and after five nothing is right any more.
create function try_signup(wanted_id uuid, shown_hash bytea, at timestamptz) returns boolean
  language sql security definer set search_path = public, pg_temp
  begin atomic
    update signup s set wrong = s.wrong + (s.code_hash is distinct from shown_hash)::int
    where s.id = wanted_id and s.expires_at > at and s.wrong < 5
    returning s.code_hash is not distinct from shown_hash;
  end;
call narthex_admin.define_for_app('try_signup(uuid, bytea, timestamptz)');

-- Hands the sign-up over to the one who makes its church, and ends all others of the address. They are locked in the
-- order of their ids, so that two confirmed at once give one church.
create function take_signup(wanted_id uuid, shown_hash bytea, at timestamptz)
  returns table (email text, email_key text, password_hash text, wanted jsonb)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  taken signup;
begin
  perform from signup s where s.email_key = (select k.email_key from signup k where k.id = wanted_id) order by s.id for update;
  delete from signup s where s.id = wanted_id and s.code_hash = shown_hash and s.expires_at > at and s.wrong < 5
    returning s.* into taken;
  if taken.id is null then return; end if;
  delete from signup s where s.email_key = taken.email_key;
  return query select taken.email, taken.email_key, taken.password_hash, taken.wanted;
end $$;
call narthex_admin.define_for_app('take_signup(uuid, bytea, timestamptz)');

-- Another code for a sign-up, three times at most, within the hour; the one before is dead at once.
create function renew_signup(wanted_id uuid, at timestamptz, until timestamptz) returns boolean
  language sql security definer set search_path = public, pg_temp
  begin atomic
    update signup s set code_hash = null, wrong = 0, sent = s.sent + 1, expires_at = until
    where s.id = wanted_id and s.created_at > at - interval '1 hour' and s.sent < 4 and s.wrong < 5
    returning true;
  end;
call narthex_admin.define_for_app('renew_signup(uuid, timestamptz, timestamptz)');

-- Removes what nobody confirmed, and invitations that were over for a month.
create function sweep_signups(at timestamptz) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    delete from signup where expires_at < at - interval '1 day';
    delete from staff_invite where expires_at < at - interval '30 days';
  end;
call narthex_admin.define_for_app('sweep_signups(timestamptz)');

-- A list as somebody likes to see it: search, filters, sort and columns, as they stand in the address.
create table saved_view (
  tenant_id   uuid not null,
  id          uuid not null default gen_random_uuid(),
  account_id  uuid not null,
  list        text not null check (char_length(list) between 1 and 40),
  name        text not null check (char_length(name) between 1 and 60),
  state       text not null check (char_length(state) <= 2000),
  -- Everybody on the staff sees it; only its maker changes it.
  shared      boolean not null default false,
  created_at  timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references account on delete cascade
);
create unique index saved_view_name on saved_view (tenant_id, account_id, list, lower(name));
call narthex_admin.isolate('saved_view', 'select, insert, update, delete');
