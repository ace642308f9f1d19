-- What one operator asks for and a second one confirms, second factors that every operator has, and what one did alone.

alter table operator
  -- Of the demo: lets in by password alone, and in the demo only.
  add column is_demo boolean not null default false,
  -- When the invitation was accepted; null: not yet.
  add column joined_at timestamptz,
  -- Who asked last for a new second factor of this operator, and when that was done; null: nobody, or on the server.
  add column factor_reset_by uuid references operator,
  add column factor_reset_at timestamptz;
alter table operator no force row level security;
update operator set joined_at = created_at where password_hash is not null or removed_at is not null;
-- Addresses that nobody can own outside a demo.
update operator set is_demo = true where email_key in ('operator@narthex.example', 'finance@narthex.example');
alter table operator force row level security;

-- When the password of this session was typed last.
alter table operator_session add column confirmed_at timestamptz;

create table operator_recovery_code (
  operator_id  uuid not null references operator,
  code_hash    bytea not null,
  used_at      timestamptz,
  primary key (operator_id, code_hash)
);
call narthex_admin.desk('operator_recovery_code', 'select, insert, update, delete');

drop function find_operator(text);
create function find_operator(wanted text)
  returns table (id uuid, password_hash text, totp_secret text, is_demo boolean)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select o.id, o.password_hash, o.totp_secret, o.is_demo from operator o
    where o.email_key = wanted and o.removed_at is null and o.password_hash is not null;
  end;
call narthex_admin.define_for_app('find_operator(text)');

drop function find_operator_session(bytea, timestamptz);
create function find_operator_session(wanted bytea, at timestamptz)
  returns table (operator_id uuid, name text, email text, has_second_factor boolean, is_demo boolean, confirmed_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select o.id, o.name, o.email, o.totp_secret is not null, o.is_demo, coalesce(s.confirmed_at, s.created_at)
    from operator_session s join operator o on o.id = s.operator_id
    where s.token_hash = wanted and s.expires_at > at and o.removed_at is null;
  end;
call narthex_admin.define_for_app('find_operator_session(bytea, timestamptz)');

grant update on operator_session to narthex_app;

-- A change of the installation that one operator asked for and that waits for a second one, and what became of it.
create table operator_change (
  id           uuid primary key,
  kind         text not null check (kind in ('settings', 'price', 'plan', 'route', 'operator_invite', 'operator_remove',
    'operator_reset_factor', 'subscription', 'payment_approve', 'payment_refund')),
  -- What is changed: a plan's, a route's, an operator's, a payment's id; empty: the installation.
  subject      text not null,
  tenant_id    uuid references church,
  -- What is asked for, as the act that is done then takes it.
  wanted       jsonb not null,
  -- As people read it: what it is about, what it was when it was asked for and what it becomes.
  details      jsonb not null,
  before       jsonb not null,
  after        jsonb not null,
  reason       text not null check (char_length(reason) <= 300),
  asked_by     uuid not null references operator,
  asked_at     timestamptz not null,
  expires_at   timestamptz not null,
  state        text not null default 'waiting'
    check (state in ('waiting', 'applied', 'refused', 'withdrawn', 'stale', 'expired')),
  -- Null: nobody yet, by itself, or a command on the server.
  decided_by   uuid references operator,
  decided_at   timestamptz,
  decided_reason text check (char_length(decided_reason) <= 300),
  check ((state = 'waiting') = (decided_at is null)),
  -- Whoever asked is never the second.
  check (state <> 'applied' or decided_by is distinct from asked_by)
);
create index operator_change_waiting on operator_change (asked_at, id) where state = 'waiting';
create index operator_change_by_subject on operator_change (kind, subject) where state = 'waiting';
create index operator_change_by_time on operator_change (asked_at desc, id desc);
create index operator_change_by_asker on operator_change (asked_by);
create index operator_change_by_church on operator_change (tenant_id) where tenant_id is not null;
call narthex_admin.desk('operator_change', 'select, insert, update');

-- What was asked for stays what it was, and what is decided is over.
create function check_operator_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'waiting' then
    raise exception 'a change that was decided is over' using errcode = 'check_violation';
  end if;
  if (new.kind, new.subject, new.tenant_id, new.wanted, new.details, new.before, new.after, new.reason, new.asked_by,
      new.asked_at, new.expires_at)
    is distinct from (old.kind, old.subject, old.tenant_id, old.wanted, old.details, old.before, old.after, old.reason,
      old.asked_by, old.asked_at, old.expires_at) then
    raise exception 'what was asked for does not change' using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke all on function check_operator_change() from public;
create trigger operator_change_changed before update on operator_change for each row execute function check_operator_change();

-- Money that one operator moved alone, below the limit: all of a day counts towards it. Written once.
create table operator_alone (
  id            uuid primary key,
  operator_id   uuid not null references operator,
  tenant_id     uuid not null references church,
  act           text not null check (act in ('payment_approve', 'payment_refund')),
  payment_id    uuid not null,
  amount_minor  bigint not null check (amount_minor > 0),
  currency      text not null,
  at            timestamptz not null
);
create index operator_alone_by_operator on operator_alone (operator_id, currency, at);
create index operator_alone_by_church on operator_alone (tenant_id, currency, at);
call narthex_admin.desk('operator_alone', 'select, insert');

-- Payments above the limit that one operator approved before there was this list wait in it.
alter table payment no force row level security;
alter table church no force row level security;
alter table operator_change no force row level security;
insert into operator_change (id, kind, subject, tenant_id, wanted, details, before, after, reason, asked_by, asked_at, expires_at)
  select gen_random_uuid(), 'payment_approve', p.id::text, p.tenant_id,
    jsonb_build_object('paymentId', p.id, 'amountMinor', p.amount_minor),
    jsonb_strip_nulls(jsonb_build_object('church', c.name, 'reference', p.reference, 'purpose', p.purpose,
      'amountMinor', p.amount_minor, 'currency', p.currency, 'units', p.units, 'planName', l.name, 'months', p.months)),
    jsonb_build_object('state', p.state), '{"state": "succeeded"}', '', p.approved_by, p.approved_at, now() + interval '7 days'
  from payment p join church c on c.tenant_id = p.tenant_id left join plan l on l.id = p.plan_id
  where p.approved_by is not null and p.state in ('created', 'pending', 'review');
alter table payment force row level security;
alter table church force row level security;
alter table operator_change force row level security;
