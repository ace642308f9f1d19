import type { DayCard, MyDay, readMyDay as call } from '#contract/followup/day.ts'
import type { Received } from '#contract/endpoint.ts'
import { pictureUrl } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { addDays, dayIn, instantOf } from '../../platform/runtime/index.ts'
import { selectWorkingWeek, workingHoursBetween, type WorkingWeek } from '../lists/index.ts'
import { countWaiting } from '../welcome/index.ts'
import { deputyFor, readTeam, standsInFor, type Team } from '../team/index.ts'
import { countDay, selectDay, selectNext, selectSpeed, selectWaiting, type DayRow, type Whose } from './day-store.ts'

const HOUR_MS = 3_600_000
const MOST = 100
/** Ends of the bands of the first-contact clock, in hours. */
const BANDS = [24, 36, 72] as const
/** Nobody reached them for so long: late. */
const LATE_HOURS = 72
/** Of the working hours after which a card is handed on, when it is shown as untouched. */
const SHOWN_AFTER = 0.75
const SPEED_DAYS = 90

type Reader = { accountId: string; at: Date }

/** The one list of the day, with what the whole church's first contacts look like. */
export async function readMyDay(
  tx: Tx,
  { accountId, at }: Reader,
  { whose: asked = 'mine' }: Received<typeof call>['query'],
): Promise<MyDay> {
  const week = await selectWorkingWeek(tx)
  const today = dayIn(week.timeZone, at)
  const team = await readTeam(tx, today)
  const whose: Whose = asked === 'mine' ? { owners: [accountId, ...standsInFor(team, accountId)] } : asked
  const dayBegins = instantOf(week.timeZone, `${today}T00:00`) ?? at
  const dayEnds = instantOf(week.timeZone, `${addDays(today, 1)}T00:00`) ?? at
  const waitedSince = new Date(at.getTime() - LATE_HOURS * HOUR_MS)
  const untouchedSince = shownSince(week, at)
  const rows = await selectDay(tx, { whose, at, today, dayEnds, waitedSince, untouchedSince, limit: MOST })
  const next = await selectNext(tx, { whose, at })
  return {
    cards: rows.map((row) => cardOf(row, { week, team, at })),
    ...(await countDay(tx, { whose, at, by: accountId, dayBegins })),
    next: next && { name: next.name, dueAt: next.dueAt.toISOString() },
    firstContact: await readFirstContact(tx, at),
    welcomeWaiting: await countWaiting(tx),
  }
}

/** The latest instant since when so many working hours have passed that an untouched card is shown. */
function shownSince(week: WorkingWeek, at: Date): Date {
  const wanted = Math.max(1, Math.floor(week.untouchedHours * SHOWN_AFTER))
  for (let days = 1; days <= 400; days++) {
    const since = new Date(at.getTime() - days * 24 * HOUR_MS)
    if (workingHoursBetween(week, since, at) >= wanted) return since
  }
  return new Date(0)
}

async function readFirstContact(tx: Tx, at: Date): Promise<MyDay['firstContact']> {
  const waiting = await selectWaiting(tx, { at, bounds: BANDS })
  const bands = [0, 1, 2, 3].map((place) => {
    const { people = 0, names = [] } = waiting.find(({ band }) => band === place) ?? {}
    return { people, names }
  })
  const speed = await selectSpeed(tx, new Date(at.getTime() - SPEED_DAYS * 24 * HOUR_MS))
  return { bands, ...speed }
}

type Now = { week: WorkingWeek; team: Team; at: Date }

function cardOf(row: DayRow, { week, team, at }: Now): DayCard {
  const { personId, memberType, firstName, lastName, phone, email, reason, ownerName, refused } = row
  const deputy = row.ownerId === null ? null : deputyFor(team, row.ownerId)
  const deputyName = team.members.find(({ accountId }) => accountId === deputy)
  return {
    personId,
    memberType,
    firstName,
    lastName,
    phone,
    email,
    pictureUrl: pictureUrl(row.pictureId),
    smsRefused: refused.includes('sms') || refused.includes('all'),
    emailRefused: refused.includes('email') || refused.includes('all'),
    reason,
    task:
      row.taskId && row.dueAt
        ? { id: row.taskId, instructions: row.instructions ?? '', dueAt: row.dueAt.toISOString(), type: row.taskType }
        : null,
    waitingHours: row.clockFrom && Math.floor((at.getTime() - row.clockFrom.getTime()) / HOUR_MS),
    untouchedHours: workingHoursBetween(week, row.touchedAt, at),
    handOnAt: row.handOnAt?.toISOString() ?? null,
    deputyName: deputyName ? `${deputyName.firstName} ${deputyName.lastName}`.trim() : null,
    last: row.lastAt && {
      at: row.lastAt.toISOString(),
      byName: row.lastBy,
      channel: row.lastChannel,
      outcome: row.lastOutcome,
    },
    ownerName,
  }
}
