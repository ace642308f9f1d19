-- What was done to people and can be undone is called a change.
alter table people_act rename to people_change;
alter table people_change rename constraint people_act_pkey to people_change_pkey;
alter index people_act_by_time rename to people_change_by_time;
alter index people_act_to_forget rename to people_change_to_forget;

alter table people_act_row rename to people_change_row;
alter table people_change_row rename column act_id to change_id;
alter table people_change_row rename constraint people_act_row_pkey to people_change_row_pkey;
alter index people_act_row_by_person rename to people_change_row_by_person;

-- An import has an undo of its own and was never kept as a change.
alter table people_change drop constraint people_act_kind_check;
alter table people_change add constraint people_change_kind_check
  check (kind in ('archive', 'restore', 'add_to_group', 'remove_from_group', 'change_kind', 'merge'));

drop function find_old_people_acts(timestamptz, timestamptz);
-- Churches whose changes of people are too old to be undone and still keep what people were before.
create function find_old_people_changes(before timestamptz)
  returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select distinct c.tenant_id from people_change c where not c.forgotten and c.at <= before;
  end;
call narthex_admin.define_for_app('find_old_people_changes(timestamptz)');
