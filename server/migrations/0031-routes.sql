-- How an SMS may travel, and when: several routes a country, hours and public holidays as data, and what each network says of
-- a sender ID.

alter table sms_route
  -- What stands under its price: `available 8am to 7:30pm`.
  add column availability text not null default '' check (char_length(availability) <= 120),
  -- Whether it reaches numbers that want no bulk messages from the networks.
  add column reaches_dnd boolean not null default false;
alter table sms_route no force row level security;
update sms_route set availability = 'available 8am to 7:30pm' where id = 'regular';
update sms_route set name = 'Regular route' where id = 'regular' and name = 'Regular';
update sms_route set name = 'Direct route' where id = 'direct' and name = 'Direct';
insert into sms_route (id, name, legacy_name, legacy_flag, countries, rate_numerator, rate_denominator, gateway,
    returns_undelivered, availability, reaches_dnd)
  select 'alternative', 'Alternative route', 'hostedsms', 1, coalesce(countries, '{NG}'), 75, 59, gateway, returns_undelivered, '24/7', true
  from sms_route where id = 'regular';
alter table sms_route force row level security;

-- When messages may leave. Of the rows that fit, the one that names the country beats the one for everywhere else, and the
-- one that names the route the one for every route. No row: at any time.
create table sending_hours (
  id                  text primary key check (id ~ '^[a-z0-9-]{2,40}$'),
  -- Of the recipient. Null: every country that no other row names.
  country             text check (country ~ '^[A-Z]{2}$'),
  -- Null: every route.
  route_id            text references sms_route,
  -- `personal`: codes, receipts, calls to a parent.
  kind                text not null check (kind in ('bulk', 'personal')),
  -- Whose clock decides: the church's, or the one where the recipient's number is from.
  zone                text not null check (zone in ('church', 'recipient')),
  -- Monday to Sunday, each `08:00-20:00`, until `24:00` at most; null: not on that day.
  week                text[] not null check (cardinality(week) = 7),
  -- What waited leaves then instead of at the opening.
  releases            text check (releases ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  closed_on_holidays  boolean not null default false,
  -- Hours of days without any, for a church that states that its people agreed to them. Null: nothing can be agreed.
  agreed              text,
  source              text not null check (char_length(source) between 1 and 400),
  checked_on          date not null,
  unique nulls not distinct (country, route_id, kind)
);

insert into sending_hours (id, country, route_id, kind, zone, week, releases, closed_on_holidays, agreed, source, checked_on) values
  ('ng-regular', 'NG', 'regular', 'bulk', 'church', array_fill('08:00-19:00'::text, array[7]), '08:30', false, null,
    'The route’s own terms: what is sent after 7:00 PM is delivered next day at 8:30 AM. Within the NCC’s 8 AM to 8 PM.', '2026-11-22'),
  ('ng-alternative', 'NG', 'alternative', 'bulk', 'church', array_fill('00:00-24:00'::text, array[7]), null, false, null,
    'The route’s own terms: 24/7, for corporate messages, which the NCC’s hours for promotional ones leave out.', '2026-11-22'),
  ('ng', 'NG', null, 'bulk', 'recipient', array_fill('08:00-20:00'::text, array[7]), null, false, null,
    'Nigerian Communications Commission: no promotional SMS from 8 PM to 8 AM. https://status.africastalking.com/incident/538/', '2026-11-22'),
  ('ke', 'KE', null, 'bulk', 'recipient', array_fill('08:00-18:00'::text, array[7]), null, false, null,
    'Communications Authority of Kenya: bulk SMS from 8 AM to 6 PM; its draft of 2020 for marketing says 7 AM to 7 PM. https://business2mark.com/rules-and-regulations-for-sms-messaging-in-kenya/', '2026-11-22'),
  ('za', 'ZA', null, 'bulk', 'recipient', array_fill('08:00-20:00'::text, array[5]) || array['09:00-13:00', null], null, true, '08:00-20:00',
    'Consumer Protection Act 68 of 2008, section 12, and regulation 4 of Government Notice R.293 of 1 April 2011: unless the consumer has agreed, not on Sundays and public holidays.', '2026-11-22'),
  ('gh', 'GH', null, 'bulk', 'recipient', array_fill('08:00-20:00'::text, array[7]), null, false, null,
    'Common practice: no hours are laid down since the National Communications Authority withdrew its code on unsolicited messages on 1 August 2021. https://www.theghanareport.com/stop-sending-unsolicited-calls-texts-to-subscribers-nca-warns-telc/', '2026-11-22'),
  ('gb', 'GB', null, 'bulk', 'recipient', array_fill('09:00-20:00'::text, array[7]), null, false, null,
    'No hours in law; the DMA Code asks not to send at antisocial times, and 9 AM to 8 PM is common. https://help.listrak.com/en/articles/8291119-sms-compliance-in-the-united-kingdom', '2026-11-22'),
  ('us', 'US', null, 'bulk', 'recipient', array_fill('08:00-21:00'::text, array[7]), null, false, null,
    'Telephone Consumer Protection Act, 47 CFR 64.1200(c)(1): not before 8 AM or after 9 PM at the called party’s location. https://www.ecfr.gov/current/title-47/section-64.1200', '2026-11-22'),
  ('elsewhere', null, null, 'bulk', 'recipient', array_fill('08:00-21:00'::text, array[7]), null, false, null,
    'No rule entered for these countries: the hours that the United States lay down, where the number is from.', '2026-11-22');
call narthex_admin.publish('sending_hours');
call narthex_admin.let_operator_write('sending_hours', 'update');

-- Days on which rules that close on public holidays close. Those that hang on the moon are estimates until they are announced.
create table public_holiday (
  country       text not null check (country ~ '^[A-Z]{2}$'),
  day           date not null,
  name          text not null,
  is_estimated  boolean not null default false,
  source        text not null,
  primary key (country, day)
);
-- `*` marks estimates.
insert into public_holiday (country, day, name, is_estimated, source)
select c.country, left(entry, 10)::date, rtrim(substr(entry, 12), '*'), entry like '%*', c.source
from (values
  ('NG', 'Public Holidays Act (Cap. P40); Islamic days as the Federal Government announces them', '
    2026-01-01 New Year’s Day / 2026-03-20 Eid al-Fitr* / 2026-03-21 Eid al-Fitr, second day* / 2026-04-03 Good Friday /
    2026-04-06 Easter Monday / 2026-05-01 Workers’ Day / 2026-05-27 Eid al-Adha* / 2026-05-28 Eid al-Adha, second day* /
    2026-06-12 Democracy Day / 2026-08-25 Eid al-Mawlid* / 2026-10-01 Independence Day / 2026-12-25 Christmas Day /
    2026-12-26 Boxing Day / 2027-01-01 New Year’s Day / 2027-03-09 Eid al-Fitr* / 2027-03-10 Eid al-Fitr, second day* /
    2027-03-26 Good Friday / 2027-03-29 Easter Monday / 2027-05-01 Workers’ Day / 2027-05-16 Eid al-Adha* /
    2027-05-17 Eid al-Adha, second day* / 2027-06-12 Democracy Day / 2027-08-14 Eid al-Mawlid* /
    2027-10-01 Independence Day / 2027-12-25 Christmas Day / 2027-12-26 Boxing Day / 2028-01-01 New Year’s Day /
    2028-02-26 Eid al-Fitr* / 2028-02-27 Eid al-Fitr, second day* / 2028-04-14 Good Friday / 2028-04-17 Easter Monday /
    2028-05-01 Workers’ Day / 2028-05-05 Eid al-Adha* / 2028-05-06 Eid al-Adha, second day* / 2028-06-12 Democracy Day /
    2028-08-03 Eid al-Mawlid* / 2028-10-01 Independence Day / 2028-12-25 Christmas Day / 2028-12-26 Boxing Day'),
  ('ZA', 'Public Holidays Act 36 of 1994', '
    2026-01-01 New Year’s Day / 2026-03-21 Human Rights Day / 2026-04-03 Good Friday / 2026-04-06 Family Day /
    2026-04-27 Freedom Day / 2026-05-01 Workers’ Day / 2026-06-16 Youth Day / 2026-08-09 National Women’s Day /
    2026-08-10 National Women’s Day (Monday after) / 2026-09-24 Heritage Day / 2026-12-16 Day of Reconciliation /
    2026-12-25 Christmas Day / 2026-12-26 Day of Goodwill / 2027-01-01 New Year’s Day / 2027-03-21 Human Rights Day /
    2027-03-22 Human Rights Day (Monday after) / 2027-03-26 Good Friday / 2027-03-29 Family Day / 2027-04-27 Freedom Day /
    2027-05-01 Workers’ Day / 2027-06-16 Youth Day / 2027-08-09 National Women’s Day / 2027-09-24 Heritage Day /
    2027-12-16 Day of Reconciliation / 2027-12-25 Christmas Day / 2027-12-26 Day of Goodwill /
    2027-12-27 Day of Goodwill (Monday after) / 2028-01-01 New Year’s Day / 2028-03-21 Human Rights Day /
    2028-04-14 Good Friday / 2028-04-17 Family Day / 2028-04-27 Freedom Day / 2028-05-01 Workers’ Day /
    2028-06-16 Youth Day / 2028-08-09 National Women’s Day / 2028-09-24 Heritage Day /
    2028-09-25 Heritage Day (Monday after) / 2028-12-16 Day of Reconciliation / 2028-12-25 Christmas Day /
    2028-12-26 Day of Goodwill'),
  ('KE', 'Public Holidays Act (Cap. 110); Islamic days as they are gazetted', '
    2026-01-01 New Year’s Day / 2026-03-20 Idd-ul-Fitr* / 2026-04-03 Good Friday / 2026-04-06 Easter Monday /
    2026-05-01 Labour Day / 2026-05-27 Idd-ul-Azha* / 2026-06-01 Madaraka Day / 2026-10-10 Mazingira Day /
    2026-10-20 Mashujaa Day / 2026-12-12 Jamhuri Day / 2026-12-25 Christmas Day / 2026-12-26 Boxing Day /
    2027-01-01 New Year’s Day / 2027-03-09 Idd-ul-Fitr* / 2027-03-26 Good Friday / 2027-03-29 Easter Monday /
    2027-05-01 Labour Day / 2027-05-16 Idd-ul-Azha* / 2027-06-01 Madaraka Day / 2027-10-10 Mazingira Day /
    2027-10-11 Mazingira Day (Monday after) / 2027-10-20 Mashujaa Day / 2027-12-12 Jamhuri Day /
    2027-12-13 Jamhuri Day (Monday after) / 2027-12-25 Christmas Day / 2027-12-26 Boxing Day /
    2027-12-27 Boxing Day (Monday after) / 2028-01-01 New Year’s Day / 2028-02-26 Idd-ul-Fitr* / 2028-04-14 Good Friday /
    2028-04-17 Easter Monday / 2028-05-01 Labour Day / 2028-05-05 Idd-ul-Azha* / 2028-06-01 Madaraka Day /
    2028-10-10 Mazingira Day / 2028-10-20 Mashujaa Day / 2028-12-12 Jamhuri Day / 2028-12-25 Christmas Day /
    2028-12-26 Boxing Day'),
  ('GH', 'Public Holidays Act 601 of 2001 as amended to 2025; some may be moved to a Monday or Friday', '
    2026-01-01 New Year’s Day / 2026-01-07 Constitution Day / 2026-03-06 Independence Day / 2026-03-20 Eid-ul-Fitr* /
    2026-03-21 Shaqq Day* / 2026-04-03 Good Friday / 2026-04-06 Easter Monday / 2026-05-01 May Day /
    2026-05-27 Eid-ul-Adha* / 2026-07-01 Republic Day / 2026-09-21 Founder’s Day / 2026-12-04 Farmer’s Day /
    2026-12-25 Christmas Day / 2026-12-26 Boxing Day / 2027-01-01 New Year’s Day / 2027-01-07 Constitution Day /
    2027-03-06 Independence Day / 2027-03-09 Eid-ul-Fitr* / 2027-03-10 Shaqq Day* / 2027-03-26 Good Friday /
    2027-03-29 Easter Monday / 2027-05-01 May Day / 2027-05-16 Eid-ul-Adha* / 2027-07-01 Republic Day /
    2027-09-21 Founder’s Day / 2027-12-03 Farmer’s Day / 2027-12-25 Christmas Day / 2027-12-26 Boxing Day /
    2028-01-01 New Year’s Day / 2028-01-07 Constitution Day / 2028-02-26 Eid-ul-Fitr* / 2028-02-27 Shaqq Day* /
    2028-03-06 Independence Day / 2028-04-14 Good Friday / 2028-04-17 Easter Monday / 2028-05-01 May Day /
    2028-05-05 Eid-ul-Adha* / 2028-07-01 Republic Day / 2028-09-21 Founder’s Day / 2028-12-01 Farmer’s Day /
    2028-12-25 Christmas Day / 2028-12-26 Boxing Day'),
  ('US', '5 U.S.C. 6103', '
    2026-01-01 New Year’s Day / 2026-01-19 Martin Luther King Jr. Day / 2026-02-16 Washington’s Birthday /
    2026-05-25 Memorial Day / 2026-06-19 Juneteenth / 2026-07-03 Independence Day (observed) / 2026-07-04 Independence Day /
    2026-09-07 Labor Day / 2026-10-12 Columbus Day / 2026-11-11 Veterans Day / 2026-11-26 Thanksgiving Day /
    2026-12-25 Christmas Day / 2027-01-01 New Year’s Day / 2027-01-18 Martin Luther King Jr. Day /
    2027-02-15 Washington’s Birthday / 2027-05-31 Memorial Day / 2027-06-18 Juneteenth (observed) / 2027-06-19 Juneteenth /
    2027-07-04 Independence Day / 2027-07-05 Independence Day (observed) / 2027-09-06 Labor Day / 2027-10-11 Columbus Day /
    2027-11-11 Veterans Day / 2027-11-25 Thanksgiving Day / 2027-12-24 Christmas Day (observed) / 2027-12-25 Christmas Day /
    2027-12-31 New Year’s Day (observed) / 2028-01-01 New Year’s Day / 2028-01-17 Martin Luther King Jr. Day /
    2028-02-21 Washington’s Birthday / 2028-05-29 Memorial Day / 2028-06-19 Juneteenth / 2028-07-04 Independence Day /
    2028-09-04 Labor Day / 2028-10-09 Columbus Day / 2028-11-10 Veterans Day (observed) / 2028-11-11 Veterans Day /
    2028-11-23 Thanksgiving Day / 2028-12-25 Christmas Day'),
  ('GB', 'Banking and Financial Dealings Act 1971, England and Wales', '
    2026-01-01 New Year’s Day / 2026-04-03 Good Friday / 2026-04-06 Easter Monday / 2026-05-04 Early May bank holiday /
    2026-05-25 Spring bank holiday / 2026-08-31 Summer bank holiday / 2026-12-25 Christmas Day / 2026-12-26 Boxing Day /
    2026-12-28 Boxing Day (substitute) / 2027-01-01 New Year’s Day / 2027-03-26 Good Friday / 2027-03-29 Easter Monday /
    2027-05-03 Early May bank holiday / 2027-05-31 Spring bank holiday / 2027-08-30 Summer bank holiday /
    2027-12-25 Christmas Day / 2027-12-26 Boxing Day / 2027-12-27 Christmas Day (substitute) /
    2027-12-28 Boxing Day (substitute) / 2028-01-01 New Year’s Day / 2028-01-03 New Year’s Day (substitute) /
    2028-04-14 Good Friday / 2028-04-17 Easter Monday / 2028-05-01 Early May bank holiday / 2028-05-29 Spring bank holiday /
    2028-08-28 Summer bank holiday / 2028-12-25 Christmas Day / 2028-12-26 Boxing Day')
) as c (country, source, days), regexp_split_to_table(trim(both E' \n' from c.days), '\s*/\s*') as entry;
call narthex_admin.publish('public_holiday');

-- That the church's people agreed to messages on days without hours in a country: who said so, and when.
create table sending_agreement (
  tenant_id  uuid not null references church,
  country    text not null check (country ~ '^[A-Z]{2}$'),
  stated_by  uuid not null,
  stated_at  timestamptz not null,
  primary key (tenant_id, country),
  foreign key (tenant_id, stated_by) references account
);
create index sending_agreement_by_account on sending_agreement (tenant_id, stated_by);
call narthex_admin.isolate('sending_agreement', 'select, insert, delete');

-- Networks that approve sender IDs, and the numbers they gave out. A person may have taken the number elsewhere: a guess.
create table mobile_network (
  id         text primary key,
  country    text not null check (country ~ '^[A-Z]{2}$'),
  name       text not null,
  -- The most used one first.
  position   smallint not null,
  -- What it asks for before it approves a sender ID.
  documents  text[] not null default '{}',
  unique (country, position)
);
insert into mobile_network (id, country, name, position, documents) values
  ('ng-mtn', 'NG', 'MTN', 1, '{registration_certificate,authorisation_letter,sample_messages}'),
  ('ng-airtel', 'NG', 'Airtel', 2, '{registration_certificate,authorisation_letter}'),
  ('ng-glo', 'NG', 'Glo', 3, '{registration_certificate,authorisation_letter}'),
  ('ng-9mobile', 'NG', '9mobile', 4, '{registration_certificate,authorisation_letter,signatory_identity}'),
  ('gh-mtn', 'GH', 'MTN', 1, '{registration_certificate,sample_messages}'),
  ('gh-telecel', 'GH', 'Telecel', 2, '{registration_certificate}'),
  ('gh-at', 'GH', 'AT', 3, '{registration_certificate}'),
  ('ke-safaricom', 'KE', 'Safaricom', 1, '{registration_certificate,authorisation_letter,sample_messages}'),
  ('ke-airtel', 'KE', 'Airtel', 2, '{registration_certificate,authorisation_letter}'),
  ('ke-telkom', 'KE', 'Telkom', 3, '{registration_certificate,authorisation_letter}'),
  ('za-vodacom', 'ZA', 'Vodacom', 1, '{}'),
  ('za-mtn', 'ZA', 'MTN', 2, '{}'),
  ('za-telkom', 'ZA', 'Telkom', 3, '{}'),
  ('za-cell-c', 'ZA', 'Cell C', 4, '{}');
call narthex_admin.publish('mobile_network');

create table network_prefix (
  prefix      text primary key check (prefix ~ '^[+][1-9][0-9]{3,6}$'),
  network_id  text not null references mobile_network
);
create index network_prefix_by_network on network_prefix (network_id);
-- The ranges that the regulators gave out, as Google's libphonenumber lists them in July 2026.
insert into network_prefix (network_id, prefix)
select n.id, prefix from (values
  ('ng-airtel', '+234701 +234708 +234802 +234808 +234812 +234901 +234902 +234904 +234907 +234911 +234912'),
  ('ng-mtn', '+2347025 +2347026 +234703 +234704 +234706 +234707 +234803 +234806 +234810 +234813 +234814 +234816
    +234903 +234906 +234913 +234916'),
  ('ng-glo', '+234705 +234805 +234807 +234811 +234815 +234905 +234915'),
  ('ng-9mobile', '+234809 +234817 +234818 +234908 +234909'),
  ('gh-telecel', '+23320 +23350'),
  ('gh-at', '+23323 +23326 +23327 +23356 +23357'),
  ('gh-mtn', '+23324 +23325 +23353 +23354 +23355 +23359'),
  ('ke-airtel', '+25410 +25473 +25475 +254761 +254762 +25478'),
  ('ke-safaricom', '+25411 +25414 +25418 +25470 +25471 +25472 +25474 +254757 +254758 +254759 +254768 +254769 +25479'),
  ('ke-telkom', '+254120 +25477'),
  ('za-telkom', '+27601 +27602 +27614 +27658 +27659 +2767 +2768 +2775 +27811 +27812 +27813 +27814 +27815 +27817'),
  ('za-mtn', '+27603 +27604 +27605 +2763 +27640 +27655 +27656 +27657 +27686 +27687 +27688 +27689 +27710 +27717 +27718
    +27719 +2773 +2778 +27810 +2783'),
  ('za-vodacom', '+27606 +27607 +27608 +27609 +27636 +27637 +27646 +27647 +27648 +27649 +27660 +27661 +27662 +27663 +27664
    +27665 +27673 +27674 +27675 +2771 +2772 +2776 +2779 +27818 +2782'),
  ('za-cell-c', '+2761 +2762 +27641 +27642 +27643 +27644 +27645 +27650 +27651 +27652 +27653 +27654 +2774 +2784')
) as n (id, prefixes), regexp_split_to_table(n.prefixes, '\s+') as prefix;
call narthex_admin.publish('network_prefix');

-- What each network says of a sender ID. No row: it was not asked yet.
create table sender_id_network (
  tenant_id   uuid not null,
  sender_id   uuid not null,
  network_id  text not null references mobile_network,
  state       text not null check (state in ('pending', 'processing', 'approved', 'refused')),
  -- What the church is asked for, as long as it is.
  documents   text[] not null default '{}',
  reason      text,
  decided_at  timestamptz not null,
  decided_by  uuid references operator,
  primary key (tenant_id, sender_id, network_id),
  foreign key (tenant_id, sender_id) references sender_id on delete cascade
);
call narthex_admin.isolate('sender_id_network', 'select, insert, update, delete');
call narthex_admin.show_to_operator('sender_id_network');

-- What was decided until now was decided for every network of the church's country.
alter table sender_id no force row level security;
alter table church no force row level security;
alter table sender_id_network no force row level security;
alter table mobile_network no force row level security;
insert into sender_id_network (tenant_id, sender_id, network_id, state, reason, decided_at, decided_by)
  select s.tenant_id, s.id, n.id, (array['processing', 'approved', 'refused'])[s.status], s.refused_reason,
    coalesce(s.decided_at, s.requested_at), s.decided_by
  from sender_id s join church c on c.tenant_id = s.tenant_id join mobile_network n on n.country = c.iso_code
  where s.status > 0;
alter table sender_id force row level security;
alter table church force row level security;
alter table sender_id_network force row level security;
alter table mobile_network force row level security;

alter table operator_change drop constraint operator_change_kind_check,
  add constraint operator_change_kind_check check (kind in ('settings', 'price', 'plan', 'route', 'sending_hours',
    'operator_invite', 'operator_remove', 'operator_reset_factor', 'subscription', 'payment_approve', 'payment_refund'));
