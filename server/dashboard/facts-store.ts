import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import type { Caller } from '#server/platform/http/index.ts'

type OpenSender = { mask: string; state: 'waiting' | 'refused'; reason: string | null }

/** How a church stands on the way to its first Sunday. */
export type Facts = {
  isHidden: boolean
  isTrial: boolean
  /** Anybody whom the staff brought in: neither the staff themselves, nor families that came by the portal. */
  hasPeople: boolean
  people: number
  withPhone: number
  /** The newest import that was applied and not undone. */
  lastImport: { fileName: string; people: number; at: string } | null
  /** The one that stands best. */
  sender: { mask: string; state: 'approved' | 'waiting' | 'refused'; reason: string | null } | null
  /** What waits, and what was refused lately. */
  openSenders: OpenSender[]
  event: { name: string; startsAt: string } | null
  /** Whether units ever came and were not all taken back. */
  hasBought: boolean
  units: number
  /** A proof was sent, or a payment was taken aside. */
  isPaymentLookedAt: boolean
  /** Of the staff, besides whoever asks. */
  helper: string | null
  invited: string | null
}

const state = sql`case when s.status = 2 then 'approved' when s.status = 3 then 'refused' else 'waiting' end`

/** In one statement: the parts are of the same moment. */
export async function selectFacts(tx: Tx, { tenantId, accountId }: Caller, at: Date): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select a.first_steps_hidden_at is not null as "isHidden",
      b.plan_id is null and b.plan_name = 'Trial' as "isTrial",
      exists (
        select from person p where p.tenant_id = ${tenantId} and p.archived_at is null
          and not exists (select from account o where o.tenant_id = p.tenant_id and o.person_id = p.id)
          and not exists (
            select from family_member m
              join family_member f on f.tenant_id = m.tenant_id and f.family_id = m.family_id
              join guardian_account g on g.tenant_id = f.tenant_id and g.person_id = f.person_id
            where m.tenant_id = p.tenant_id and m.person_id = p.id)
          and not exists (
            select from guardian_account g where g.tenant_id = p.tenant_id and g.person_id = p.id)) as "hasPeople",
      n.people, n.with_phone as "withPhone",
      (select jsonb_build_object('fileName', i.file_name, 'people', i.added + i.to_update, 'at', ${instant('i.applied_at')})
        from people_import i where i.state = 'applied' and i.added + i.to_update > 0
        order by i.applied_at desc limit 1) as "lastImport",
      (select jsonb_build_object('mask', s.mask, 'state', ${state}, 'reason', s.refused_reason)
        from sender_id s order by array_position(array[2, 1, 0, 3], s.status::integer), s.requested_at desc
        limit 1) as sender,
      (select coalesce(jsonb_agg(jsonb_build_object('mask', s.mask, 'state', ${state}, 'reason', s.refused_reason)
          order by s.requested_at), '[]')
        from sender_id s
        where s.status < 2 or (s.status = 3 and s.decided_at > ${at}::timestamptz - interval '14 days')) as "openSenders",
      (select jsonb_build_object('name', e.name, 'startsAt', ${instant('e.starts_at')})
        from event e where e.cancelled_at is null
        order by e.ends_at > ${at} desc, abs(extract(epoch from e.starts_at - ${at}::timestamptz)) limit 1) as event,
      u.balance <> 0 as "hasBought",
      (select v.balance::integer from unit_account v where v.account = 'available') as units,
      exists (
        select from payment y where y.purpose = 'units' and (y.state = 'review' or (y.state in ('created', 'pending')
          and exists (select from payment_proof f where f.tenant_id = y.tenant_id and f.payment_id = y.id)))
      ) as "isPaymentLookedAt",
      (select trim(p.first_name || ' ' || p.last_name)
        from account o join person p on p.tenant_id = o.tenant_id and p.id = o.person_id
        where o.removed_at is null and o.id <> a.id order by o.created_at desc limit 1) as helper,
      (select trim(i.first_name || ' ' || i.last_name) from staff_invite i
        where i.expires_at > ${at} order by i.invited_at desc limit 1) as invited
    from account a
      join subscription b on b.tenant_id = a.tenant_id
      join church_size n on n.tenant_id = a.tenant_id
      join unit_account u on u.tenant_id = a.tenant_id and u.account = 'issued'
    where a.tenant_id = ${tenantId} and a.id = ${accountId}`.execute(tx)
  const [facts] = rows
  if (!facts) throw new Error('The account of a session was not found')
  return facts
}

/** As JavaScript writes it, from inside a JSON value. */
const instant = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
