import type { TenantId, Tx } from '../../platform/database/index.ts'
import { dayIn, daysBetween, instantOf, type Day } from '../../platform/runtime/index.ts'
import { selectStages, selectWorkingWeek, type Stage } from '../lists/index.ts'
import { note } from './log.ts'
import type { LogEntry } from './log-store.ts'
import {
  insertNewcomers,
  insertTallies,
  lockSeen,
  updateStandings,
  type NewNewcomer,
  type Written,
} from './newcomer-store.ts'
import { standingOf, tallyOf, type Seen, type Standing } from './standing.ts'

/** Whoever is entered later than that after the visit is not asked any more how it was. */
const CLOCK_DAYS = 7

type Change = { seen: Seen; after: Standing }
type Place = { tenantId: TenantId; timeZone: string; at: Date }

/**
 * Follows what was written of people: who is a first-timer or new convert has a card, and where they stand, whether they
 * count and since when they are members is as the person says.
 */
export async function follow(tx: Tx, { personIds, at }: { personIds: string[]; at: Date }): Promise<void> {
  const seen = await lockSeen(tx, personIds)
  if (seen.length === 0) return
  const [stages, { tenantId, timeZone }] = [await selectStages(tx), await selectWorkingWeek(tx)]
  const today = dayIn(timeZone, at)
  const changes = seen.flatMap((one): Change[] => {
    const after = standingOf(one, stages, today)
    return after && !isSame(one.kept, after) ? [{ seen: one, after }] : []
  })
  if (changes.length === 0) return
  const fresh = changes.filter(({ seen: { kept } }) => kept === null)
  const moved = changes.filter(({ seen: { kept } }) => kept !== null)
  const place = { tenantId, timeZone, at }
  if (fresh.length > 0) await insertNewcomers(tx, tenantId, { newcomers: fresh.map((one) => entering(one, place)), at })
  if (moved.length > 0) await updateStandings(tx, moved.map(written), at)
  const tallies = changes.flatMap(({ seen: { personId, kept }, after }) =>
    tallyOf(kept, after).map((step) => ({ personId, ...step })),
  )
  if (tallies.length > 0) await insertTallies(tx, tenantId, { tallies, at })
  await note(
    tx,
    tenantId,
    changes.flatMap((change) => linesOf(change, stages, at)),
  )
}

const isSame = (before: Standing | null, after: Standing): boolean =>
  before !== null && (Object.keys(after) as (keyof Standing)[]).every((field) => before[field] === after[field])

const written = ({ seen: { personId }, after }: Change): Written => ({ ...after, personId })

const entering = ({ seen: { personId }, after }: Change, { timeZone, at }: Place): NewNewcomer => ({
  ...after,
  personId,
  clockFrom: clockFrom(after.firstVisitOn, { timeZone, at }),
})

/** From the visit: of an earlier day only the day is known, and its noon stands for it. */
function clockFrom(visit: Day | null, { timeZone, at }: Omit<Place, 'tenantId'>): Date | null {
  const days = visit === null ? null : daysBetween(visit, dayIn(timeZone, at))
  if (visit === null || days === null || days > CLOCK_DAYS) return null
  return days <= 0 ? at : instantOf(timeZone, `${visit}T12:00`)
}

function linesOf(
  { seen: { personId, kept }, after }: Change,
  stages: readonly Stage[],
  at: Date,
): Omit<LogEntry, 'id'>[] {
  const line = { personId, at, by: null }
  if (!kept) return [{ ...line, kind: 'entered', after: after.kind }]
  const became = kept.memberOn === null && after.memberOn !== null
  if (became) return [{ ...line, kind: 'member', before: `${kept.stageId}`, after: `${after.stageId}` }]
  if (kept.stageId === after.stageId || stages.length === 0) return []
  return [{ ...line, kind: 'stage', before: `${kept.stageId}`, after: `${after.stageId}` }]
}
