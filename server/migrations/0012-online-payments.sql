-- Payments through a provider's own page, their receipts and refunds, and what a church reads of its units.
alter table payment drop constraint payment_method_check;
alter table payment add constraint payment_method_check
  check (method in ('bank_transfer', 'stripe', 'paystack', 'flutterwave', 'paypal'));
alter table payment drop constraint payment_review_reason_check;
alter table payment add constraint payment_review_reason_check
  check (review_reason in ('plan_changed', 'too_old', 'amount_differs', 'currency_differs', 'reference_differs'));
-- What the provider calls it; null: it was not begun there, or the provider knows it by our reference only.
alter table payment add column provider_id text check (char_length(provider_id) between 1 and 255);
-- The provider's own page, while it can be paid there.
alter table payment add column checkout_url text check (char_length(checkout_url) <= 4000);
-- Until when the quote may be begun at the provider.
alter table payment add column quote_expires_at timestamptz;
-- When the provider is asked next, without anybody asking us to; null: never.
alter table payment add column ask_at timestamptz;
alter table payment add column asked_times integer not null default 0;
-- How often it was our turn to ask since the provider answered last, and since when: the pauses grow while it is away.
alter table payment add column unanswered_times integer not null default 0;
alter table payment add column unanswered_since timestamptz;
-- What a provider said it took, where it is another sum than ours: for the operator who decides.
alter table payment add column taken_minor bigint;
alter table payment add column taken_currency text check (char_length(taken_currency) <= 8);
-- Since when somebody is at the provider to begin it; null: nobody. Two at once could begin it twice, or refuse each other.
alter table payment add column beginning_at timestamptz;
-- The one that it stands in for: begun anew under the same press, because that one could not be begun any more.
alter table payment add column replaces uuid;
alter table payment add constraint payment_replaces_one foreign key (tenant_id, replaces) references payment;
alter table payment add column receipt_number text check (receipt_number ~ '^NX-\d{4}-\d{6,}$');
alter table payment add constraint payment_by_provider_is_asked check (method <> 'bank_transfer' or (provider_id is null and ask_at is null));
-- One payment, and so one credit, for each that a provider knows; and a reference names one payment of the installation.
create unique index payment_by_provider on payment (method, provider_id) where provider_id is not null;
create unique index payment_by_reference on payment (reference);
create unique index payment_by_replaced on payment (tenant_id, replaces) where replaces is not null;
create unique index payment_by_receipt on payment (receipt_number) where receipt_number is not null;
-- What waits for an operator: a provider's answer is waited for by itself.
drop index payment_waiting;
create index payment_waiting on payment (created_at, id) where state = 'review' or (state = 'pending' and method = 'bank_transfer');
create index payment_to_ask on payment (ask_at) where ask_at is not null;

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
      new.quoted_plan_id, new.quoted_expires_on, new.lines)
    is distinct from (old.amount_minor, old.currency, old.reference, old.method, old.purpose, old.price_id, old.units, old.plan_id,
      old.months, old.quoted_plan_id, old.quoted_expires_on, old.lines) then
    raise exception 'what a payment is for does not change' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- What a provider's notice needs before any church is entered: whose payment this reference is.
create function find_payment(wanted text) returns table (tenant_id uuid, payment_id uuid, method text)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select p.tenant_id, p.id, p.method from payment p where p.reference = wanted;
  end;
call narthex_admin.define_for_app('find_payment(text)');

