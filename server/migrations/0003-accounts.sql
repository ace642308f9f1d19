create table account (
  tenant_id      uuid not null references church,
  id             uuid not null default gen_random_uuid(),
  person_id      uuid not null,
  email          text not null,
  email_key      text collate "C" not null,
  password_hash  text not null,
  roles          text[] not null,
  created_at     timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references person,
  unique (tenant_id, email_key)
);
create index account_by_person on account (tenant_id, person_id);
-- Sign-in knows the address before it knows the church.
create index account_by_email on account (email_key);
call narthex_admin.isolate('account', 'select, insert, update, delete');
call narthex_admin.open_to_definer('account', 'select');

create table session (
  tenant_id   uuid not null,
  token_hash  bytea not null,
  account_id  uuid not null,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, account_id) references account on delete cascade
);
create index session_by_account on session (tenant_id, account_id);
create index session_by_token on session (token_hash);
call narthex_admin.isolate('session', 'select, insert, delete');
call narthex_admin.open_to_definer('session', 'select, delete');

create table password_reset (
  tenant_id   uuid not null,
  token_hash  bytea not null,
  account_id  uuid not null,
  expires_at  timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, account_id) references account on delete cascade
);
create index password_reset_by_account on password_reset (tenant_id, account_id);
create index password_reset_by_token on password_reset (token_hash);
call narthex_admin.isolate('password_reset', 'select, insert, delete');
call narthex_admin.open_to_definer('password_reset', 'select, delete');

-- Tries per hashed key (an account, an address prefix) in a window. Belongs to no church: a guess comes before one.
create table guess (
  key         bytea not null,
  started_at  timestamptz not null,
  tries       integer not null,
  primary key (key)
);
alter table guess enable row level security;
alter table guess force row level security;
revoke all on guess from public;
call narthex_admin.open_to_definer('guess', 'select, insert, update, delete');

-- Accounts with this address, in whichever church.
create function find_accounts(wanted text)
  returns table (tenant_id uuid, account_id uuid, password_hash text)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select a.tenant_id, a.id, a.password_hash from account a where a.email_key = wanted order by a.created_at limit 10;
  end;
call narthex_admin.define_for_app('find_accounts(text)');

create function find_password_reset(wanted bytea, at timestamptz)
  returns table (tenant_id uuid, account_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select r.tenant_id, r.account_id from password_reset r where r.token_hash = wanted and r.expires_at > at;
  end;
call narthex_admin.define_for_app('find_password_reset(bytea, timestamptz)');

create function end_session(wanted bytea) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    delete from session where token_hash = wanted;
  end;
call narthex_admin.define_for_app('end_session(bytea)');

-- Counts one try and answers how many there were in the running window of `span`, and when that window ends.
create function take_guess(wanted bytea, at timestamptz, span interval)
  returns table (tries integer, ends_at timestamptz)
  language sql security definer set search_path = public, pg_temp
  begin atomic
    insert into guess as g (key, started_at, tries) values (wanted, at, 1)
    on conflict (key) do update set
      tries = case when g.started_at + span <= at then 1 else g.tries + 1 end,
      started_at = case when g.started_at + span <= at then at else g.started_at end
    returning g.tries, g.started_at + span;
  end;
call narthex_admin.define_for_app('take_guess(bytea, timestamptz, interval)');

-- Takes back one try that turned out right, so that many people behind one address do not lock each other out.
create function return_guess(wanted bytea) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    update guess set tries = tries - 1 where key = wanted and tries > 0;
  end;
call narthex_admin.define_for_app('return_guess(bytea)');

create function forget_guesses(wanted bytea) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    delete from guess where key = wanted;
  end;
call narthex_admin.define_for_app('forget_guesses(bytea)');

-- Removes, in every church, what is over: sessions, reset links, windows of guesses.
create function sweep_sign_ins(at timestamptz) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    delete from session where expires_at <= at;
    delete from password_reset where expires_at <= at;
    delete from guess where started_at < at - interval '1 day';
  end;
call narthex_admin.define_for_app('sweep_sign_ins(timestamptz)');
