-- Lets operators write a table of the installation that everybody may read.
create procedure narthex_admin.let_operator_write(target regclass, privileges text)
  language plpgsql as $$
begin
  execute format('create policy operator on %s using (public.current_operator() is not null) with check (public.current_operator() is not null)', target);
  execute format('grant %s on %s to narthex_app', privileges, target);
end $$;

-- What a church may subscribe to.
create table plan (
  id               uuid primary key default gen_random_uuid(),
  name             text not null check (char_length(name) between 1 and 80),
  description      text not null default '' check (char_length(description) <= 300),
  membership_size  integer not null check (membership_size > 0),
  -- Not offered any more: churches that have it keep it.
  offered          boolean not null default true,
  created_at       timestamptz not null default now()
);
create unique index plan_name on plan (lower(name)) where offered;
call narthex_admin.publish('plan');
call narthex_admin.let_operator_write('plan', 'insert, update');
alter table subscription add column plan_id uuid references plan;
alter table subscription add column started_on date;

-- A price is never changed: a new one begins where the old one ends, so that what was quoted stays what it was.
create table price (
  id          uuid primary key default gen_random_uuid(),
  product     text not null check (product in ('sms', 'email', 'subscription')),
  plan_id     uuid references plan,
  -- Of churches in this country; null: wherever no price names the country.
  iso_code    text check (iso_code ~ '^[A-Z]{2}$'),
  currency    text not null check (currency ~ '^[A-Z]{3}$'),
  -- Of one SMS unit, one e-mail unit, one month; in major units, exact.
  amount      numeric(18, 6) not null check (amount > 0),
  started_at  timestamptz not null default now(),
  ended_at    timestamptz,
  check ((product = 'subscription') = (plan_id is not null))
);
create unique index price_in_force on price (product, plan_id, iso_code, currency) nulls not distinct where ended_at is null;
call narthex_admin.publish('price');
call narthex_admin.let_operator_write('price', 'insert, update');

-- Where a church that pays by bank transfer sends its money.
create table bank_account (
  id              uuid primary key default gen_random_uuid(),
  currency        text not null check (currency ~ '^[A-Z]{3}$'),
  account_name    text not null check (char_length(account_name) between 1 and 120),
  account_number  text not null check (char_length(account_number) between 1 and 60),
  bank            text not null check (char_length(bank) between 1 and 120),
  -- Sort code, branch, IBAN, whatever else the payer needs.
  note            text not null default '' check (char_length(note) <= 300),
  offered         boolean not null default true
);
create unique index bank_account_offered on bank_account (currency) where offered;
call narthex_admin.publish('bank_account');
call narthex_admin.let_operator_write('bank_account', 'insert, update');

-- One row: how this installation is reached, and from which amount on a payment needs two operators.
create table installation (
  single           boolean primary key default true check (single),
  support_email    text,
  support_phone    text,
  chat_url         text,
  -- Minor units by currency: above it a second operator approves. A currency that is not named has no such limit.
  approval_limits  jsonb not null default '{}'
);
insert into installation default values;
call narthex_admin.publish('installation');
call narthex_admin.let_operator_write('installation', 'update');

create table payment (
  tenant_id      uuid not null references church,
  id             uuid not null,
  -- What the payer writes on the transfer, and what providers are told: unique over the installation by its randomness.
  reference      text not null check (reference ~ '^NX-[0-9A-HJKMNP-TV-Z]{10}$'),
  method         text not null check (method in ('bank_transfer')),
  purpose        text not null check (purpose in ('units', 'subscription')),
  amount_minor   bigint not null check (amount_minor > 0),
  currency       text not null check (currency ~ '^[A-Z]{3}$'),
  price_id       uuid not null references price,
  units          bigint check (units > 0),
  plan_id        uuid references plan,
  months         smallint check (months between 1 and 12),
  -- Where the church stood when months were quoted: the sum is right only while it stands there.
  quoted_plan_id    uuid references plan,
  quoted_expires_on date,
  -- The lines of the sum, as they were shown: [{what, amountMinor, ...}].
  lines          jsonb not null,
  state          text not null default 'created' check (state in ('created', 'pending', 'succeeded', 'failed', 'cancelled', 'review', 'refunded')),
  created_by     uuid not null,
  created_at     timestamptz not null,
  -- A payment above the limit: who approved it first.
  approved_by    uuid references operator,
  approved_at    timestamptz,
  -- Why it waits for an operator's explicit decision.
  review_reason  text check (review_reason in ('plan_changed', 'too_old')),
  decided_by     uuid references operator,
  decided_at     timestamptz,
  refused_reason text check (char_length(refused_reason) <= 300),
  primary key (tenant_id, id),
  unique (tenant_id, reference),
  foreign key (tenant_id, created_by) references account,
  check ((purpose = 'units') = (units is not null)),
  check ((purpose = 'subscription') = (plan_id is not null and months is not null)),
  check ((purpose = 'subscription') = (quoted_expires_on is not null)),
  -- Who approved first never completes the approval, whatever the limit has become.
  check (state not in ('succeeded', 'refunded') or approved_by is null or approved_by is distinct from decided_by)
);
create index payment_by_time on payment (tenant_id, created_at desc, id desc);
create index payment_by_creator on payment (tenant_id, created_by);
create index payment_waiting on payment (created_at, id) where state in ('pending', 'review');
call narthex_admin.isolate('payment', 'select, insert, update');
call narthex_admin.show_to_operator('payment');

