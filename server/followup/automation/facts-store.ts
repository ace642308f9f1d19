import { sql } from 'kysely'
import { refusedAddresses } from '../../people/index.ts'
import { selectApprovedMasks } from '../../messaging/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import { selectSources, selectStages } from '../lists/index.ts'
import { readTeam } from '../team/index.ts'
import type { Facts, Place } from './facts.ts'

/** What automatic messages are about, for whoever chose what they receive. */
const TOPIC = 'news'
const PAUSED = 1

/** What rules go by of these people, as it is now. */
export async function selectFacts(tx: Tx, personIds: readonly string[]): Promise<Map<string, Facts>> {
  const refuses = (channel: 'sms' | 'email' | 'push') =>
    sql`(select o.address from (${refusedAddresses(channel, TOPIC)}) o where o.address is not null)`
  const { rows } = await sql<Omit<Facts, 'visits'>>`
    select n.person_id as "personId", trim(p.first_name || ' ' || p.last_name) as name, p.first_name as "firstName",
      p.phone, lower(p.email) as email, p.kind as "personKind", n.kind, p.archived_at is not null as archived,
      n.lead_status = ${PAUSED} as paused, n.source_id as "sourceId", n.stage_id as "stageId", n.owner_id as "ownerId",
      p.gender, p.birth_year as "birthYear", p.birth_month as "birthMonth", p.birth_day as "birthDay",
      exists (select from push_subscription s where s.tenant_id = p.tenant_id and s.person_id = p.id) as "hasDevice",
      array_remove(array[
        case when p.phone in ${refuses('sms')} then 'sms' end,
        case when lower(p.email) in ${refuses('email')} then 'email' end,
        case when p.id::text in ${refuses('push')} then 'push' end], null) as refused,
      array(select m.group_id from group_member m where m.person_id = p.id) as "groupIds"
    from newcomer n join person p on p.id = n.person_id
    where n.person_id = any (${[...personIds]}::uuid[])`.execute(tx)
  const visits = Map.groupBy(await selectVisits(tx, personIds), ({ personId }) => personId)
  return new Map(rows.map((row) => [row.personId, { ...row, visits: visits.get(row.personId) ?? [] }]))
}

type Visit = Facts['visits'][number] & { personId: string }

async function selectVisits(tx: Tx, personIds: readonly string[]): Promise<Visit[]> {
  const { rows } = await sql<Visit>`
    select v.person_id as "personId", v.day::text as day, v.at from newcomer_visit v
    where v.person_id = any (${[...personIds]}::uuid[]) order by v.day`.execute(tx)
  return rows
}

type ChurchRow = { timeZone: string; isoCode: string; groups: Record<string, string> }

/** What a church has that rules name. */
export async function readPlace(tx: Tx, at: Date): Promise<Place> {
  const { rows } = await sql<ChurchRow>`
    select c.time_zone as "timeZone", c.iso_code as "isoCode",
      coalesce((select jsonb_object_agg(g.id, g.name) from people_group g), '{}') as groups
    from church c`.execute(tx)
  const [church] = rows
  if (!church) throw new Error('A church that is not there')
  const { members } = await readTeam(tx, dayIn(church.timeZone, at))
  return {
    ...church,
    stages: await selectStages(tx),
    sources: await selectSources(tx),
    groups: new Map(Object.entries(church.groups)),
    team: new Map(members.map((one) => [one.accountId, `${one.firstName} ${one.lastName}`.trim()])),
    senders: await selectApprovedMasks(tx),
  }
}
