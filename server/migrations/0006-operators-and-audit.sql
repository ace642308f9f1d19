-- The operator of a transaction is the setting app.operator_id, set like the church's. In an operator's transaction the
-- tables of the installation may be written, and the few tables listed here may be read across churches; people,
-- families, messages and their recipients never.
create function public.current_operator() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.operator_id', true), '')::uuid;
revoke all on function public.current_operator() from public;
grant execute on function public.current_operator() to narthex_app, narthex_definer;

-- Lets an operator read a table of the churches across them.
create procedure narthex_admin.show_to_operator(target regclass)
  language plpgsql as $$
begin
  execute format('create policy operator on %s for select using (public.current_operator() is not null)', target);
end $$;

-- A table of the installation that only an operator's transaction reads and writes.
create procedure narthex_admin.desk(target regclass, privileges text)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy operator on %s using (public.current_operator() is not null) with check (public.current_operator() is not null)', target);
  execute format('revoke all on %s from public', target);
  execute format('grant %s on %s to narthex_app', privileges, target);
end $$;

create table operator (
  id             uuid primary key default gen_random_uuid(),
  name           text not null check (char_length(name) between 1 and 120),
  email          text not null,
  email_key      text collate "C" not null unique,
  -- Null until the invitation is accepted.
  password_hash  text,
  invite_hash    bytea unique,
  invited_until  timestamptz,
  -- Who invited last; null: by hand on the server.
  invited_by     uuid references operator,
  -- Base-32 secret of the second factor, sealed; null: none. The last step that was used cannot be used again.
  totp_secret    text,
  totp_last_step bigint,
  created_at     timestamptz not null,
  removed_at     timestamptz
);
call narthex_admin.desk('operator', 'select, insert, update');
call narthex_admin.open_to_definer('operator', 'select, update');

create table operator_session (
  token_hash   bytea primary key,
  operator_id  uuid not null references operator,
  created_at   timestamptz not null,
  expires_at   timestamptz not null
);
create index operator_session_by_operator on operator_session (operator_id);
call narthex_admin.desk('operator_session', 'select, insert, delete');
call narthex_admin.open_to_definer('operator_session', 'select, delete');

-- Before an operator is known: by address, by session, by invitation.
create function find_operator(wanted text)
  returns table (id uuid, password_hash text, totp_secret text)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select o.id, o.password_hash, o.totp_secret from operator o
    where o.email_key = wanted and o.removed_at is null and o.password_hash is not null;
  end;
call narthex_admin.define_for_app('find_operator(text)');

create function find_operator_session(wanted bytea, at timestamptz)
  returns table (operator_id uuid, name text, email text)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select o.id, o.name, o.email from operator_session s join operator o on o.id = s.operator_id
    where s.token_hash = wanted and s.expires_at > at and o.removed_at is null;
  end;
call narthex_admin.define_for_app('find_operator_session(bytea, timestamptz)');

create function find_operator_invite(wanted bytea, at timestamptz)
  returns table (id uuid, name text, email text)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select o.id, o.name, o.email from operator o
    where o.invite_hash = wanted and o.invited_until > at and o.removed_at is null
      and (o.invited_by is null or exists (select from operator i where i.id = o.invited_by and i.removed_at is null));
  end;
call narthex_admin.define_for_app('find_operator_invite(bytea, timestamptz)');

create function end_operator_session(wanted bytea) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    delete from operator_session where token_hash = wanted;
  end;
call narthex_admin.define_for_app('end_operator_session(bytea)');

create function sweep_operator_sessions(at timestamptz) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    delete from operator_session where expires_at <= at;
  end;
call narthex_admin.define_for_app('sweep_operator_sessions(timestamptz)');

-- What was done in a church that changes money, access, custody or people. Written once, never changed or removed.
-- People are named by id only: the names are looked up when it is read, so that an erased person leaves none here.
create table audit_entry (
  tenant_id   uuid not null references church,
  id          uuid not null,
  at          timestamptz not null,
  actor_kind  text not null check (actor_kind in ('staff', 'operator', 'system')),
  actor_id    uuid,
  -- The address by which whoever acted signs in, as it was then.
  actor_name  text not null,
  act         text not null check (act ~ '^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$'),
  -- What it was done to: a person's, a group's, a campaign's id.
  subject_id  uuid,
  details     jsonb not null default '{}',
  -- Where from: network address and what the browser calls itself.
  ip          inet,
  device      text,
  primary key (tenant_id, id)
);
create index audit_entry_by_time on audit_entry (tenant_id, at desc, id desc);
create index audit_entry_by_act on audit_entry (tenant_id, act, at desc, id desc);
create index audit_entry_by_subject on audit_entry (tenant_id, subject_id, at desc) where subject_id is not null;
call narthex_admin.isolate('audit_entry', 'select, insert');
call narthex_admin.show_to_operator('audit_entry');

-- What operators did: to the installation (tenant_id null) and to churches. Written once.
create table desk_entry (
  id           uuid primary key,
  at           timestamptz not null,
  operator_id  uuid references operator,
  -- The operator's address as it was then.
  actor_name   text not null,
  act          text not null check (act ~ '^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$'),
  tenant_id    uuid references church,
  subject_id   text,
  details      jsonb not null default '{}',
  ip           inet,
  device       text
);
create index desk_entry_by_time on desk_entry (at desc, id desc);
create index desk_entry_by_operator on desk_entry (operator_id, at desc);
create index desk_entry_by_church on desk_entry (tenant_id, at desc);
call narthex_admin.desk('desk_entry', 'select, insert');

call narthex_admin.show_to_operator('church');
call narthex_admin.show_to_operator('subscription');
call narthex_admin.show_to_operator('church_size');
call narthex_admin.show_to_operator('unit_account');
call narthex_admin.show_to_operator('sender_id');
create index sender_id_waiting on sender_id (requested_at) where status < 2;
