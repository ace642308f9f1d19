import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import { bansOf } from '../collecting/grant-store.ts'

export type PagedChild = {
  registrationId: string
  /** Of whoever registered the child, else of its first parent, but for who is barred; null: nobody has a number. */
  phone: string | null
  lastPageAt: Date | null
}

/** A child of a class who has not gone home, held until the transaction ends: one call at a time. Null: none. */
export async function lockPagedChild(
  tx: Tx,
  { classId, personId }: { classId: string; personId: string },
): Promise<PagedChild | null> {
  const { rows } = await sql<Omit<PagedChild, 'lastPageAt'>>`
    select k.registration_id as "registrationId",
      (select o.phone from person o left join family_member m on m.person_id = o.id and m.family_id = r.family_id
        where o.phone is not null and o.archived_at is null and (o.id = r.brought_by or m.role in (1, 2))
          and not exists (select from ${bansOf(sql`k.person_id`, sql`r.family_id`)} g
            where g.person_id = o.id and g.revoked_at is null)
        order by (o.id = r.brought_by) is true desc, m.role, o.sort_name, o.id limit 1) as phone
    from registration_child k join registration r on r.id = k.registration_id
    where k.class_id = ${classId} and k.person_id = ${personId} and k.checked_out_at is null
    for no key update of k`.execute(tx)
  const [child] = rows
  // Asked after the lock, so that a call that was just made is seen.
  return child ? { ...child, lastPageAt: await selectLastPage(tx, { classId, personId }) } : null
}

async function selectLastPage(
  tx: Tx,
  { classId, personId }: { classId: string; personId: string },
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select at from class_page where class_id = ${classId} and person_id = ${personId}
    order by at desc limit 1`.execute(tx)
  return rows[0]?.at ?? null
}

export type NewPage = {
  tenantId: string
  eventId: string
  classId: string
  personId: string
  accountId: string
  sms: 'sent' | 'no_phone' | 'no_sender' | 'no_units'
  at: Date
}

export async function insertPage(tx: Tx, page: NewPage): Promise<void> {
  await sql`
    insert into class_page (tenant_id, event_id, class_id, person_id, asked_by, at, sms)
    values (${page.tenantId}, ${page.eventId}, ${page.classId}, ${page.personId}, ${page.accountId}, ${page.at}, ${page.sms})`.execute(
    tx,
  )
}
