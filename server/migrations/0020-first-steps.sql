-- When somebody put the list of first steps away; it stays under Help. Whether a step is done is never written down.
alter table account add column first_steps_hidden_at timestamptz;
