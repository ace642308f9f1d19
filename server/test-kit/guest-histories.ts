import { randomUUID } from 'node:crypto'
import { chanceFrom } from '../demo/crowd/chance.ts'
import type { Look } from './query-store.ts'

/** Somebody who is followed up, as told by what happened: days are texts, YYYY-MM-DD. */
export type HistoryPerson = {
  id: string
  isNewConvert: boolean
  firstVisitOn: string | null
  /** Days on which they were there again, in any order. */
  cameOn: string[]
  memberOn: string | null
  isArchived: boolean
  sourceId: number | null
  interest: number | null
  ownerId: string | null
  furthestId: number
  activities: number
  clockFrom: Date | null
  contactedAt: Date | null
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const dayBack = (today: string, days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)

/** People of a church over two and a half years, the same for the same seed; some at the edges of every period. */
export function historyOf(seed: number, today: string, ownerIds: readonly string[]): HistoryPerson[] {
  const chance = chanceFrom(seed)
  const whole = (below: number): number => Math.floor(chance.next() * below)
  const maybe = <T>(share: number, value: () => T): T | null => (chance.next() < share ? value() : null)
  const edges = [0, 1, 29, 30, 89, 90, 119, 120, 363, 364, 365, 393, 394, 728, 729]
  const person = (): HistoryPerson => {
    const ago = chance.next() < 0.3 ? chance.pick(edges) : whole(chance.next() < 0.6 ? 120 : 900)
    const isNewConvert = chance.next() < 0.1
    const firstVisitOn = maybe(0.95, () => dayBack(today, ago))
    const laterDay = (): string => dayBack(today, whole(ago + 1))
    const clockFrom = maybe(0.7, () => new Date(Date.parse(`${dayBack(today, ago)}T12:00:00Z`) + whole(6) * HOUR_MS))
    return {
      id: randomUUID(),
      isNewConvert,
      firstVisitOn,
      cameOn: Array.from({ length: whole(3) }, laterDay).concat(maybe(0.1, () => dayBack(today, ago - 7)) ?? []),
      memberOn: maybe(0.15, laterDay),
      isArchived: chance.next() < 0.1,
      sourceId: maybe(0.8, () => 1 + whole(4)),
      interest: maybe(0.75, () => whole(4)),
      ownerId: maybe(0.6, () => chance.pick(ownerIds)),
      furthestId: isNewConvert ? 6 + whole(5) : 1 + whole(5),
      activities: whole(6),
      clockFrom,
      contactedAt: clockFrom && maybe(0.8, () => new Date(clockFrom.getTime() + contactAfter(whole))),
    }
  }
  return Array.from({ length: chance.pick([0, 3, 9, 10, 29, 30, 45, 80]) }, person)
}

/** Often at the very end of a band, and a second after it; sometimes before the clock began. */
const contactAfter = (whole: (below: number) => number): number => {
  const edges = [24, 36, 72].flatMap((hours) => [hours * HOUR_MS, hours * HOUR_MS + 1000])
  return whole(3) === 0 ? (edges[whole(edges.length)] ?? 0) : (whole(100) - 2) * HOUR_MS + whole(3_600_000)
}

/** The first day after the first visit on which somebody was there. */
export const secondVisitOf = ({ firstVisitOn, cameOn }: HistoryPerson): string | null =>
  firstVisitOn === null ? null : (cameOn.filter((day) => day > firstVisitOn).toSorted()[0] ?? null)

/** Writes a history into a church, beside the acts. */
export async function writeHistory(look: Look, tenantId: string, people: readonly HistoryPerson[]): Promise<void> {
  await look(
    `with told as (
      select * from jsonb_to_recordset($2::jsonb) as t ("id" uuid, "isNewConvert" boolean, "firstVisitOn" date,
        "second" date, "memberOn" date, "isArchived" boolean, "sourceId" smallint, "interest" smallint, "ownerId" uuid,
        "furthestId" smallint, "activities" integer, "clockFrom" timestamptz, "contactedAt" timestamptz)
    ), folk as (
      insert into person (tenant_id, id, first_name, sort_name, kind, archived_at)
      select $1, "id", 'Guest', 'guest', 'first_timer', case when "isArchived" then now() end from told returning id)
    insert into newcomer (tenant_id, person_id, kind, entered_at, first_visit_on, second_visit_on, member_on, clock_from,
      contacted_at, source_id, interest, owner_id, stage_id, staged_at, furthest_id, touched_at, activities, archived)
    select $1, "id", case when "isNewConvert" then 'new_convert' else 'first_timer' end, now(), "firstVisitOn", "second",
      "memberOn", "clockFrom", "contactedAt", "sourceId", "interest", "ownerId", "furthestId", now(), "furthestId", now(),
      "activities", "isArchived"
    from told where exists (select from folk where folk.id = told."id")`,
    [tenantId, JSON.stringify(people.map((person) => ({ ...person, second: secondVisitOf(person) })))],
  )
}
