-- Recipients of one message may be of several countries, each with a route of its own: those of one route stand behind each
-- other. A campaign that goes by one route has no rows here; its own columns say by which.
create table campaign_part (
  tenant_id            uuid not null,
  campaign_id          uuid not null,
  first_position       integer not null check (first_position > 0),
  last_position        integer not null check (last_position >= first_position),
  route_id             text not null references sms_route,
  gateway              text not null,
  fallback_gateway     text,
  rate_numerator       integer not null check (rate_numerator > 0),
  rate_denominator     integer not null check (rate_denominator > 0),
  returns_undelivered  boolean not null,
  -- What went by this route, and what of it was not delivered and comes back.
  segments_accepted    bigint not null default 0,
  segments_returned    bigint not null default 0,
  primary key (tenant_id, campaign_id, first_position),
  foreign key (tenant_id, campaign_id) references campaign on delete cascade
);
call narthex_admin.isolate('campaign_part', 'select, insert, update');

-- What a number got, whichever campaign it was in: rows of one campaign are written in the order of their numbers.
create index campaign_recipient_by_address on campaign_recipient (tenant_id, address);

-- A reply names the sender ID that it answers, not a church: all that may use it, with the country that they read numbers by.
drop function find_sender_churches(text);
create function find_sender_churches(wanted text)
  returns table (tenant_id uuid, iso_code text)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select distinct s.tenant_id, c.iso_code from sender_id s join church c on c.tenant_id = s.tenant_id
    where upper(s.mask) = upper(wanted) and s.status = 2 order by s.tenant_id;
  end;
call narthex_admin.define_for_app('find_sender_churches(text)');

-- Of these the one that handed something over to the number last before an instant, under this sender ID. What waited for its
-- hours counts from when it left.
create function find_last_writer(wanted text, countries text[], numbers text[], before timestamptz)
  returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select s.tenant_id
    from sender_id s join church h on h.tenant_id = s.tenant_id
      join unnest(countries, numbers) as n (country, phone) on n.country = h.iso_code
      join campaign_recipient r on r.tenant_id = s.tenant_id and r.address = n.phone and r.accepted
      join campaign c on c.tenant_id = r.tenant_id and c.id = r.campaign_id and c.channel = 'sms' and upper(c.sender) = upper(wanted)
      join campaign_batch b on b.tenant_id = r.tenant_id and b.campaign_id = r.campaign_id
        and r.position between b.first_position and b.last_position and b.claimed_at <= before
    where upper(s.mask) = upper(wanted) and s.status = 2
    group by s.tenant_id
    order by max(case when b.leased_at <= before then b.leased_at else b.claimed_at end) desc, s.tenant_id
    limit 1;
  end;
call narthex_admin.define_for_app('find_last_writer(text, text[], text[], timestamptz)');

-- Operators add hours of a country and take them away, with a second one.
grant insert, delete on sending_hours to narthex_app;

-- Where Kenya's hours are from: those from 8 to 6 are laid down for political messages, and kept for all as the stricter ones.
alter table sending_hours no force row level security;
update sending_hours set source = 'Communications Authority of Kenya: its draft consumer protection guidelines of September 2020 allow marketing SMS from 7 AM to 7 PM; its guidelines for political bulk messages say 8 AM to 6 PM, which is kept for all as the stricter. https://www.kbc.co.ke/ca-wants-promotional-text-messages-sent-during-the-day/'
where id = 'ke' and source like 'Communications Authority of Kenya: bulk SMS from 8 AM to 6 PM;%';
alter table sending_hours force row level security;
