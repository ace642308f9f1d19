import * as custody from '#contract/checkin/custody.ts'
import type { EventRow } from '#contract/checkin/events.ts'
import { setFamilyGrant } from '#contract/checkin/guardians.ts'
import * as incidents from '#contract/checkin/incidents.ts'
import type { ActOutcome, StationAct } from '#contract/checkin/offline.ts'
import { buildEvent, classId } from './build-event.ts'
import { buildFamily, type Family } from './build-family.ts'
import type { Church } from './build-church.ts'
import type { TestApp } from './start-app.ts'
import { openDevice, type Act, type StationDevice } from './station-device.ts'

export const MINUTE = 60_000

/** `number`: of the first act, where it is not the one after the last. */
type Bringing = { doneAt?: string; token?: string; number?: number }
type GrantKind = 'allowed' | 'not_authorised' | null

/**
 * Two stations know a family of two children; the first child is in class since ten minutes. Beside them a man of another
 * family, of whom nothing was said.
 */
export async function twoStations(app: TestApp) {
  const church = await app.buildChurch()
  const family = await buildFamily(app, church, { children: [{ firstName: 'Tobi' }, { firstName: 'Ife' }] })
  const { parentId: uncle } = await buildFamily(app, church)
  const event = await buildEvent(app, church, {
    name: 'Morning',
    startsIn: -1,
    classes: [{ name: 'Nursery' }, { name: 'Toddlers' }],
  })
  const front = await openDevice(app, church, 'Front')
  const back = await openDevice(app, church, 'Back')
  await back.pack(event.id)
  const pack = (await front.pack(event.id)).body
  const acts = actsOf({ family, event, code: pack.codes[0] ?? '' })
  const bring = bringer(app)
  await bring(front, [acts.checkIn(acts.child(), 'Nursery')])
  app.clock.advance(10 * MINUTE)
  return { church, family, uncle, event, front, back, pack, bring, ...acts, ...asked(app, church, family) }
}

export type TwoStations = Awaited<ReturnType<typeof twoStations>>

/** Acts that a station may do with the family and the code that its first child came in by. */
function actsOf({ family, event, code }: { family: Family; event: EventRow; code: string }) {
  const child = (place = 0): string => family.childIds[place] ?? ''
  const checkIn = (personId: string, name: string, given: Partial<Act<'check_in'>> = {}): StationAct => ({
    kind: 'check_in',
    eventId: event.id,
    familyId: family.familyId,
    code,
    children: [{ personId, classId: classId(event, name), leased: true }],
    ...given,
  })
  const checkOut = (given: Partial<Act<'check_out'>> = {}): StationAct => ({
    kind: 'check_out',
    eventId: event.id,
    code,
    childIds: [child()],
    collectorId: family.parentId,
    ...given,
  })
  return { code, child, checkIn, checkOut }
}

/** Brings acts of a station, each with the number after the one before. */
function bringer(app: TestApp) {
  const next = new Map<StationDevice, number>()
  return async (
    device: StationDevice,
    acts: StationAct[],
    { doneAt = app.clock.now().toISOString(), token, number = next.get(device) ?? 1 }: Bringing = {},
  ): Promise<ActOutcome[]> => {
    next.set(device, number + acts.length)
    const signed = acts.map((act, place) => device.sign(number + place, act, { doneAt }))
    const { status, body } = await device.sync(signed, token)
    if (status !== 200) throw new Error(`${status} ${body.code}`)
    return body.outcomes
  }
}

/** What the church's administrator, or whoever has the token, says and is told. */
function asked(app: TestApp, { admin }: Church, { familyId }: Family) {
  const as = (token = admin.token) => ({ token })
  return {
    as,
    ago: (minutes: number): string => new Date(app.clock.now().getTime() - minutes * MINUTE).toISOString(),
    allow: (personId: string, kind: GrantKind = 'allowed', token = admin.token) => {
      const free = { childIds: null, fromDay: null, untilDay: null, weekdays: [], oneTime: false, note: '' }
      const body = { terms: kind && { kind, ...free } }
      return app.call(setFamilyGrant, { params: { id: familyId, personId }, body }, as(token))
    },
    log: async (act?: incidents.CustodyAct) =>
      (await app.call(custody.listCustody, { query: { limit: 100, ...(act && { act }) } }, as())).body.items,
    incidents: async (token = admin.token) => (await app.call(incidents.listIncidents, {}, as(token))).body,
  }
}
