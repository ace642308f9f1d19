-- The days of grace are not begun anew by making room for a moment. While there is room it is kept since when there had been too
-- many and since when there is room. Who gets too many people again goes on where they were, whole days of room taken off. After
-- 90 days of room in a row, or on a larger plan, the days of grace are whole again.
alter table church_size add column full_before timestamptz, add column room_since timestamptz,
  add check ((full_before is null) = (room_since is null)), add check (over_since is null or room_since is null);

create or replace function keep_over_since() returns trigger language plpgsql as $$
declare
  now_full boolean := new.confirmed > (select s.membership_size from subscription s where s.tenant_id = new.tenant_id);
begin
  if now_full and old.over_since is null then
    new.over_since := case when old.room_since > app_now() - interval '90 days'
      -- Days of 24 hours: room for an hour each night takes nothing off.
      then old.full_before + make_interval(hours => 24 * greatest(0, floor(extract(epoch from app_now() - old.room_since) / 86400))::int)
      else coalesce(new.over_since, app_now()) end;
    new.full_before := null;
    new.room_since := null;
  elsif not coalesce(now_full, false) then
    if old.over_since is not null then
      new.full_before := old.over_since;
      new.room_since := app_now();
    end if;
    new.over_since := null;
  end if;
  return new;
end $$;

-- A larger plan with room is a new beginning.
create or replace function weigh_plan() returns trigger language plpgsql as $$
begin
  update church_size set over_since = over_since where tenant_id = new.tenant_id;
  if new.membership_size > old.membership_size then
    update church_size set full_before = null, room_since = null where tenant_id = new.tenant_id and over_since is null;
  end if;
  return null;
end $$;
