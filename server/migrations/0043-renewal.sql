-- Cards that churches let us keep, charged when a subscription ends; what goes out before and after its end; and what
-- happens to payments after they were paid.

-- What a provider charges a card by, and what its owner knows it by. Never its number.
create table saved_card (
  tenant_id     uuid not null references church,
  id            uuid not null,
  provider      text not null check (provider in ('stripe', 'paystack')),
  -- Null: taken away, and the provider has been told.
  token         text check (char_length(token) between 1 and 255),
  -- By what the provider knows whose it is.
  owner         text not null check (char_length(owner) between 1 and 255),
  brand         text not null check (char_length(brand) between 1 and 40),
  last4         text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month     smallint not null check (exp_month between 1 and 12),
  exp_year      smallint not null check (exp_year between 2000 and 9999),
  -- Who agreed that it is kept.
  kept_by       uuid not null,
  kept_at       timestamptz not null,
  -- Declined for good: it is not charged again.
  refused_at    timestamptz,
  refused_code  text check (char_length(refused_code) <= 64),
  removed_at    timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, kept_by) references account,
  check (token is not null or removed_at is not null)
);
create unique index saved_card_now on saved_card (tenant_id) where removed_at is null;
create index saved_card_by_keeper on saved_card (tenant_id, kept_by);
create index saved_card_to_forget on saved_card (removed_at) where removed_at is not null and token is not null;
call narthex_admin.isolate('saved_card', 'select, insert, update');
call narthex_admin.open_to_definer('saved_card', 'select');

-- Cards that were taken away here, and whose providers have not been told.
create function cards_to_forget(most integer) returns table (tenant_id uuid, card_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select c.tenant_id, c.id from saved_card c where c.removed_at is not null and c.token is not null
    order by c.removed_at limit most;
  end;
call narthex_admin.define_for_app('cards_to_forget(integer)');

-- Whoever pays lets the card be kept, and the church is renewed with it from then on.
alter table payment add column renews boolean not null default false;
-- The card that is charged without its payer; null: paid on a page, or by transfer.
alter table payment add column card_id uuid;
alter table payment add column decline_code text check (char_length(decline_code) <= 64);
alter table payment add constraint payment_by_card foreign key (tenant_id, card_id) references saved_card;
create index payment_of_card on payment (tenant_id, card_id) where card_id is not null;

-- Whether a church is renewed by itself, and for how long each time.
create table renewal (
  tenant_id    uuid not null references church,
  is_on        boolean not null,
  months       smallint not null check (months between 1 and 12),
  -- In which the church paid when it agreed.
  currency     text not null check (currency ~ '^[A-Z]{3}$'),
  switched_by  uuid not null,
  switched_at  timestamptz not null,
  primary key (tenant_id),
  foreign key (tenant_id, switched_by) references account
);
create index renewal_by_switcher on renewal (tenant_id, switched_by);
call narthex_admin.isolate('renewal', 'select, insert, update');
call narthex_admin.open_to_definer('renewal', 'select');

-- One renewal: of the subscription that ends on this day. The sum is the one that was announced.
create table renewal_round (
  tenant_id     uuid not null,
  expires_on    date not null,
  plan_id       uuid not null references plan,
  months        smallint not null check (months between 1 and 12),
  amount_minor  bigint not null check (amount_minor > 0),
  currency      text not null check (currency ~ '^[A-Z]{3}$'),
  announced_at  timestamptz not null,
  -- The day of the first try in the church's zone; the others are counted from it.
  first_on      date not null,
  -- Null: no more tries.
  next_at       timestamptz,
  declines      smallint not null default 0 check (declines >= 0),
  decline_code  text check (char_length(decline_code) <= 64),
  -- The latest try.
  payment_id    uuid,
  primary key (tenant_id, expires_on),
  foreign key (tenant_id) references renewal,
  foreign key (tenant_id, payment_id) references payment
);
create index renewal_round_by_payment on renewal_round (tenant_id, payment_id) where payment_id is not null;
call narthex_admin.isolate('renewal_round', 'select, insert, update');
call narthex_admin.open_to_definer('renewal_round', 'select');

-- Churches whose renewal is to be announced or tried by now. Days differ by zone: a day too many on either side is looked at.
create function renewals_due(at timestamptz) returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select r.tenant_id from renewal r
    join subscription s on s.tenant_id = r.tenant_id
    left join renewal_round o on o.tenant_id = s.tenant_id and o.expires_on = s.expires_on
    where r.is_on and case
      when o.tenant_id is null then s.expires_on between (at at time zone 'utc')::date - 15 and (at at time zone 'utc')::date + 6
      else o.next_at <= at
    end;
  end;
call narthex_admin.define_for_app('renewals_due(timestamptz)');

-- What a church was told of the end of its subscription: once for each end and day.
create table expiry_reminder (
  tenant_id   uuid not null references church,
  expires_on  date not null,
  -- Days from the end: 7 and 2 before it, on it, 3, 7 and 14 after it.
  day         smallint not null check (day in (-7, -2, 0, 3, 7, 14)),
  told_at     timestamptz not null,
  primary key (tenant_id, expires_on, day)
);
call narthex_admin.isolate('expiry_reminder', 'select, insert');

create index subscription_by_expiry on subscription (expires_on);
-- Churches whose subscription ends or ended about now.
create function churches_near_expiry(at timestamptz) returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select s.tenant_id from subscription s
    where s.expires_on between (at at time zone 'utc')::date - 17 and (at at time zone 'utc')::date + 9;
  end;
call narthex_admin.define_for_app('churches_near_expiry(timestamptz)');

-- What happened to a payment without our doing: somebody wants money back through their bank, or paid twice under one
-- reference. `provider_id`: of the dispute, or of the second taking.
create table payment_incident (
  tenant_id     uuid not null,
  payment_id    uuid not null,
  kind          text not null check (kind in ('dispute', 'second_taking')),
  provider_id   text not null check (char_length(provider_id) between 1 and 255),
  state         text not null check (state in ('open', 'won', 'lost', 'handled')),
  amount_minor  bigint not null check (amount_minor >= 0),
  currency      text not null check (char_length(currency) between 1 and 8),
  answer_by     timestamptz,
  noticed_at    timestamptz not null,
  changed_at    timestamptz not null,
  handled_by    uuid references operator,
  note          text check (char_length(note) <= 300),
  primary key (tenant_id, payment_id, kind, provider_id),
  foreign key (tenant_id, payment_id) references payment
);
create index payment_incident_by_handler on payment_incident (handled_by);
create index payment_incident_open on payment_incident (noticed_at) where state = 'open';
call narthex_admin.isolate('payment_incident', 'select, insert, update');
call narthex_admin.show_to_operator('payment_incident');

