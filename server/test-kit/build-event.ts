import { addEvent, type ClassInput, type EventRow } from '#contract/checkin/events.ts'
import { wallTime, type Clock } from '#server/platform/runtime/index.ts'
import type { Church } from './build-church.ts'
import type { TestApp } from './start-app.ts'

export type EventPlan = {
  name?: string
  /** Hours from now; it takes two hours. */
  startsIn?: number
  /** Of the church's zone, `Africa/Lagos` when not said. */
  timeZone?: string
  opensAt?: string | null
  closesAt?: string | null
  /** One class of 40 places when not said. */
  classes?: (Partial<Omit<ClassInput, 'id'>> & { name: string })[]
  repeat?: { intervalWeeks: number; untilDay: string | null } | null
}

const HOUR_MS = 60 * 60 * 1000
const LAGOS = 'Africa/Lagos'

/** `YYYY-MM-DDTHH:mm` so many hours from now, as the calls want it. */
export const localIn = ({ clock }: { clock: Pick<Clock, 'now'> }, hours: number, timeZone = LAGOS): string =>
  wallTime(timeZone, new Date(clock.now().getTime() + hours * HOUR_MS)).slice(0, 16)

/** An event of a church with its classes, added by its administrator. */
export async function buildEvent(
  app: Pick<TestApp, 'call'> & { clock: Pick<Clock, 'now'> },
  { admin }: Pick<Church, 'admin'>,
  plan: EventPlan = {},
): Promise<EventRow> {
  const {
    name = 'Family Thanksgiving Service',
    startsIn = 1,
    timeZone = LAGOS,
    classes = [{ name: 'Toddlers' }],
  } = plan
  const body = {
    name,
    place: 'Main hall',
    startsAt: localIn(app, startsIn, timeZone),
    endsAt: localIn(app, startsIn + 2, timeZone),
    opensAt: plan.opensAt ?? null,
    closesAt: plan.closesAt ?? null,
    classes: classes.map((one) => ({ ...plainClass, ...one })),
    repeat: plan.repeat ?? null,
  }
  const { status, body: event } = await app.call(addEvent, { body }, { token: admin.token })
  if (status !== 200) throw new Error(`The event was not added: ${status} ${JSON.stringify(event)}`)
  return event
}

/** A class as it is given to a call, with nothing but places. */
export const plainClass = { id: null, groupId: null, ageFrom: null, ageUntil: null, capacity: 40, ratio: null }

/** The id of a class by its name. */
export function classId({ classes }: Pick<EventRow, 'classes'>, name: string): string {
  const found = classes.find((one) => one.name === name)
  if (!found) throw new Error(`There is no class ${name}.`)
  return found.id
}
