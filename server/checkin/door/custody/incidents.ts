import { randomUUID } from 'node:crypto'
import type { CustodyRow } from '#contract/checkin/custody.ts'
import {
  oddTimes,
  type Incident,
  type listIncidents as call,
  type OddTime,
  type settleIncident,
} from '#contract/checkin/incidents.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { staffWith } from '../../../identity/index.ts'
import { sendPush } from '../../../messaging/index.ts'
import { cleanText } from '../../../people/index.ts'
import { ApiError } from '../../../platform/http/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import {
  type ListedEntry,
  insertIncidents,
  lockIncident,
  saveSettled,
  selectHere,
  selectOpenIncidents,
} from './custody-list-store.ts'
import { recordCustody, type CustodyActor, type CustodyEntry, type CustodyPlace } from './record-custody.ts'
import { wallTime } from '../../../platform/runtime/index.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { renderEmail } from '../../../platform/mail/index.ts'
import { selectChurchOfLog } from './custody-store.ts'
import { lockRegistration, markCheckedOut } from '../../events/index.ts'
import { z } from 'zod/mini'
import { defineJob, type Enqueue } from '../../../platform/jobs/index.ts'

const NOTE_MAX_LENGTH = 500
/** Whoever was out of reach for longer sees it on the dashboard. */
const RINGS_FOR_MS = 6 * 60 * 60 * 1000

/** Tells one who leads the check-in, by mail, what has to be settled. */
export const tellIncidentJob = defineJob({
  name: 'checkin.tell-incident',
  payload: z.object({
    tenantId: z.uuid(),
    accountId: z.uuid(),
    eventId: z.uuid(),
    numbers: z.array(z.int()),
  }),
})

/** `now`: when we heard of it; `at` is when it was done. */
type Raising = CustodyPlace & { enqueue: Enqueue; now: Date }

/**
 * Enters what does not go together, or had no authority, into the custody log, and tells everybody who leads the check-in:
 * the screens show it until somebody has settled it.
 */
export async function raiseIncidents(
  tx: Tx,
  { now, enqueue, ...place }: Raising,
  entries: readonly CustodyEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const { tenantId } = place
  const eventId = place.eventId.toLowerCase()
  const numbers = await recordCustody(tx, place, entries)
  await insertIncidents(tx, { tenantId, eventId, numbers, at: now })
  const leaders = await staffWith(tx, 'checkin.manage')
  for (const { accountId } of leaders) await enqueue(tx, tellIncidentJob, { tenantId, accountId, eventId, numbers })
  const push = {
    tenantId,
    personIds: leaders.map(({ personId }) => personId),
    title: 'Check-in needs you',
    // It stands on locked screens.
    body: 'Two stations do not agree about a child, or a child left without authority. Please look now.',
    path: '/tenant/checkin/custody',
    about: `incident ${eventId} ${numbers.join(' ')}`,
    reference: randomUUID(),
    expiresAt: new Date(now.getTime() + RINGS_FOR_MS),
    otherwise: null,
  }
  await sendPush(tx, enqueue, push, now)
}

/** What is open, the latest first. */
export async function listIncidents(tx: Tx): Promise<Answer<typeof call>> {
  const entries = await selectOpenIncidents(tx)
  const here = await selectHere(tx, entries)
  return entries.map((entry) => presentIncident(entry, here.has(`${entry.eventId} ${entry.personId}`)))
}

const presentIncident = (entry: ListedEntry, isChildHere: boolean): Incident => ({
  eventId: entry.eventId,
  number: entry.number,
  eventName: entry.eventName,
  at: `${entry.at.slice(0, -3)}Z`,
  act: entry.act === 'conflict' ? 'conflict' : 'left_unauthorised',
  ...entryWords(entry),
  isChildHere,
})

type EntryWords = Omit<CustodyRow, 'eventId' | 'eventName' | 'number' | 'at' | 'act' | 'secondActorName' | 'intact'>

/** What stands in an entry besides its place. */
export function entryWords(entry: ListedEntry): EntryWords {
  const { childName, className, collectorName, actorName, broughtByName, stationName, other, details } = entry
  const why = textIn(details, 'odd')
  return {
    childName,
    className,
    collectorName: collectorName ?? textIn(details, 'collector'),
    actorName,
    broughtByName,
    stationName,
    reason: textIn(details, 'reason'),
    oddTime: isOddTime(why) ? { why, claimed: textIn(details, 'claimed') ?? '' } : null,
    other,
  }
}

