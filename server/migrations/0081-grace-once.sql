-- The days of grace are not begun anew by making room for a moment. While there is room it is kept since when there had been too
-- many and since when there is room: each whole day of room gives one of the days that were used back. On a larger plan they are
-- whole again.
alter table church_size add column full_before timestamptz, add column room_since timestamptz,
  add check ((full_before is null) = (room_since is null)), add check (over_since is null or room_since is null);

create or replace function keep_over_since() returns trigger language plpgsql as $$
declare
  now_full boolean := new.confirmed > (select s.membership_size from subscription s where s.tenant_id = new.tenant_id);
begin
  if now_full and old.over_since is null then
    new.over_since := case when old.room_since is null then coalesce(new.over_since, app_now())
      -- Days of 24 hours: room for an hour each night gives nothing back. Of used ones the one on which the gate shut is the last.
      else app_now() - greatest(interval '0', least(old.room_since - old.full_before, interval '360 hours')
        - make_interval(hours => 24 * floor(extract(epoch from app_now() - old.room_since) / 86400)::int)) end;
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
