import {
  addComment,
  addNote,
  changeLeadStatus,
  changeOwner,
  changeStage,
  createTask,
  noteContact,
  noteVisits,
  updateAnswers,
} from '../followup/index.ts'
import { addPersons } from '../people/index.ts'
import type { Tx } from '../platform/database/index.ts'
import { addDays, daysBetween, instantOf, type Day } from '../platform/runtime/index.ts'
import { chanceFrom, type Chance } from './crowd/chance.ts'
import type { DemoPerson } from './crowd/demo-person.ts'

export type Church = { tenantId: string; timeZone: string; seed: number; at: Date; today: Day }

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Whoever came in these days is entered on the day of the visit; who came before, when their month was written down. */
const LATE_DAYS = 91
const CARED_DAYS = 35
/** Days after the first of the next month; a month is closed later than that. */
const CLOSED_AFTER = 1
/** What is written of whoever came before that is done. */
const RESTING_AFTER = 10
/** Chances of their own: names and numbers stay what they are without them. */
const OWN_SEED = 2_000

/** That time of a day on the church's clocks; now, where it is not there yet. */
export const timeOn = ({ timeZone, at }: Church, day: Day, clock: string): Date => {
  const instant = instantOf(timeZone, `${day}T${clock}`) ?? at
  return instant < at ? instant : at
}

