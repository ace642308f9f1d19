-- Guardians sign in at the portal of one church, by e-mail or phone: accounts apart from the staff's.
create table guardian_account (
  tenant_id      uuid not null references church,
  id             uuid not null default gen_random_uuid(),
  person_id      uuid not null,
  email          text,
  email_key      text collate "C",
  phone          text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  password_hash  text not null,
  language       text check (language ~ '^[a-z]{2}$'),
  created_at     timestamptz not null,
  -- When its owner typed a code that was sent to its address; null: whose address it is nobody knows yet.
  proved_at      timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references person on delete cascade,
  unique (tenant_id, email_key),
  unique (tenant_id, phone),
  unique (tenant_id, person_id),
  check (email_key is not null or phone is not null),
  check ((email is null) = (email_key is null))
);
create index guardian_account_by_email on guardian_account (email_key) where email_key is not null;
create index guardian_account_by_phone on guardian_account (phone) where phone is not null;
call narthex_admin.isolate('guardian_account', 'select, insert, update, delete');
call narthex_admin.open_to_definer('guardian_account', 'select');

create table guardian_session (
  tenant_id   uuid not null,
  token_hash  bytea not null,
  account_id  uuid not null,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  ip          inet,
  device      text,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, account_id) references guardian_account on delete cascade
);
create index guardian_session_by_account on guardian_session (tenant_id, account_id);
create index guardian_session_by_token on guardian_session (token_hash);
create index guardian_session_by_age on guardian_session (expires_at);
call narthex_admin.isolate('guardian_session', 'select, insert, delete');
call narthex_admin.open_to_definer('guardian_session', 'select, delete');

-- One-time codes for a new password, kept as keyed hashes. One at a time for a person; the last one counts.
create table guardian_code (
  tenant_id   uuid not null,
  person_id   uuid not null,
  -- As it was asked for: E.164 or a key of an e-mail address.
  address     text collate "C" not null,
  code_hash   bytea not null,
  wrong       smallint not null default 0,
  expires_at  timestamptz not null,
  primary key (tenant_id, person_id),
  foreign key (tenant_id, person_id) references person on delete cascade
);
create index guardian_code_by_address on guardian_code (tenant_id, address);
create index guardian_code_by_age on guardian_code (expires_at);
call narthex_admin.isolate('guardian_code', 'select, insert, update, delete');
call narthex_admin.open_to_definer('guardian_code', 'select, delete');

-- Accounts of an address or a phone, in whichever church, the oldest first.
create function find_guardian_accounts(wanted_email text, wanted_phones text[])
  returns table (tenant_id uuid, account_id uuid, person_id uuid, phone text, password_hash text, church_name text)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select g.tenant_id, g.id, g.person_id, g.phone, g.password_hash, c.name
    from guardian_account g join church c on c.tenant_id = g.tenant_id
    where g.email_key = wanted_email or g.phone = any (wanted_phones) order by g.created_at limit 10;
  end;
call narthex_admin.define_for_app('find_guardian_accounts(text, text[])');

-- Countries whose guardians sign in by phone: a number as it is dialled at home may be of any of them.
create function find_guardian_countries() returns table (iso_code text)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select distinct c.iso_code from church c
    where exists (select from guardian_account g where g.tenant_id = c.tenant_id and g.phone is not null) order by 1;
  end;
call narthex_admin.define_for_app('find_guardian_countries()');

-- One answer for every request of a guardian: who this token is, for which church, where that church stands.
create function find_guardian_session(wanted bytea, at timestamptz)
  returns table (
    tenant_id uuid, account_id uuid, person_id uuid, email text, phone text,
    church_name text, iso_code text, time_zone text, logo_id uuid, slug text,
    membership_size integer, expires_on text, people integer
  )
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select s.tenant_id, a.id, a.person_id, a.email, a.phone,
      c.name, c.iso_code, c.time_zone, c.logo_id, k.slug, p.membership_size, p.expires_on::text, z.people
    from guardian_session s
    join guardian_account a on a.tenant_id = s.tenant_id and a.id = s.account_id
    join church c on c.tenant_id = s.tenant_id
    join subscription p on p.tenant_id = s.tenant_id
    join church_size z on z.tenant_id = s.tenant_id
    left join church_slug k on k.tenant_id = s.tenant_id and k.current
    where s.token_hash = wanted and s.expires_at > at;
  end;
call narthex_admin.define_for_app('find_guardian_session(bytea, timestamptz)');

create function end_guardian_session(wanted bytea) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    delete from guardian_session where token_hash = wanted;
  end;
call narthex_admin.define_for_app('end_guardian_session(bytea)');

create function sweep_guardians(at timestamptz) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    delete from guardian_session where expires_at <= at;
    delete from guardian_code where expires_at <= at;
  end;
call narthex_admin.define_for_app('sweep_guardians(timestamptz)');

-- What somebody on the staff did, a guardian, a station without a network.
alter table audit_entry drop constraint audit_entry_actor_kind_check;
alter table audit_entry add constraint audit_entry_actor_kind_check
  check (actor_kind in ('staff', 'operator', 'system', 'guardian'));

