-- Where people who were erased were written to, as hashes: what was taken on before they were archived is not handed over.
create table erased_address (
  tenant_id     uuid not null references church,
  -- Of a number, of an email address in small letters, or of the person's id, which is the address of a push.
  address_hash  bytea not null check (octet_length(address_hash) = 32),
  archived_at   timestamptz not null,
  primary key (tenant_id, address_hash)
);
call narthex_admin.isolate('erased_address', 'select, insert, update');
