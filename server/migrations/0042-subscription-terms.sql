-- A church's term is what its entries come to: each payment that settled, each refund, each day given, in their order.

-- Written once, never changed. Days are those of the church's zone at the time, so that a church which moves keeps its past.
create table subscription_entry (
  tenant_id        uuid not null references church,
  number           integer not null check (number > 0),
  -- `opened`: where it stood when entries began; `corrected`: what was moved without an entry of its own.
  kind             text not null check (kind in ('opened', 'paid', 'refunded', 'granted', 'changed', 'corrected')),
  at               timestamptz not null,
  on_day           date not null,
  -- Of paid months, or what it was changed to; null as id: a trial, or a plan of its own.
  plan_id          uuid references plan,
  plan_name        text,
  membership_size  integer check (membership_size > 0),
  months           smallint check (months between 1 and 12),
  -- Plans whose remaining days stay as they are when these months are paid, for they are dearer.
  kept             uuid[] not null default '{}',
  -- Days given, or those of a refunded payment that are taken back.
  days             integer check (days > 0),
  started_on       date,
  -- The last day that was set by hand.
  expires_on       date,
  payment_id       uuid,
  reason           text check (char_length(reason) <= 300),
  actor_kind       text not null,
  actor_name       text not null,
  -- The last day when this was done: what the church read then.
  led_to           date not null,
  primary key (tenant_id, number),
  foreign key (tenant_id, payment_id) references payment,
  check ((kind = 'paid') = (months is not null)),
  check (kind not in ('paid', 'refunded') or payment_id is not null),
  check ((kind in ('opened', 'changed', 'corrected')) = (expires_on is not null))
);
create index subscription_entry_by_payment on subscription_entry (tenant_id, payment_id) where payment_id is not null;
call narthex_admin.isolate('subscription_entry', 'select, insert');
call narthex_admin.show_to_operator('subscription_entry');

-- Plans that are paid for and begin later: [{planId, planName, membershipSize, from}], the earliest first.
alter table subscription add column upcoming jsonb not null default '[]';
-- A smaller plan that the church wants from its renewal on; null: the one that it has.
alter table subscription add column renewal_plan_id uuid references plan;

alter table subscription no force row level security;
alter table church no force row level security;
alter table subscription_entry no force row level security;
insert into subscription_entry (tenant_id, number, kind, at, on_day, plan_id, plan_name, membership_size, started_on, expires_on,
    actor_kind, actor_name, led_to)
  select s.tenant_id, 1, 'opened', c.created_at, coalesce(s.started_on, c.created_at::date), s.plan_id, s.plan_name,
    s.membership_size, s.started_on, s.expires_on, 'system', 'Narthex', s.expires_on
  from subscription s join church c on c.tenant_id = s.tenant_id;
alter table subscription force row level security;
alter table church force row level security;
alter table subscription_entry force row level security;

-- Churches whose next plan begins by this day, wherever on earth they are.
create index subscription_upcoming on subscription (tenant_id) where upcoming <> '[]';
create function find_upcoming_plans(today date) returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select s.tenant_id from subscription s where s.upcoming <> '[]' and (s.upcoming -> 0 ->> 'from')::date <= today;
  end;
call narthex_admin.define_for_app('find_upcoming_plans(date)');

-- What months were quoted on: {kept, free, raised: [{planId, days}]}. The sum is right while the church stands there.
alter table payment add column quoted_on jsonb;
-- Begun by the server for a church that renews by itself.
alter table payment add column automatic boolean not null default false;
-- Of `amount_minor`; 0: none. The rate in percent.
alter table payment add column tax_minor bigint not null default 0 check (tax_minor >= 0 and tax_minor < amount_minor);
alter table payment add column tax_rate numeric(7, 4) not null default 0 check (tax_rate >= 0 and tax_rate < 100);
alter table payment add column tax_name text not null default '' check (char_length(tax_name) <= 40);
-- Days that were taken back with the money.
alter table payment_refund add column days integer not null default 0 check (days >= 0);