-- A session that a station was locked into: it may do nothing but let families check themselves in.
alter table session add column self_service boolean not null default false;
drop function find_session(bytea, timestamptz);
create function find_session(wanted bytea, at timestamptz)
  returns table (
    tenant_id uuid, account_id uuid, person_id uuid, session_id uuid, self_service boolean, last_seen_at timestamptz,
    email text, roles text[], church_name text, city text, iso_code text, currency text, time_zone text, logo_id uuid,
    plan_name text, membership_size integer, expires_on text, people integer, units bigint
  )
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select s.tenant_id, a.id, a.person_id, s.id, s.self_service, s.last_seen_at, a.email, a.roles,
      c.name, c.city, c.iso_code, c.currency, c.time_zone, c.logo_id,
      p.plan_name, p.membership_size, p.expires_on::text, z.people, u.balance
    from session s
    join account a on a.tenant_id = s.tenant_id and a.id = s.account_id
    join church c on c.tenant_id = s.tenant_id
    join subscription p on p.tenant_id = s.tenant_id
    join church_size z on z.tenant_id = s.tenant_id
    join unit_account u on u.tenant_id = s.tenant_id and u.account = 'available'
    where s.token_hash = wanted and s.expires_at > at and a.removed_at is null;
  end;
call narthex_admin.define_for_app('find_session(bytea, timestamptz)');
grant update on session to narthex_app;

-- What a class has to know of a child. Shown to the station, the class and the child's own family only.
create table care_note (
  tenant_id    uuid not null,
  id           uuid not null default gen_random_uuid(),
  person_id    uuid not null,
  kind         text not null check (kind in ('allergy', 'medical')),
  -- What it is: Peanuts. And what to do: Adrenaline pen in her bag.
  name         text not null check (char_length(name) between 1 and 80),
  instruction  text not null default '' check (char_length(instruction) <= 200),
  added_at     timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references person on delete cascade
);
create index care_note_by_person on care_note (tenant_id, person_id);
call narthex_admin.isolate('care_note', 'select, insert, update, delete');

-- Portraits that a guardian uploaded and that are nobody's yet: only who uploaded one may give it to a person. One that
-- nobody was given within a day is deleted.
create table uploaded_picture (
  tenant_id   uuid not null,
  picture_id  uuid not null,
  -- Of the guardian, or of staff.
  account_id  uuid not null,
  at          timestamptz not null,
  primary key (tenant_id, picture_id),
  foreign key (tenant_id, picture_id) references picture on delete cascade
);
create index uploaded_picture_by_age on uploaded_picture (at);
call narthex_admin.isolate('uploaded_picture', 'select, insert, delete');
call narthex_admin.open_to_definer('uploaded_picture', 'select');

create function find_unused_pictures(before timestamptz)
  returns table (tenant_id uuid, picture_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select u.tenant_id, u.picture_id from uploaded_picture u where u.at < before order by u.at limit 1000;
  end;
call narthex_admin.define_for_app('find_unused_pictures(timestamptz)');

-- Who may, or may not, take children of a family home. Father and mother may without one, unless one says not.
create table guardian_grant (
  tenant_id   uuid not null,
  id          uuid not null default gen_random_uuid(),
  family_id   uuid not null,
  -- The one who collects.
  person_id   uuid not null,
  -- Null: every child of the family.
  child_id    uuid,
  kind        text not null check (kind in ('allowed', 'not_authorised')),
  -- Days in the church's zone, both included; null: no limit.
  from_day    date,
  until_day   date,
  -- 1 Monday to 7 Sunday; null: any.
  weekdays    smallint[] check (cardinality(weekdays) between 1 and 7 and weekdays <@ '{1,2,3,4,5,6,7}'::smallint[]),
  -- A pass for one collection: used by the event that it let the children go from.
  one_time    boolean not null default false,
  used_at     timestamptz,
  used_event  uuid,
  note        text not null default '' check (char_length(note) <= 300),
  -- A guardian of the family, or staff.
  added_by    text not null check (added_by in ('guardian', 'staff')),
  added_at    timestamptz not null,
  revoked_at  timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, family_id) references family on delete cascade,
  foreign key (tenant_id, person_id) references person on delete cascade,
  foreign key (tenant_id, child_id) references person on delete cascade,
  check (from_day is null or until_day is null or from_day <= until_day),
  check (kind = 'allowed' or not one_time)
);
create index guardian_grant_by_family on guardian_grant (tenant_id, family_id) where revoked_at is null;
create index guardian_grant_by_person on guardian_grant (tenant_id, person_id);
create index guardian_grant_by_child on guardian_grant (tenant_id, child_id) where child_id is not null;
call narthex_admin.isolate('guardian_grant', 'select, insert, update, delete');

-- A short message that a person asked for or that cannot wait, such as a one-time code: no staff member wrote it.
alter table sms_campaign alter column created_by drop not null;
alter table sms_campaign add column purpose text not null default 'bulk' check (purpose in ('bulk', 'notice'));
alter table sms_campaign add check (created_by is not null or purpose = 'notice');

-- A guardian's press is remembered too, by the guardian's account; after a week every press is forgotten anyway.
alter table idempotency_key drop constraint idempotency_key_tenant_id_account_id_fkey;
