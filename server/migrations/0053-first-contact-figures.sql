-- The figures of a period tell how soon guests were reached too, out of the same index.
drop index newcomer_by_visit;
create index newcomer_by_visit on newcomer (tenant_id, first_visit_on, person_id)
  include (kind, second_visit_on, member_on, source_id, interest, wants_visit, owner_id, furthest_id, activities,
    clock_from, contacted_at)
  where not archived and first_visit_on is not null;
