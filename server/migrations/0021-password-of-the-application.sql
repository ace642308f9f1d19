-- The password of the application's role, for the owner alone: the schema is closed to everybody else. Each server of an
-- installation reads it here, however its address spells the host; what is backed up leaves it out.
create table narthex_admin.app_password (
  single    boolean primary key default true check (single),
  password  text not null
);
revoke all on narthex_admin.app_password from public;