function entryOf(church: Church, { kind, joinedOn }: DemoPerson): Date {
  if (kind !== 'first_timer') return church.at
  if (daysBetween(joinedOn, church.today) <= LATE_DAYS) return timeOn(church, joinedOn, '12:00')
  const next = new Date(`${joinedOn.slice(0, 7)}-01T00:00:00Z`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return timeOn(church, addDays(next.toISOString().slice(0, 10), CLOSED_AFTER), '12:00')
}

/** Writes people as they came, so that no month of the past seems to have changed since. Ids in the order of the people. */
export async function addAsTheyCame(tx: Tx, church: Church, people: readonly DemoPerson[]): Promise<string[]> {
  const idOf = new Map<DemoPerson, string>()
  const entries = Map.groupBy(people, (person) => entryOf(church, person).getTime())
  for (const [at, group] of [...entries].toSorted(([one], [other]) => one - other)) {
    const ids = await addPersons(tx, church.tenantId, group, new Date(at))
    group.forEach((person, place) => idOf.set(person, ids[place] ?? ''))
  }
  return people.map((person) => idOf.get(person) ?? '')
}

/** `entry`: when they were written down. */
type Guest = { id: string; joinedOn: Day; daysAgo: number; entry: Date }
type Following = { church: Church; chance: Chance; team: readonly string[] }

/** The first-timers of a church are cared for: answers, visits, contacts, owners, tasks, notes, as of today. */
export async function followUp(
  tx: Tx,
  church: Church,
  { people, ids, team }: { people: readonly DemoPerson[]; ids: readonly string[]; team: readonly string[] },
): Promise<void> {
  const following = { church, chance: chanceFrom(church.seed + OWN_SEED), team }
  const guests = people.flatMap((person, place): Guest[] => {
    const { kind, joinedOn } = person
    const daysAgo = daysBetween(joinedOn, church.today)
    const guest = { id: ids[place] ?? '', joinedOn, daysAgo, entry: entryOf(church, person) }
    return kind === 'first_timer' ? [guest] : []
  })
  await giveAnswers(tx, following, guests)
  for (const guest of guests.filter((each) => isAwaited(church, each))) await careFor(tx, following, guest)
  await comeAgain(tx, following, guests)
  await settle(tx, following, guests)
  await makeTasks(tx, following, guests)
}

/** Of a hundred: Friend, Social Media, Website, Flyer, and those of whom nobody asked. */
const SOURCES = [2, 2, 2, 2, 2, 3, 3, 3, 1, 1, 4, null]
const INTERESTS = [0, 0, 0, 0, 2, 2, 1, 3, null]

async function giveAnswers(tx: Tx, { chance }: Following, guests: readonly Guest[]): Promise<void> {
  for (const { id } of guests) {
    const answers = { sourceId: chance.pick(SOURCES), interest: chance.pick(INTERESTS), wantsVisit: chance.below(3) }
    await updateAnswers(tx, id, answers)
  }
}

const words = [
  'Enjoyed the choir, and would like to sing.',
  'Lives near Allen roundabout. Comes by bus.',
  'Will bring her sister next Sunday.',
  'Asked about the youth fellowship.',
  '',
  '',
]

/** Whoever was entered within a week of the visit waits for a first contact. */
const isAwaited = (church: Church, { joinedOn, entry }: Guest): boolean =>
  entry.getTime() - timeOn(church, joinedOn, '12:00').getTime() < 8 * DAY_MS

/** Somebody of the team calls, mostly within two days; of the last days some still wait. */
async function careFor(
  tx: Tx,
  { church, chance, team }: Following,
  { id, joinedOn, daysAgo, entry }: Guest,
): Promise<void> {
  const { tenantId, at } = church
  const by = chance.pick(team)
  const visit = timeOn(church, joinedOn, '12:00')
  if (daysAgo <= CARED_DAYS && chance.next() < 0.8)
    await changeOwner(tx, { tenantId, by: null, at: visit }, { personId: id, ownerId: by })
  const after = (hours: number): Date =>
    new Date(Math.max(visit.getTime() + hours * HOUR_MS, entry.getTime() + HOUR_MS))
  const wait = chance.pick([4, 6, 19, 21, 22, 24, 28, 30, 44, 58, 70])
  const call = { personId: id, channel: chance.pick(['call', 'call', 'whatsapp'] as const) }
  const first = after(wait)
  if (first > at) return
  const isMissed = chance.next() < 0.2
  if (isMissed) await noteContact(tx, { tenantId, by, at: first }, { ...call, outcome: 'no_answer', text: '' })
  const reached = isMissed ? after(wait + 24) : first
  if (reached > at) return
  await noteContact(tx, { tenantId, by, at: reached }, { ...call, outcome: 'reached', text: chance.pick(words) })
}

/** Four or five in ten come again, and half of those once more; all of one day together. */
async function comeAgain(tx: Tx, { church, chance }: Following, guests: readonly Guest[]): Promise<void> {
  const visits = new Map<Day, string[]>()
  const come = (id: string, day: Day): void => {
    if (day <= church.today) visits.set(day, [...(visits.get(day) ?? []), id])
  }
  for (const { id, joinedOn } of guests) {
    if (chance.next() > 0.46) continue
    const again = addDays(joinedOn, 7 * (1 + chance.below(4)))
    come(id, again)
    if (chance.next() < 0.5) come(id, addDays(again, 7 * (1 + chance.below(3))))
  }
  for (const [day, personIds] of [...visits].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const came = {
      personIds,
      at: timeOn(church, day, '09:10'),
      how: 'attendance' as const,
      eventId: null,
      by: null,
      day,
    }
    await noteVisits(tx, church.tenantId, came)
  }
}

/** Whoever came some weeks ago is connected, rests, or was called lately: nobody’s card is forgotten. */
async function settle(tx: Tx, { church, chance, team }: Following, guests: readonly Guest[]): Promise<void> {
  const { tenantId, at } = church
  for (const { id } of guests.filter((guest) => guest.daysAgo > RESTING_AFTER && guest.daysAgo <= CARED_DAYS)) {
    const by = chance.pick(team)
    const lately = new Date(at.getTime() - (1 + chance.below(2)) * DAY_MS)
    const turn = chance.below(6)
    if (turn === 0) await changeStage(tx, { tenantId, by, at: lately }, { personId: id, stageId: 4 })
    if (turn === 1)
      await noteContact(
        tx,
        { tenantId, by, at: lately },
        { personId: id, channel: 'call', outcome: 'reached', text: chance.pick(words) },
      )
    else await changeLeadStatus(tx, { tenantId, by, at: lately }, { personId: id, leadStatus: 1 })
  }
}

type Plan = { text: string; days: number; clock: string; type: string; priority: number; said?: string }
const plans: readonly Plan[] = [
  {
    text: 'Visit at home, bring the welcome pack',
    days: -2,
    clock: '17:00',
    type: '91',
    priority: 0,
    said: 'Best after 5.',
  },
  { text: 'Invite to the Alpha course', days: -1, clock: '17:00', type: '87', priority: 1 },
  { text: 'Newcomers’ lunch on Sunday: who comes, how many?', days: 0, clock: '23:00', type: '87', priority: 0 },
  { text: 'Send the reading plan', days: 1, clock: '18:00', type: '90', priority: 1 },
  {
    text: 'Introduce to the Fathers’ group',
    days: 3,
    clock: '12:00',
    type: '88',
    priority: 1,
    said: 'He knows Obinna.',
  },
  { text: 'Pray about the new job', days: 5, clock: '19:00', type: '97', priority: 1 },
  { text: 'Explain the baptism class', days: 7, clock: '17:00', type: '91', priority: 1 },
]

/** What is to be done about those who came last, and a note or two. */
async function makeTasks(tx: Tx, { church, team }: Following, guests: readonly Guest[]): Promise<void> {
  const { tenantId, today, at } = church
  const lately = guests.filter(({ daysAgo }) => daysAgo <= RESTING_AFTER)
  const [by = ''] = team
  const doer = { tenantId, by, at }
  for (const [place, { text, days, clock, type, priority, said }] of plans.entries()) {
    const guest = lately[place]
    if (!guest) return
    const when = { dueDate: `${addDays(today, days)}T${clock}`, reminder: days > 0 ? 60 : null }
    const task = {
      contacts: guest.id,
      instructions: text,
      ...when,
      type,
      priority,
      personID: team[place % team.length],
    }
    const taskId = await createTask(tx, doer, task)
    if (said) await addComment(tx, doer, { taskId, text: said })
  }
  const [first, second] = lately
  if (first) await addNote(tx, doer, { personId: first.id, text: 'Came with two children.', isPrivate: false })
  if (second) await addNote(tx, doer, { personId: second.id, text: 'Ask gently about family.', isPrivate: true })
}
