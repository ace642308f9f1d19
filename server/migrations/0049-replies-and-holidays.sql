-- What the staff answers often to replies: a name to find it by, and the words.
create table quick_answer (
  tenant_id   uuid not null references church,
  id          uuid not null,
  name        text not null check (char_length(name) between 1 and 60),
  text        text not null check (char_length(text) between 1 and 1600),
  changed_by  uuid not null,
  changed_at  timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, changed_by) references account
);
create index quick_answer_by_account on quick_answer (tenant_id, changed_by);
call narthex_admin.isolate('quick_answer', 'select, insert, update, delete');

-- Replies that no church could be found for: operators give them to a church, or remove them.
alter table unclaimed_reply add column id uuid not null default gen_random_uuid() unique;
create index unclaimed_reply_by_time on unclaimed_reply (at desc, id desc);
grant delete on unclaimed_reply to narthex_app;
-- They are nobody's, and go after 90 days whether others come or not.
create function forget_unclaimed_replies(before timestamptz) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    delete from unclaimed_reply u where u.at < before;
  end;
call narthex_admin.define_for_app('forget_unclaimed_replies(timestamptz)');

-- Public holidays are entered by operators too, with a second one: the source, and the day it was looked at last.
alter table public_holiday add column checked_on date;
alter table public_holiday no force row level security;
update public_holiday set checked_on = '2026-11-22';
alter table public_holiday force row level security;
alter table public_holiday alter column checked_on set not null,
  add constraint public_holiday_name_check check (char_length(name) between 1 and 120),
  add constraint public_holiday_source_check check (char_length(source) between 3 and 400);
call narthex_admin.let_operator_write('public_holiday', 'insert, delete');
alter table operator_change drop constraint operator_change_kind_check,
  add constraint operator_change_kind_check check (kind in ('settings', 'price', 'plan', 'route', 'sending_hours',
    'public_holidays', 'tax', 'operator_invite', 'operator_remove', 'operator_reset_factor', 'subscription',
    'subscription_days', 'payment_approve', 'payment_refund'));
