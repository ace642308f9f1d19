-- Whoever was entered with a file says so, those of earlier imports too.
do $$ declare one text; begin
  foreach one in array array['newcomer', 'people_import_row'] loop
    execute format('alter table %I no force row level security', one);
  end loop;
end $$;
update newcomer n set origin = 'import'
from people_import_row r
where r.tenant_id = n.tenant_id and r.person_id = n.person_id and r.outcome = 'add' and r.version is not null
  and n.origin = 'staff' and n.entered_by is null;
do $$ declare one text; begin
  foreach one in array array['newcomer', 'people_import_row'] loop
    execute format('alter table %I force row level security', one);
  end loop;
end $$;
