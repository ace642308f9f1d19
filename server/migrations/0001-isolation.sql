-- Every row belongs to one church. The application's role (narthex_app) owns nothing; row-level security is forced on
-- every table; the tenant of a transaction is the setting app.tenant_id, set with set_config(..., true).
-- narthex_definer owns the few functions that look across churches (a token or an address is known, the church is not yet).

create schema narthex_admin;
revoke all on schema narthex_admin from public;
revoke create on schema public from public;
grant usage on schema public to narthex_app, narthex_definer;

-- A transaction-local setting reads '' after the transaction, hence nullif.
create function public.current_tenant() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.tenant_id', true), '')::uuid;

-- Puts a table under isolation: forced row-level security by tenant_id and just these privileges for the application.
create procedure narthex_admin.isolate(target regclass, privileges text)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy church on %s using (tenant_id = public.current_tenant()) with check (tenant_id = public.current_tenant())', target);
  execute format('revoke all on %s from public', target);
  execute format('grant %s on %s to narthex_app', privileges, target);
end $$;

-- Lets the definer functions see a table across churches.
create procedure narthex_admin.open_to_definer(target regclass, privileges text)
  language plpgsql as $$
begin
  execute format('create policy definer on %s to narthex_definer using (true) with check (true)', target);
  execute format('grant %s on %s to narthex_definer', privileges, target);
end $$;

-- Hands a function to narthex_definer and lets the application call it.
create procedure narthex_admin.define_for_app(target regprocedure)
  language plpgsql as $$
begin
  execute 'grant create on schema public to narthex_definer';
  execute format('alter function %s owner to narthex_definer', target);
  execute 'revoke create on schema public from narthex_definer';
  execute format('revoke all on function %s from public', target);
  execute format('grant execute on function %s to narthex_app', target);
end $$;

-- Reference data of the installation: everybody reads it, the application never writes it.
create procedure narthex_admin.publish(target regclass)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy reference on %s for select using (true)', target);
  execute format('revoke all on %s from public', target);
  execute format('grant select on %s to narthex_app, narthex_definer', target);
end $$;

revoke all on function public.current_tenant() from public;
grant execute on function public.current_tenant() to narthex_app, narthex_definer;
