-- What the desk shows of a church's payment besides the payment: who pays, and which proofs there are. An operator sees
-- neither accounts nor proofs of a church that was not entered, so just this much is handed out.
call narthex_admin.open_to_definer('payment', 'select');
call narthex_admin.open_to_definer('payment_proof', 'select');
create function desk_payment_parts(churches uuid[], payments uuid[])
  returns table (tenant_id uuid, payment_id uuid, payer_email text, proofs jsonb)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select p.tenant_id, p.id, coalesce(a.email, ''), coalesce((
      select jsonb_agg(jsonb_build_object('id', f.id, 'fileName', f.file_name, 'contentType', f.content_type)
        order by f.added_at, f.id)
      from payment_proof f where f.tenant_id = p.tenant_id and f.payment_id = p.id
    ), '[]')
    from unnest(churches, payments) w (church, payment)
    join payment p on p.tenant_id = w.church and p.id = w.payment
    join account a on a.tenant_id = p.tenant_id and a.id = p.created_by
    where public.current_operator() is not null;
  end;
call narthex_admin.define_for_app('desk_payment_parts(uuid[], uuid[])');
