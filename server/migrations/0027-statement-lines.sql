-- The statement asks of every movement whether a later one of the same message follows: a large message has thousands.
drop index unit_transaction_by_subject;
create index unit_transaction_by_subject on unit_transaction (tenant_id, subject_id, number) where subject_id is not null;
