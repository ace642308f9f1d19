import type { Verdict } from '#contract/checkin/station.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { inPart, type KeptOutcome, endRequest } from './act-store.ts'
import { CLOCK_TOLERANCE_MS, done, refusalOf, refused, type Act, type RealId, type Taking } from './act.ts'
import { raiseRefusedElsewhere, raiseTwoCollectors } from './conflicts.ts'
import { raiseIncidents, type CustodyEntry, isPersonHere, releaseChildren } from '../door/index.ts'
import { selectChildrenOfEvent, type RegisteredChild } from '../events/index.ts'

type Leaving = { eventId: string; code: string; childIds: string[]; collectorId: string }

/**
 * Children were handed over without a network. They went home if the rule allowed it then and allows it now. Of the others
 * nobody knows here where they are: they stand in class, the log says that they were handed over without authority, or that
 * they had gone with somebody else, and whoever leads the check-in is told.
 */
export async function takeCheckOut(
  tx: Tx,
  taking: Taking,
  { act, real }: { act: Act<'check_out'>; real: RealId },
): Promise<KeptOutcome> {
  const { eventId, code, press } = act
  const leaving = { eventId, code, childIds: [...new Set(act.childIds.map(real))], collectorId: real(act.collectorId) }
  if (press && (await wentBy(tx, taking, { press, leaving }))) return done({})
  const { registrationId, gone, refusal } = await release(tx, taking, leaving)
  if (gone.length > 0) await raiseRefusedElsewhere(tx, taking, { ...leaving, childIds: gone })
  if (!refusal) return done({ registrationId })
  const left = leaving.childIds.filter((childId) => !gone.includes(childId))
  await noteLeft(tx, taking, { leaving, left, refusal })
  return refused(refusal.code, {
    registrationId,
    notDone: act.childIds.filter((childId) => left.includes(real(childId))),
    verdicts: verdictsOf(refusal, act, real),
  })
}

/** Whether they went home by the call whose answer was lost; if not, it lets nobody go any more. */
async function wentBy(
  tx: Tx,
  { desk, accountId }: Taking,
  { press, leaving }: { press: string; leaving: Leaving },
): Promise<boolean> {
  const answer = (await endRequest(tx, { ...desk, accountId, key: press })) as { released?: string[] } | null
  return leaving.childIds.every((childId) => answer?.released?.includes(childId))
}

type Released = { registrationId: string | null; gone: string[]; refusal: ApiError | null }

/** Lets go whom the rule allows; `refusal` is why not all of them. Nobody by a time that cannot be. */
async function release(tx: Tx, taking: Taking, leaving: Leaving): Promise<Released> {
  const children = await selectChildrenOfEvent(tx, leaving.eventId, leaving.childIds)
  const isEarly = (child: RegisteredChild): boolean => isBeforeCheckIn(taking, child)
  const early = children.filter(isEarly).map(({ personId }) => personId)
  const wanted = taking.desk.custody.odd ? [] : leaving.childIds.filter((childId) => !early.includes(childId))
  const odd = wanted.length < leaving.childIds.length ? new ApiError('odd_time') : null
  if (wanted.length === 0) return { registrationId: null, gone: goneWith(children, leaving), refusal: odd }
  const whole = await tryToRelease(tx, taking, { ...leaving, childIds: wanted })
  if (!whole.refusal) return { ...whole, gone: wanted, refusal: odd }
  const passing = passingOf(children, wanted, whole.refusal)
  const part = passing.length > 0 ? await tryToRelease(tx, taking, { ...leaving, childIds: passing }) : null
  const isDone = part !== null && !part.refusal
  return { registrationId: part?.registrationId ?? null, gone: isDone ? passing : [], refusal: whole.refusal }
}

const isBeforeCheckIn = ({ desk }: Taking, { checkedInAt, checkedOutAt }: RegisteredChild): boolean =>
  checkedInAt !== null && !checkedOutAt && desk.at.getTime() < checkedInAt.getTime() - CLOCK_TOLERANCE_MS

