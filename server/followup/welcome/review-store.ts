import { sql } from 'kysely'
import type { WelcomeDoubt } from '#contract/followup/welcome.ts'
import type { Tx } from '../../platform/database/index.ts'

/** Whether somebody of the church has this address. */
export async function hasEmail(tx: Tx, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from person where lower(email) = lower(${email}) and archived_at is null limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether this person is there and not archived. */
export async function isThere(tx: Tx, personId: string): Promise<boolean> {
  const { rows } = await sql`select from person where id = ${personId} and archived_at is null`.execute(tx)
  return rows.length > 0
}

type Waiting = {
  id: string
  at: Date
  state: 'claimed' | 'doubtful'
  firstName: string
  lastName: string
  phone: string
  email: string | null
  smsConsent: boolean
  emailConsent: boolean | null
  source: string | null
  interest: number | null
  place: string | null
  doubts: WelcomeDoubt[]
  known: {
    id: string
    firstName: string
    lastName: string
    email: string | null
    memberType: number | null
    isArchived: boolean
  } | null
}

/** What waits for a decision: first what is not odd in itself, so that a flood hides no visitor; of that the oldest first. */
export async function selectWaitingEntries(tx: Tx, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select w.id, w.at, w.state, w.first_name as "firstName", w.last_name as "lastName", w.phone, w.email,
      w.sms_consent as "smsConsent", w.email_consent as "emailConsent", s.name as source, w.interest, w.place, w.doubts,
      case when p.id is not null then jsonb_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name,
        'email', p.email, 'isArchived', p.archived_at is not null,
        'memberType', case p.kind when 'first_timer' then 0 when 'new_convert' then 1 end) end as known
    from welcome_entry w
    left join person p on p.tenant_id = w.tenant_id and p.id = w.person_id
    left join followup_source s on s.tenant_id = w.tenant_id and s.id = w.source_id
    where w.state in ('claimed', 'doubtful') and w.first_name is not null and w.last_name is not null
      and w.phone is not null order by w.doubts <@ '{church,full}'::text[] desc, w.at, w.id limit ${limit}`.execute(tx)
  return rows
}

/** How much of it waits. */
export async function countWaiting(tx: Tx): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from welcome_entry where state in ('claimed', 'doubtful')`.execute(tx)
  return rows[0]?.waiting ?? 0
}

/** How much came in since a time, and when the last did. */
type Use = { filledIn: number; lastAt: Date | null }

export async function selectUse(tx: Tx, since: Date): Promise<Use> {
  const { rows } = await sql<Use>`
    select count(*) filter (where at >= ${since})::integer as "filledIn", max(at) as "lastAt"
    from welcome_entry where state not in ('repeated', 'dismissed')`.execute(tx)
  return rows[0] ?? { filledIn: 0, lastAt: null }
}

const MOST_PLACES = 20

/** By the places of the posters, where most are filled in first. */
export async function selectPlaces(tx: Tx, since: Date): Promise<{ place: string; filledIn: number }[]> {
  const { rows } = await sql<{ place: string; filledIn: number }>`
    select place, count(*)::integer as "filledIn" from welcome_entry
    where at >= ${since} and place is not null and state not in ('repeated', 'dismissed')
    group by place order by count(*) desc, place limit ${MOST_PLACES}`.execute(tx)
  return rows
}
