-- In whose name a church's emails go, and a domain of its own that they come from.

-- What is null follows from the church: its name, and whoever sends.
create table email_sender (
  tenant_id   uuid primary key references church,
  from_name   text check (char_length(from_name) between 1 and 60),
  -- In front of the @ of the church's own domain.
  local_part  text not null check (local_part ~ '^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$' and char_length(local_part) <= 40),
  -- Where answers go.
  reply_to    text check (reply_to = lower(reply_to) and char_length(reply_to) <= 254)
);
call narthex_admin.isolate('email_sender', 'select, insert, update');

-- The domain that a church says is its own. Saying so shuts nobody out: it is proved by the line with this church's key.
create table email_domain (
  tenant_id      uuid primary key references church,
  -- As it stands in the DNS: small letters, without signs beyond ASCII.
  domain         text not null check (domain = lower(domain) and char_length(domain) between 4 and 200),
  claimed_at     timestamptz not null,
  -- What the last check found of each line.
  lines          jsonb not null default '[]',
  checked_at     timestamptz,
  -- The key was found, and no other church of the installation has it there too; null: emails come from the installation.
  signs_since    timestamptz,
  -- Bounces go to a name of the domain.
  bounces_there  boolean not null default false,
  -- All lines are right: no limit of the day.
  is_aligned     boolean not null default false,
  -- The signature was right and is gone since.
  lost_at        timestamptz,
  held_elsewhere boolean not null default false,
  next_check_at  timestamptz not null,
  check (signs_since is not null or not is_aligned)
);
create index email_domain_due on email_domain (tenant_id, next_check_at);
call narthex_admin.isolate('email_domain', 'select, insert, update, delete');
call narthex_admin.open_to_definer('email_domain', 'select');

-- The keys that a church's emails are signed with: one, and a second one while it takes the first one's place.
create table dkim_key (
  tenant_id    uuid not null references church,
  -- The name in the DNS, chosen by nobody.
  selector     text not null check (selector ~ '^nx[0-9a-z]{10}$'),
  -- As the DNS says it: base64.
  public_key   text not null,
  -- Sealed with the installation's key.
  private_key  text not null,
  made_at      timestamptz not null,
  -- When a check found its line for the first time in a row; null: not there, or not yet.
  found_at     timestamptz,
  -- Another one has taken its place: emails on their way still need its line for some days.
  retired_at   timestamptz,
  primary key (tenant_id, selector)
);
call narthex_admin.isolate('dkim_key', 'select, insert, update, delete');

-- Which church a domain belongs to that was proved. One table across churches.
create table mail_domain (
  domain      text collate "C" primary key,
  tenant_id   uuid not null references church,
  -- The line by which it was proved: both stand in the DNS for everybody to read.
  selector    text not null,
  public_key  text not null
);
create index mail_domain_by_church on mail_domain (tenant_id);
alter table mail_domain enable row level security;
alter table mail_domain force row level security;
revoke all on mail_domain from public;
call narthex_admin.open_to_definer('mail_domain', 'select, insert, update, delete');

-- The line by which a domain was proved, and whether the church that was entered did.
create function find_mail_domain(wanted text)
  returns table (selector text, public_key text, is_own boolean)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select m.selector, m.public_key, m.tenant_id = public.current_tenant() from mail_domain m where m.domain = wanted;
  end;
call narthex_admin.define_for_app('find_mail_domain(text)');

-- Gives the church that was entered a domain whose line was found; false where another church has it. `gone` is the selector
-- of that other church, when the DNS does not have its line any more. Two at once: the first has it.
create function hold_mail_domain(wanted text, with_selector text, with_key text, gone text) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare church uuid := public.current_tenant();
begin
  if church is null then return false; end if;
  insert into mail_domain as m (domain, tenant_id, selector, public_key) values (wanted, church, with_selector, with_key)
    on conflict (domain) do update set tenant_id = excluded.tenant_id, selector = excluded.selector, public_key = excluded.public_key
    where m.tenant_id = church or m.selector = gone;
  return exists (select from mail_domain m where m.domain = wanted and m.tenant_id = church);
end $$;
call narthex_admin.define_for_app('hold_mail_domain(text, text, text, text)');

-- The church that was entered has no domain any more, this one aside.
create function leave_mail_domains(kept text) returns void
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    delete from mail_domain m where m.tenant_id = public.current_tenant() and m.domain is distinct from kept;
  end;
call narthex_admin.define_for_app('leave_mail_domains(text)');

-- Churches whose domain is to be looked at again.
create function find_email_domains_to_check(at timestamptz)
  returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select d.tenant_id from email_domain d where d.next_check_at <= at order by d.next_check_at limit 1000;
  end;
call narthex_admin.define_for_app('find_email_domains_to_check(timestamptz)');

-- Emails of a day, counted at every send of a church without a domain.
create index campaign_emails_by_time on campaign (tenant_id, created_at) where channel = 'email' and purpose = 'bulk';

-- Pictures that no email shows are removed after a while.
alter table email_picture add column added_at timestamptz not null default now();
alter table email_picture alter column added_at drop default;
grant delete on email_picture to narthex_app;
call narthex_admin.open_to_definer('email_picture', 'select');
create function find_churches_with_email_pictures(before timestamptz)
  returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select distinct e.tenant_id from email_picture e where e.added_at < before;
  end;
call narthex_admin.define_for_app('find_churches_with_email_pictures(timestamptz)');
