-- SMS units in double entry. A transaction moves units between four accounts of one church and sums to zero:
--   issued (what the church ever received, negative), available, held (taken by running sends), spent.
-- Balances follow the entries by trigger, so they cannot disagree, and only `issued` may be negative.
create table unit_account (
  tenant_id  uuid not null references church,
  account    text not null check (account in ('issued', 'available', 'held', 'spent')),
  balance    bigint not null default 0,
  primary key (tenant_id, account),
  constraint not_enough_units check (account = 'issued' or balance >= 0)
);
call narthex_admin.isolate('unit_account', 'select, insert, update');
call narthex_admin.open_to_definer('unit_account', 'select');

create table unit_transaction (
  tenant_id  uuid not null references church,
  id         uuid not null default gen_random_uuid(),
  kind       text not null check (kind in ('grant', 'hold', 'post', 'release', 'return')),
  -- What it is for; the same kind and reference happens once.
  reference  text not null,
  at         timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, kind, reference)
);
create index unit_transaction_by_time on unit_transaction (tenant_id, at);
call narthex_admin.isolate('unit_transaction', 'select, insert');

create table unit_entry (
  tenant_id       uuid not null,
  transaction_id  uuid not null,
  account         text not null,
  units           bigint not null check (units <> 0),
  primary key (tenant_id, transaction_id, account),
  foreign key (tenant_id, transaction_id) references unit_transaction,
  foreign key (tenant_id, account) references unit_account
);
create index unit_entry_by_account on unit_entry (tenant_id, account);
call narthex_admin.isolate('unit_entry', 'select, insert');

create function apply_unit_entry() returns trigger language plpgsql as $$
begin
  update unit_account set balance = balance + new.units where tenant_id = new.tenant_id and account = new.account;
  return null;
end $$;
revoke all on function apply_unit_entry() from public;
create trigger unit_entry_applied after insert on unit_entry for each row execute function apply_unit_entry();

create function check_unit_transaction() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(units), 0) from unit_entry where tenant_id = new.tenant_id and transaction_id = new.transaction_id) <> 0 then
    raise exception 'unit transaction % does not sum to zero', new.transaction_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
revoke all on function check_unit_transaction() from public;
create constraint trigger unit_transaction_balanced after insert on unit_entry
  deferrable initially deferred for each row execute function check_unit_transaction();

-- One answer for every request: who this token is, for which church, where that church stands.
create function find_session(wanted bytea, at timestamptz)
  returns table (
    tenant_id uuid, account_id uuid, person_id uuid, email text, roles text[],
    church_name text, city text, iso_code text, currency text, time_zone text,
    plan_name text, membership_size integer, expires_on text, people integer, units bigint
  )
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select s.tenant_id, a.id, a.person_id, a.email, a.roles,
      c.name, c.city, c.iso_code, c.currency, c.time_zone,
      p.plan_name, p.membership_size, p.expires_on::text, z.people, u.balance
    from session s
    join account a on a.tenant_id = s.tenant_id and a.id = s.account_id
    join church c on c.tenant_id = s.tenant_id
    join subscription p on p.tenant_id = s.tenant_id
    join church_size z on z.tenant_id = s.tenant_id
    join unit_account u on u.tenant_id = s.tenant_id and u.account = 'available'
    where s.token_hash = wanted and s.expires_at > at;
  end;
call narthex_admin.define_for_app('find_session(bytea, timestamptz)');

create table idempotency_key (
  tenant_id     uuid not null,
  account_id    uuid not null,
  key           text not null,
  request_hash  bytea not null,
  response      jsonb,
  created_at    timestamptz not null,
  primary key (tenant_id, account_id, key),
  foreign key (tenant_id, account_id) references account on delete cascade
);
create index idempotency_key_by_age on idempotency_key (tenant_id, created_at);
call narthex_admin.isolate('idempotency_key', 'select, insert, update, delete');
call narthex_admin.open_to_definer('idempotency_key', 'select, delete');

-- A press is repeated within minutes, a phone that was offline may try for days; after a week its key is free again.
create function sweep_presses(at timestamptz) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    delete from idempotency_key where created_at < at - interval '7 days';
  end;
call narthex_admin.define_for_app('sweep_presses(timestamptz)');
