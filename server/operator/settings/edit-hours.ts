import { z } from 'zod/mini'
import type { OpenHours, SendingHours } from '#contract/messaging/sending-hours.ts'
import { hoursFields, hoursPlace } from '#contract/operator/hours.ts'
import {
  deleteHours,
  insertHours,
  selectAllRoutes,
  selectHours,
  updateHours,
  type HoursInput,
  type HoursPlace,
} from '../../messaging/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { confirmedAct, changesOf } from '../changes/index.ts'
import { noteOperatorAct } from '../log/index.ts'

/** Hours of an id as they are to be; with a place they are new, and without hours they are taken away. */
const wanted = z.object({ id: z.string(), place: z.nullish(hoursPlace), hours: z.nullable(hoursFields) })

/**
 * Adds, changes or takes away when messages may leave; it holds from the next one that is handed over. Throws `not_found`,
 * `name_taken` where there are such hours already, and `invalid_input` where messages would never leave, or at any time.
 */
export const editHours = confirmedAct({
  kind: 'sending_hours',
  shape: wanted,
  look: async (tx, { id, place, hours }) => {
    if (hours) refuseNever(hours)
    const known = await selectHours(tx)
    const present = known.find((rule) => (place ? isSamePlace(rule, place) : rule.id === id))
    if (place && present) throw new ApiError('name_taken')
    const about = place ? await namedPlace(tx, place) : present
    if (!about) throw new ApiError('not_found')
    if (!hours && isForAll(about)) throw refused('id', 'The hours for all other countries stay; change them instead.')
    const changes = changesIn(present, hours)
    const { country, routeName } = about
    return changes && { subject: id, details: { isoCode: country, ...(routeName && { route: routeName }) }, ...changes }
  },
  apply: async (tx, _context, { wanted: { id, place, hours }, looked, change, actor, at }) => {
    if (!hours) await deleteHours(tx, id)
    else if (place) await insertHours(tx, id, place, hours)
    else await updateHours(tx, id, hours)
    const { details: about, before, after } = looked
    const told = { ...(!place && { before }), ...(hours && { after }) }
    const details = { ...about, ...told, reason: change.reason, askedBy: change.askedBy.name }
    const act = place ? 'sending_hours.added' : hours ? 'sending_hours.changed' : 'sending_hours.removed'
    await noteOperatorAct(tx, actor, { act, subjectId: id, details, at })
  },
})

/** What new hours are called: `za`, `ng-regular`, `elsewhere-personal`. */
export const hoursId = ({ country, routeId, kind }: HoursPlace): string =>
  [country?.toLowerCase() ?? 'elsewhere', routeId, kind === 'personal' && kind].filter(Boolean).join('-').slice(0, 40)

type Placed = HoursPlace & Pick<SendingHours, 'routeName'>

const isSamePlace = (one: HoursPlace, other: HoursPlace): boolean =>
  one.country === other.country && one.routeId === other.routeId && one.kind === other.kind

const isForAll = ({ country, routeId, kind }: HoursPlace): boolean =>
  country === null && routeId === null && kind === 'bulk'

/** Throws `not_found` for a route that there is not. */
async function namedPlace(tx: Tx, place: HoursPlace): Promise<Placed> {
  if (place.routeId === null) return { ...place, routeName: null }
  const route = (await selectAllRoutes(tx)).find(({ id }) => id === place.routeId)
  if (!route) throw new ApiError('not_found')
  return { ...place, routeName: route.name }
}

/** Null: nothing changes. */
function changesIn(present: HoursInput | undefined, hours: HoursInput | null): ReturnType<typeof changesOf> {
  if (present && hours) return changesOf(toldOf(present), toldOf(hours))
  return { before: present ? toldOf(present) : {}, after: hours ? toldOf(hours) : {} }
}

/** What waits must be able to leave on each day that is open. */
function refuseNever({ week, agreed, releases }: HoursInput): void {
  const open = [...week, agreed].filter((hours) => hours !== null)
  if (week.every((hours) => hours === null))
    throw refused('week', 'Messages must be able to leave on one day at least.')
  if (releases !== null && open.some(({ opens, closes }) => releases < opens || releases >= closes))
    throw refused('releases', 'What waited must leave while it is open, on each day.')
}

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** As people read it: each day by itself, `08:00-20:00`. */
const toldOf = ({ week, agreed, releases, zone, closedOnHolidays, source, checkedOn }: HoursInput) => ({
  ...Object.fromEntries(DAYS.map((day, index) => [day, textOf(week[index] ?? null)])),
  agreed: textOf(agreed),
  releases,
  zone,
  closedOnHolidays,
  source,
  checkedOn,
})

const textOf = (hours: OpenHours | null): string | null => hours && `${hours.opens}-${hours.closes}`

const refused = (field: string, message: string): ApiError =>
  new ApiError('invalid_input', { fields: { [field]: message } })
