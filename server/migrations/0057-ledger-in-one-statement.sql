-- A movement of units is one statement: it holds the accounts, numbers the transaction and moves the balances itself. The
-- triggers did that with seven questions of their own; they stay for what the version before writes beside this one.

-- How many transactions the church has: the number of the last. Counted on `available` alone, which every movement holds.
alter table unit_account add column moves bigint not null default 0;
-- What the account held before. Null: written by the version before, for which the triggers move the balance.
alter table unit_entry add column balance_before bigint;

alter table unit_account no force row level security;
alter table unit_transaction no force row level security;
update unit_account a set moves = t.number
from (select tenant_id, max(number) as number from unit_transaction group by tenant_id) t
where t.tenant_id = a.tenant_id and a.account = 'available';
alter table unit_account force row level security;
alter table unit_transaction force row level security;

create or replace function number_unit_transaction() returns trigger language plpgsql as $$
begin
  perform from unit_account where tenant_id = new.tenant_id order by account for update;
  select coalesce(sum(balance) filter (where account = 'available'), 0), coalesce(sum(balance) filter (where account = 'held'), 0)
  into new.available_before, new.held_before from unit_account where tenant_id = new.tenant_id;
  new.number := 1 + coalesce((select max(t.number) from unit_transaction t where t.tenant_id = new.tenant_id), 0);
  -- One that stands already is not written a second time, and counts once.
  update unit_account a set moves = new.number where a.tenant_id = new.tenant_id and a.account = 'available' and not exists (
    select from unit_transaction t where t.tenant_id = new.tenant_id and t.kind = new.kind and t.reference = new.reference);
  return new;
end $$;

drop trigger unit_transaction_numbered on unit_transaction;
create trigger unit_transaction_numbered before insert on unit_transaction
  for each row when (new.number is null) execute function number_unit_transaction();
drop trigger unit_entry_applied on unit_entry;
create trigger unit_entry_applied after insert on unit_entry
  for each row when (new.balance_before is null) execute function apply_unit_entry();
drop trigger unit_transaction_balanced on unit_entry;
create constraint trigger unit_transaction_balanced after insert on unit_entry
  deferrable initially deferred for each row when (new.balance_before is null) execute function check_unit_transaction();
