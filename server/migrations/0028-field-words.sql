-- Tables and functions under the words that the code uses: limits of attempts, the log of the operator console.
alter table guess rename to rate_limit;
alter function take_guess(bytea, timestamptz, interval) rename to take_attempt;
alter function return_guess(bytea) rename to return_attempt;
alter function forget_guesses(bytea) rename to forget_attempts;

alter table desk_entry rename to console_entry;
alter index desk_entry_by_time rename to console_entry_by_time;
alter index desk_entry_by_operator rename to console_entry_by_operator;
alter index desk_entry_by_church rename to console_entry_by_church;

alter table capacity_notice rename column told_at to notified_at;

-- Bodies of functions name tables as text.
do $$
declare
  body text;
begin
  for body in
    select pg_get_functiondef(p.oid)
      from pg_proc p
      join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')
       and p.prosrc ~ '\m(guess|take_guess|return_guess|forget_guesses|desk_entry|told_at)\M'
  loop
    body := regexp_replace(body, '\m(into|from|update) guess\M', '\1 rate_limit', 'g');
    body := regexp_replace(body, '\mdesk_entry\M', 'console_entry', 'g');
    execute regexp_replace(body, '\mtold_at\M', 'notified_at', 'g');
  end loop;
end $$;