/** Who is at home with the same collector: there is nothing to say against that, whatever the time. */
const goneWith = (children: readonly RegisteredChild[], { collectorId }: Leaving): string[] =>
  children
    .filter(({ checkedOutAt, collectedBy }) => checkedOutAt && collectedBy === collectorId)
    .map(({ personId }) => personId)

async function tryToRelease(
  tx: Tx,
  { desk, stationId, now }: Taking,
  leaving: Leaving,
): Promise<{ registrationId: string | null; refusal: ApiError | null }> {
  try {
    const { registrationId } = await inPart(tx, () =>
      releaseChildren(tx, { ...desk, ...leaving, actor: desk.custody, stationId, now }),
    )
    return { registrationId, refusal: null }
  } catch (error) {
    return { registrationId: null, refusal: refusalOf(error) }
  }
}

/** Those whom a refusal of all does not concern: the rule allows them, or they are in class while others are not. */
function passingOf(
  children: readonly RegisteredChild[],
  wanted: readonly string[],
  { code, fields = {} }: ApiError,
): string[] {
  if (code === 'not_released') return wanted.filter((childId) => fields[childId] === 'allowed')
  if (code !== 'not_found' && code !== 'gone_home') return []
  const here = children.filter(
    ({ personId, checkedInAt, checkedOutAt }) => wanted.includes(personId) && checkedInAt && !checkedOutAt,
  )
  return here.length < wanted.length ? here.map(({ personId }) => personId) : []
}

type Left = { leaving: Leaving; left: readonly string[]; refusal: ApiError }

/** What is to be said of children who were handed over and may not have been. */
async function noteLeft(tx: Tx, taking: Taking, { leaving, left, refusal }: Left): Promise<void> {
  const { eventId } = leaving
  const collectorId = (await isPersonHere(tx, leaving.collectorId)) ? leaving.collectorId : null
  const children = await selectChildrenOfEvent(tx, eventId, [...left])
  const isGone = ({ checkedOutAt }: RegisteredChild): boolean => checkedOutAt !== null
  await raiseTwoCollectors(tx, taking, { eventId, collectorId, gone: children.filter(isGone) })
  const here = children.filter((child) => !isGone(child))
  const early = here.filter((child) => isBeforeCheckIn(taking, child))
  const others = here.filter((child) => !early.includes(child))
  const { fields = {}, code } = refusal
  const reasonOf = (personId: string): string => fields[personId] ?? code
  await raiseLeft(tx, earlier(taking), { eventId, collectorId, children: early, reasonOf: () => 'odd_time' })
  const isKnown = children.length > 0
  await raiseLeft(tx, taking, { eventId, collectorId, children: isKnown ? others : [null], reasonOf })
}

/** The same act where its time is before the child came: it counts as done when we heard of it. */
function earlier({ desk, now, ...taking }: Taking): Taking {
  const odd = desk.custody.odd ?? { why: 'before_check_in', claimed: desk.at.toISOString() }
  return { ...taking, now, desk: { ...desk, at: now, custody: { ...desk.custody, odd } } }
}

type Handed = {
  eventId: string
  collectorId: string | null
  /** Null: somebody whom the event does not know. */
  children: readonly (RegisteredChild | null)[]
  reasonOf: (personId: string) => string
}

async function raiseLeft(
  tx: Tx,
  { desk, stationId, now }: Taking,
  { eventId, collectorId, children, reasonOf }: Handed,
): Promise<void> {
  const entries = children.map((child): CustodyEntry => ({
    act: 'left_unauthorised',
    actor: desk.custody,
    stationId,
    collectorId,
    personId: child?.personId ?? null,
    classId: child?.classId ?? null,
    registrationId: child?.registrationId ?? null,
    details: { reason: reasonOf(child?.personId ?? '') },
  }))
  await raiseIncidents(tx, { ...desk, eventId, now }, entries)
}

function verdictsOf(
  { code, fields = {} }: ApiError,
  { childIds }: Act<'check_out'>,
  real: RealId,
): Record<string, Verdict> | null {
  if (code !== 'not_released') return null
  return Object.fromEntries(
    childIds.flatMap((childId) => {
      const verdict = fields[real(childId)] as Verdict | undefined
      return verdict ? [[childId, verdict]] : []
    }),
  )
}
