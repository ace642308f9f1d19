-- Keys that other keys of the same row keep already. Each of them locked a row that all families share, the event's or the
-- church's, once more for every child and every code: a registration is of an event, and its children are of that event;
-- a code is of a registration or of a station, and both are of a church.
alter table registration_child drop constraint registration_child_tenant_id_event_id_fkey;
alter table day_code drop constraint day_code_tenant_id_fkey;
