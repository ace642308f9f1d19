-- Of a demo: what it was made with, and how far its clock is ahead of the real one (behind it below zero). Null elsewhere.
alter table installation add column demo_version integer, add column demo_clock_ahead_ms bigint;