const isOddTime = (word: string | null): word is OddTime => oddTimes.some((known) => known === word)

function textIn(details: Record<string, unknown>, name: string): string | null {
  const text = details[name]
  return typeof text === 'string' ? text : null
}

type Settling = Received<typeof settleIncident>['body'] & { accountId: string }

/**
 * Somebody who leads the check-in has looked and says what came of it: that is an entry of the log. A child who has left and
 * still stands in class is taken out by it. Throws `not_found`.
 */
export async function settle(
  tx: Tx,
  { tenantId, secretKey, custody, at }: Omit<CustodyPlace, 'eventId'> & { custody: CustodyActor },
  { number, note, isChildGone, accountId, ...settling }: Settling,
): Promise<{ settled: true }> {
  const eventId = settling.eventId.toLowerCase()
  const incident = await lockIncident(tx, { eventId, number })
  if (!incident) throw new ApiError('not_found')
  if (incident.isSettled) return { settled: true }
  const { personId, registrationId, collectorId } = incident
  await saveSettled(tx, { eventId, number, accountId, at })
  const isTakenOut = isChildGone && personId && registrationId && (await lockRegistration(tx, registrationId)) !== null
  const gone = isTakenOut ? await markCheckedOut(tx, { registrationId, personIds: [personId], collectorId, at }) : []
  const reason = cleanText(note, NOTE_MAX_LENGTH)
  const details = { reason, other: String(number), ...(gone.length > 0 && { gone: 'yes' }) }
  await recordCustody(tx, { tenantId, secretKey, eventId, at }, [
    {
      act: 'settled',
      actor: custody,
      personId,
      registrationId,
      collectorId,
      classId: gone[0]?.classId ?? null,
      details,
    },
  ])
  return { settled: true }
}

type NotifiedFamily = { tenantId: string; accountId: string; eventId: string; numbers: number[] }

/** Mails one who leads the check-in what nobody has settled meanwhile; nothing when they lead it no longer. */
export async function tellIncident(
  { database, sendMail, config }: Pick<AppContext, 'database' | 'sendMail' | 'config'>,
  { tenantId, accountId, eventId, numbers }: NotifiedFamily,
): Promise<void> {
  const told = await database.withTenant(tenantId, async (tx) => ({
    leader: (await staffWith(tx, 'checkin.manage')).find((member) => member.accountId === accountId),
    entries: await selectOpenIncidents(tx, { eventId, numbers }),
    church: await selectChurchOfLog(tx),
  }))
  const { leader, entries, church } = told
  const [first] = entries
  if (!leader || !first || !church) return
  await sendMail(
    renderEmail({
      to: leader.email,
      subject: `Check-in needs you: ${first.eventName}`,
      paragraphs: [
        `Hello ${leader.firstName},`,
        ...entries.map((entry) => sentence(entry, church.timeZone)),
        'Please find out where the child is, and then write down what came of it.',
      ],
      button: { title: 'Open the custody log', link: `${config.publicUrl}/tenant/checkin/custody` },
    }),
  )
}

const timeOf = (timeZone: string, at: string): string => wallTime(timeZone, new Date(at)).replace('T', ' ').slice(0, 16)

/** What happened, by the names of today: whoever reads it has to act at once. */
function sentence(entry: ListedEntry, timeZone: string): string {
  const { childName, collectorName, stationName, other, reason, oddTime, className } = {
    ...entryWords(entry),
  }
  const child = childName ?? 'A child'
  const who = collectorName ?? 'somebody'
  const where = (station: string | null): string => (station ? ` at the station ${station}` : '')
  const when = timeOf(timeZone, `${entry.at.slice(0, -3)}Z`)
  const before = other ? `${timeOf(timeZone, other.at)}${where(other.stationName)}` : 'an earlier time'
  if (reason === 'two_collectors')
    return `${child} left with ${other?.collectorName ?? 'somebody'} (${before}). Without a network, ${child} was handed over to ${who} as well (${when}${where(stationName)}).`
  if (reason === 'two_classes')
    return `${child} was checked in to ${other?.className ?? 'a class'} (${before}) and to ${className ?? 'a class'} (${when}${where(stationName)}).`
  if (reason === 'refused_elsewhere')
    return `${child} was not handed over to ${who} (${before}), and was handed over to ${who} at another station (${when}${where(stationName)}).`
  const odd = oddTime ? ' The time that the station gave cannot be right.' : ''
  return `Without a network, ${child} was handed over to ${who}${where(stationName)} (${when}), and that was not allowed.${odd}`
}
