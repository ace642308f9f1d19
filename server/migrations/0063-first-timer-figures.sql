-- How long somebody waited for the first contact is worked out when it is written, not whenever it is counted; and the index that
-- figures are counted of holds no more than what is counted.
alter table newcomer add column contact_minutes integer generated always as (
  case when clock_from is null then null when contacted_at is null then -1
    else greatest(ceil(date_part('epoch', contacted_at - clock_from) / 60), 0)::integer end) stored;
drop index newcomer_by_visit;
create index newcomer_by_visit on newcomer (tenant_id, first_visit_on, person_id)
  include (second_visit_on, member_on, activities, contact_minutes, source_id, interest, furthest_id, owner_id)
  where not archived and first_visit_on is not null;