create table payment_proof (
  tenant_id     uuid not null,
  id            uuid not null default gen_random_uuid(),
  payment_id    uuid not null,
  file_name     text not null,
  content_type  text not null check (content_type in ('image/webp', 'application/pdf')),
  bytes         bytea not null check (octet_length(bytes) <= 8388608),
  added_by      uuid not null,
  added_at      timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payment,
  foreign key (tenant_id, added_by) references account
);
create index payment_proof_by_payment on payment_proof (tenant_id, payment_id);
create index payment_proof_by_adder on payment_proof (tenant_id, added_by);
call narthex_admin.isolate('payment_proof', 'select, insert');

-- The state of a payment changes along these lines only, whatever the application asks.
create function check_payment_state() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not (old.state, new.state) in (
    ('created', 'pending'), ('created', 'succeeded'), ('created', 'failed'), ('created', 'cancelled'), ('created', 'review'),
    ('pending', 'succeeded'), ('pending', 'failed'), ('pending', 'cancelled'), ('pending', 'review'),
    ('review', 'succeeded'), ('review', 'failed'), ('succeeded', 'refunded')
  ) then
    raise exception 'a payment does not go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  if (new.amount_minor, new.currency, new.reference, new.purpose, new.price_id, new.units, new.plan_id, new.months,
      new.quoted_plan_id, new.quoted_expires_on, new.lines)
    is distinct from (old.amount_minor, old.currency, old.reference, old.purpose, old.price_id, old.units, old.plan_id, old.months,
      old.quoted_plan_id, old.quoted_expires_on, old.lines) then
    raise exception 'what a payment is for does not change' using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke all on function check_payment_state() from public;
create trigger payment_changed before update on payment for each row execute function check_payment_state();

-- Whether the church that was entered has paid or is about to: from then on its country, which its prices follow, stays.
create function has_paid_or_waits() returns boolean
  language sql stable
  return exists (
    select from public.payment p
    where p.tenant_id = public.current_tenant() and p.state not in ('failed', 'cancelled')
  );
revoke all on function has_paid_or_waits() from public;
grant execute on function has_paid_or_waits() to narthex_app;

-- How calls to providers went, minute by minute: SMS gateways, mail.
create table provider_minute (
  provider    text not null,
  minute      timestamptz not null,
  succeeded   integer not null default 0,
  failed      integer not null default 0,
  -- Of the failed ones, those after the last one that succeeded.
  failed_last integer not null default 0,
  last_error  text check (char_length(last_error) <= 200),
  primary key (provider, minute)
);
call narthex_admin.desk('provider_minute', 'select');
call narthex_admin.open_to_definer('provider_minute', 'select, insert, update, delete');

-- Counts calls of the minute of `at`; forgets what is older than two weeks.
create function note_provider(
  wanted text, more_succeeded integer, more_failed integer, more_failed_last integer, error text, at timestamptz
) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    delete from provider_minute where minute < at - interval '14 days';
    insert into provider_minute as p (provider, minute, succeeded, failed, failed_last, last_error)
    values (wanted, date_trunc('minute', at), more_succeeded, more_failed, more_failed_last, left(error, 200))
    on conflict (provider, minute) do update set
      succeeded = p.succeeded + excluded.succeeded, failed = p.failed + excluded.failed,
      failed_last = case when excluded.succeeded > 0 then 0 else p.failed_last end + excluded.failed_last,
      last_error = coalesce(excluded.last_error, p.last_error);
  end;
call narthex_admin.define_for_app('note_provider(text, integer, integer, integer, text, timestamptz)');

alter table sms_route add column name text not null default '';
update sms_route set name = initcap(id);
call narthex_admin.let_operator_write('sms_route', 'update');

alter table sender_id add column requested_by uuid;
alter table sender_id add column decided_at timestamptz;
-- The operator who decided; kept by id, for churches do not see operators.
alter table sender_id add column decided_by uuid references operator;