create or replace function check_payment_state() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not (old.state, new.state) in (
    ('created', 'pending'), ('created', 'succeeded'), ('created', 'failed'), ('created', 'cancelled'), ('created', 'review'),
    ('pending', 'succeeded'), ('pending', 'failed'), ('pending', 'cancelled'), ('pending', 'review'),
    ('review', 'succeeded'), ('review', 'failed'), ('succeeded', 'refunded'), ('review', 'refunded')
  ) and not (old.method <> 'bank_transfer' and (old.state, new.state) in (
    -- A payer who gave up, or whose card was declined, may still pay on the provider's page.
    ('cancelled', 'succeeded'), ('failed', 'succeeded'), ('cancelled', 'review'), ('failed', 'review')
  )) then
    raise exception 'a payment does not go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  if (new.amount_minor, new.currency, new.reference, new.method, new.purpose, new.price_id, new.units, new.plan_id, new.months,
      new.quoted_plan_id, new.quoted_expires_on, new.quoted_on, new.lines, new.automatic, new.tax_minor, new.tax_rate, new.tax_name)
    is distinct from (old.amount_minor, old.currency, old.reference, old.method, old.purpose, old.price_id, old.units, old.plan_id,
      old.months, old.quoted_plan_id, old.quoted_expires_on, old.quoted_on, old.lines, old.automatic, old.tax_minor, old.tax_rate,
      old.tax_name) then
    raise exception 'what a payment is for does not change' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Tax of a country on everything that is sold there; a country without a row has none. Like a price it begins and ends.
create table tax_rate (
  id          uuid primary key default gen_random_uuid(),
  iso_code    text not null check (iso_code ~ '^[A-Z]{2}$'),
  name        text not null check (char_length(name) between 1 and 40),
  -- Percent, exact.
  rate        numeric(7, 4) not null check (rate >= 0 and rate < 100),
  started_at  timestamptz not null,
  ended_at    timestamptz
);
create unique index tax_rate_open on tax_rate (iso_code) where ended_at is null;
call narthex_admin.publish('tax_rate');
call narthex_admin.let_operator_write('tax_rate', 'insert, update');

-- As whom a church wants its receipts, and as whom the installation writes them.
create table billing_party (
  tenant_id    uuid not null references church,
  legal_name   text not null default '' check (char_length(legal_name) <= 160),
  tax_number   text not null default '' check (char_length(tax_number) <= 40),
  changed_at   timestamptz not null,
  primary key (tenant_id)
);
call narthex_admin.isolate('billing_party', 'select, insert, update');
alter table installation add column legal_name text check (char_length(legal_name) <= 160);
alter table installation add column tax_number text check (char_length(tax_number) <= 40);
-- As they were called when it was paid.
alter table receipt add column legal_name text not null default '';
alter table receipt add column tax_number text not null default '';
alter table receipt add column issuer_name text not null default '';
alter table receipt add column issuer_tax_number text not null default '';

-- A price may begin later: the one before it ends then.
create or replace function plans_on_offer() returns table (name text, membership_size integer)
  language sql stable
  begin atomic
    select p.name, p.membership_size
    from public.church c
    join public.plan p on p.offered and exists (
      select from public.price r
      where r.product = 'subscription' and r.plan_id = p.id and r.started_at <= public.app_now()
        and (r.ended_at is null or r.ended_at > public.app_now()) and (r.iso_code is null or r.iso_code = c.iso_code))
    where c.tenant_id = public.current_tenant()
    order by p.membership_size, lower(p.name);
  end;

alter table operator_change drop constraint operator_change_kind_check,
  add constraint operator_change_kind_check check (kind in ('settings', 'price', 'plan', 'route', 'sending_hours', 'tax',
    'operator_invite', 'operator_remove', 'operator_reset_factor', 'subscription', 'subscription_days', 'payment_approve',
    'payment_refund'));
