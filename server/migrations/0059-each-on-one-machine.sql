-- What an engine that keeps each church on one of many machines (Citus) cannot do, done otherwise.

-- Reports, links and replies ask the directory, then those churches.
create or replace function find_campaign_churches(wanted uuid[]) returns table (campaign_id uuid, tenant_id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  churches uuid[] := churches_of('campaign', array(select uuid_send(w) from unnest(wanted) w));
begin
  return query select c.id, c.tenant_id from campaign c where c.tenant_id = any (churches) and c.id = any (wanted);
end $$;

create or replace function find_link_campaigns(wanted text) returns table (campaign_id uuid, tenant_id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  churches uuid[] := churches_of('campaign_link', array[directory_key(wanted)]);
begin
  return query select c.id, c.tenant_id from campaign c
    where c.tenant_id = any (churches) and c.link_code = wanted limit 20;
end $$;

create or replace function find_sender_churches(wanted text) returns table (tenant_id uuid, iso_code text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  churches uuid[] := churches_of('sender', array[directory_key(upper(wanted))]);
begin
  return query select distinct s.tenant_id, c.iso_code from sender_id s join church c on c.tenant_id = s.tenant_id
    where s.tenant_id = any (churches) and upper(s.mask) = upper(wanted) and s.status = 2
    order by s.tenant_id;
end $$;

create or replace function find_last_writer(wanted text, countries text[], numbers text[], before timestamptz)
  returns table (tenant_id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  churches uuid[] := churches_of('sender', array[directory_key(upper(wanted))]);
begin
  return query select s.tenant_id from sender_id s
    join church h on h.tenant_id = s.tenant_id
    join unnest(countries, numbers) as n (country, phone) on n.country = h.iso_code
    join campaign_recipient r on r.tenant_id = s.tenant_id and r.address = n.phone and r.accepted
    join campaign c on c.tenant_id = r.tenant_id and c.id = r.campaign_id and c.channel = 'sms' and upper(c.sender) = upper(wanted)
    join campaign_batch b on b.tenant_id = r.tenant_id and b.campaign_id = r.campaign_id
      and r.position between b.first_position and b.last_position and b.claimed_at <= before
    where s.tenant_id = any (churches) and upper(s.mask) = upper(wanted) and s.status = 2
    group by s.tenant_id
    order by max(case when b.leased_at <= before then b.leased_at else b.claimed_at end) desc, s.tenant_id limit 1;
end $$;

-- Takes a function in SQL over to PL/pgSQL, whose statements are planned with what it is asked for.
create procedure narthex_admin.plan_with_values(target regprocedure)
  language plpgsql as $$
declare
  f pg_proc := (select p from pg_proc p where p.oid = target);
  body text := regexp_replace(pg_get_function_sqlbody(target), '^\s*BEGIN ATOMIC\s*|\s*END\s*$', '', 'g');
begin
  execute format('create or replace function %s(%s) returns %s language plpgsql %s %s as %L',
    f.proname, pg_get_function_arguments(target), pg_get_function_result(target),
    case f.provolatile when 's' then 'stable' else 'volatile' end,
    case when f.prosecdef then 'security definer set search_path = public, pg_temp' else '' end,
    format(E'#variable_conflict use_column\nbegin\n%s%s\nend', case when f.proretset then 'return query ' else '' end, body));
end $$;

-- What jobs look for in all churches, on all machines at once: never on the way of a request.
create procedure narthex_admin.define_for_jobs(target regprocedure)
  language plpgsql as $$
begin
  call narthex_admin.plan_with_values(target);
  execute format('comment on function %s is %L', target, 'for jobs');
end $$;
do $$
declare
  named text;
begin
  foreach named in array array[
    'cards_to_forget', 'churches_near_expiry', 'find_campaigns_without_reports', 'find_churches_with_email_pictures',
    'find_custody_to_anchor', 'find_default_messages', 'find_due_automation', 'find_due_drafts', 'find_due_followups', 'find_email_domains_to_check',
    'find_freed_classes', 'find_full_churches', 'find_old_contact_files', 'find_old_imports', 'find_old_people_changes',
    'find_quiet_campaigns', 'find_quiet_pushes', 'find_running_imports', 'find_sent_drafts', 'find_series_to_make',
    'find_unconfirmed_churches', 'find_unused_pictures', 'find_upcoming_plans', 'payments_to_ask', 'payments_without_receipt',
    'refunds_to_send', 'renewals_due', 'sweep_guardians', 'sweep_presses', 'sweep_signups', 'sweep_sign_ins']
  loop
    call narthex_admin.define_for_jobs(('public.' || named)::regproc::oid::regprocedure);
  end loop;
  foreach named in array array['desk_payment_parts', 'find_gateway_messages', 'plans_on_offer', 'read_places_left'] loop
    call narthex_admin.plan_with_values(('public.' || named)::regproc::oid::regprocedure);
  end loop;
end $$;

-- What runs in a church and is planned once runs as its definer: on the machine that plans, the church is a constant to the policies
-- of everybody else.
create or replace function has_paid_or_waits() returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from payment p where p.tenant_id = current_tenant() and p.state not in ('failed', 'cancelled'));
end $$;
call narthex_admin.define_for_app('has_paid_or_waits()');
alter function plans_on_offer() security definer set search_path = public, pg_temp;
call narthex_admin.define_for_app('plans_on_offer()');

-- Whoever was merged into people who are erased is let go of by the statement that erases them.
alter table person drop constraint person_tenant_id_merged_into_fkey, add foreign key (tenant_id, merged_into) references person;

-- The words and the imported rows of people who are gone go row by row: few are erased at once.
drop trigger person_words_gone on person;
drop trigger person_forgotten on person;
create or replace function forget_words() returns trigger language plpgsql as $$
begin
  delete from person_term t where t.tenant_id = old.tenant_id and t.person_id = old.id;
  return null;
end $$;
create trigger person_words_gone after delete on person for each row execute function forget_words();
create or replace function forget_imported_people() returns trigger language plpgsql as $$
declare
  imports uuid[] := array(select r.import_id from people_import_row r where r.tenant_id = old.tenant_id and r.person_id = old.id);
begin
  if imports = '{}' then return null; end if;
  update people_import_row r
    set cells = '[]', notes = '[]', person_id = null, person = null, before = null, version = null, phone = null, mark = null, name = null
    where r.tenant_id = old.tenant_id and r.person_id = old.id;
  update people_import i set columns = without_samples(i.columns)
    where i.tenant_id = old.tenant_id and i.id = any (imports) and i.columns @? '$[*].samples[0]';
  return null;
end $$;
create trigger person_forgotten after delete on person for each row execute function forget_imported_people();

-- People are counted as they come, change and go, and the count is written once a statement: were it written for each, an import
-- of 100,000 would write one row 100,000 times. Between the two it stands in a setting of the transaction.
drop trigger person_added on person;
drop trigger person_changed on person;
drop trigger person_gone on person;
create or replace function count_people() returns trigger language plpgsql as $$
declare
  counted text[] := string_to_array(nullif(current_setting('app.people', true), ''), ' ');
begin
  if counted is not null then
    perform set_config('app.people', '', true);
    update church_size s set people = s.people + counted[2]::int, with_phone = s.with_phone + counted[3]::int,
      confirmed = s.confirmed + counted[4]::int where s.tenant_id = counted[1]::uuid;
  end if;
  return null;
end $$;
create function count_person() returns trigger language plpgsql as $$
declare
  church uuid := case when tg_op = 'DELETE' then old.tenant_id else new.tenant_id end;
  counted text[] := string_to_array(nullif(current_setting('app.people', true), ''), ' ');
  came integer := case when tg_op <> 'DELETE' and new.archived_at is null then 1 else 0 end;
  gone integer := case when tg_op <> 'INSERT' and old.archived_at is null then 1 else 0 end;
  phones integer := 0;
  sure integer := 0;
begin
  if came = 1 then
    phones := (new.phone is not null)::int;
    sure := new.confirmed::int;
  end if;
  if gone = 1 then
    phones := phones - (old.phone is not null)::int;
    sure := sure - old.confirmed::int;
  end if;
  if came = gone and phones = 0 and sure = 0 then return null; end if;
  if counted[1]::uuid is distinct from church then
    -- Only whoever sees all churches writes people of several at once.
    if counted is not null then
      update church_size s set people = s.people + counted[2]::int, with_phone = s.with_phone + counted[3]::int,
        confirmed = s.confirmed + counted[4]::int where s.tenant_id = counted[1]::uuid;
    end if;
    counted := array[church::text, '0', '0', '0'];
  end if;
  perform set_config('app.people', concat_ws(' ', church, counted[2]::int + came - gone, counted[3]::int + phones,
    counted[4]::int + sure), true);
  return null;
end $$;
revoke all on function count_person() from public;
create trigger person_counted after insert or delete on person for each row execute function count_person();
create trigger person_recounted after update on person for each row
  when (old.archived_at is distinct from new.archived_at or old.phone is distinct from new.phone or old.confirmed <> new.confirmed)
  execute function count_person();
create trigger person_size_written after insert or update or delete on person for each statement execute function count_people();