-- Payments whose provider is to be asked by now, the longest waiting first.
create function payments_to_ask(at timestamptz, most integer) returns table (tenant_id uuid, payment_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select p.tenant_id, p.id from payment p where p.ask_at <= at order by p.ask_at limit most;
  end;
call narthex_admin.define_for_app('payments_to_ask(timestamptz, integer)');

-- Payments that an older server beside a newer one let succeed without a receipt, the oldest first.
create index payment_without_receipt on payment (decided_at, id) where state = 'succeeded' and receipt_number is null;
create function payments_without_receipt(most integer) returns table (tenant_id uuid, payment_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select p.tenant_id, p.id from payment p where p.state = 'succeeded' and p.receipt_number is null
    order by p.decided_at, p.id limit most;
  end;
call narthex_admin.define_for_app('payments_without_receipt(integer)');

-- A church at a provider, for its page of cards and invoices.
create table provider_customer (
  tenant_id    uuid not null references church,
  provider     text not null check (provider in ('stripe')),
  customer_id  text not null check (char_length(customer_id) between 1 and 255),
  primary key (tenant_id, provider)
);
call narthex_admin.isolate('provider_customer', 'select, insert, delete');

-- Numbers of receipts run without a gap through a calendar year (UTC) of the installation.
create table receipt_number (
  year  integer primary key,
  last  integer not null
);
call narthex_admin.desk('receipt_number', 'select');
call narthex_admin.open_to_definer('receipt_number', 'select, insert, update');
create function next_receipt_number(wanted integer) returns integer
  language sql security definer set search_path = public, pg_temp
  begin atomic
    insert into receipt_number as n (year, last) values (wanted, 1)
    on conflict (year) do update set last = n.last + 1 returning last;
  end;
call narthex_admin.define_for_app('next_receipt_number(integer)');

-- What was paid, as it stood then: names may change, a receipt does not.
create table receipt (
  tenant_id    uuid not null,
  payment_id   uuid not null,
  issued_at    timestamptz not null,
  church_name  text not null,
  payer_email  text not null,
  payer_name   text not null,
  -- What the plan was called; null for units.
  plan_name    text,
  primary key (tenant_id, payment_id),
  foreign key (tenant_id, payment_id) references payment
);
call narthex_admin.isolate('receipt', 'select, insert');

-- Payments that succeeded before there were receipts get theirs, in the order in which they did.
alter table payment no force row level security;
alter table receipt no force row level security;
alter table account no force row level security;
alter table person no force row level security;
alter table church no force row level security;
alter table receipt_number no force row level security;
with numbered as (
  select p.tenant_id, p.id, extract(year from p.decided_at at time zone 'utc')::int as year,
    row_number() over (partition by extract(year from p.decided_at at time zone 'utc') order by p.decided_at, p.id) as number
  from payment p where p.state in ('succeeded', 'refunded') and p.decided_at is not null
)
update payment p set receipt_number = format('NX-%s-%s', n.year, lpad(n.number::text, 6, '0'))
from numbered n where n.tenant_id = p.tenant_id and n.id = p.id;
insert into receipt (tenant_id, payment_id, issued_at, church_name, payer_email, payer_name, plan_name)
  select p.tenant_id, p.id, p.decided_at, c.name, coalesce(a.email, ''), trim(concat_ws(' ', h.first_name, h.last_name)), l.name
  from payment p
  join church c on c.tenant_id = p.tenant_id
  join account a on a.tenant_id = p.tenant_id and a.id = p.created_by
  left join person h on h.tenant_id = a.tenant_id and h.id = a.person_id
  left join plan l on l.id = p.plan_id
  where p.receipt_number is not null;
insert into receipt_number (year, last)
  select split_part(receipt_number, '-', 2)::int, count(*) from payment where receipt_number is not null group by 1;
alter table payment force row level security;
alter table receipt force row level security;
alter table account force row level security;
alter table person force row level security;
alter table church force row level security;
alter table receipt_number force row level security;

-- Money on its way back. `wanted`: to be asked of the provider; `done`: it has left, or an operator has sent it by hand.
create table payment_refund (
  tenant_id      uuid not null,
  payment_id     uuid not null,
  amount_minor   bigint not null check (amount_minor > 0),
  -- The payment's, unless the provider took another.
  currency       text not null check (char_length(currency) between 1 and 8),
  -- Units that were taken back; fewer than were bought when the church had spent them already.
  units          bigint not null default 0 check (units >= 0),
  state          text not null check (state in ('wanted', 'done', 'failed')),
  reason         text not null check (char_length(reason) between 1 and 300),
  -- The operator; null: the provider told us of it.
  wanted_by      uuid references operator,
  wanted_at      timestamptz not null,
  -- When it is looked after whether somebody still asks the provider for it.
  look_at        timestamptz not null default now() + interval '1 hour',
  provider_id    text check (char_length(provider_id) <= 255),
  done_at        timestamptz,
  failure        text check (char_length(failure) <= 300),
  primary key (tenant_id, payment_id),
  foreign key (tenant_id, payment_id) references payment
);
create index payment_refund_by_wisher on payment_refund (wanted_by);
call narthex_admin.isolate('payment_refund', 'select, insert, update');
call narthex_admin.show_to_operator('payment_refund');
call narthex_admin.open_to_definer('payment_refund', 'select');
create index payment_refund_to_send on payment_refund (look_at) where state = 'wanted';

-- Refunds that are wanted for long and are to be looked after by now, the longest waiting first.
create function refunds_to_send(at timestamptz, most integer) returns table (tenant_id uuid, payment_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select r.tenant_id, r.payment_id from payment_refund r where r.state = 'wanted' and r.look_at <= at
    order by r.look_at limit most;
  end;
call narthex_admin.define_for_app('refunds_to_send(timestamptz, integer)');

-- Units of a refunded payment leave the church again.
alter table unit_transaction drop constraint unit_transaction_kind_check;
alter table unit_transaction add constraint unit_transaction_kind_check
  check (kind in ('grant', 'hold', 'post', 'release', 'return', 'revoke'));

-- The statement: every transaction in the order in which it took hold of the accounts, and what there was before it.
alter table unit_transaction add column number bigint;
-- The payment or the message: references begin with its id, but for those of the installation.
alter table unit_transaction add column subject_id uuid generated always as (
  case when reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}' then left(reference, 36)::uuid end) stored;
create index unit_transaction_by_subject on unit_transaction (tenant_id, subject_id) where subject_id is not null;
alter table unit_transaction add column available_before bigint;
alter table unit_transaction add column held_before bigint;
-- The owner is bound by the churches' walls too, and what stands already is numbered in all of them.
alter table unit_transaction no force row level security;
alter table unit_entry no force row level security;
with ordered as (
  select t.tenant_id, t.id, row_number() over (partition by t.tenant_id order by t.at, t.id) as number,
    coalesce(sum(a.units) over (partition by t.tenant_id order by t.at, t.id rows between unbounded preceding and 1 preceding), 0) as available,
    coalesce(sum(h.units) over (partition by t.tenant_id order by t.at, t.id rows between unbounded preceding and 1 preceding), 0) as held
  from unit_transaction t
  left join unit_entry a on a.tenant_id = t.tenant_id and a.transaction_id = t.id and a.account = 'available'
  left join unit_entry h on h.tenant_id = t.tenant_id and h.transaction_id = t.id and h.account = 'held'
)
update unit_transaction t set number = o.number, available_before = o.available, held_before = o.held
from ordered o where o.tenant_id = t.tenant_id and o.id = t.id;
alter table unit_transaction force row level security;
alter table unit_entry force row level security;
alter table unit_transaction alter column number set not null;
alter table unit_transaction alter column available_before set not null;
alter table unit_transaction alter column held_before set not null;
create unique index unit_transaction_by_number on unit_transaction (tenant_id, number);

-- Holds the church's accounts, in the order of their names, before it looks: what it writes is true when it is written.
create function number_unit_transaction() returns trigger language plpgsql as $$
begin
  perform from unit_account where tenant_id = new.tenant_id order by account for update;
  select coalesce(sum(balance) filter (where account = 'available'), 0), coalesce(sum(balance) filter (where account = 'held'), 0)
  into new.available_before, new.held_before from unit_account where tenant_id = new.tenant_id;
  new.number := 1 + coalesce((select max(t.number) from unit_transaction t where t.tenant_id = new.tenant_id), 0);
  return new;
end $$;
revoke all on function number_unit_transaction() from public;
create trigger unit_transaction_numbered before insert on unit_transaction for each row execute function number_unit_transaction();

-- Below how many free units the church wants to be told; no row: never.
create table unit_alert (
  tenant_id   uuid primary key references church,
  threshold   bigint not null check (threshold > 0)
);
call narthex_admin.isolate('unit_alert', 'select, insert, update, delete');
