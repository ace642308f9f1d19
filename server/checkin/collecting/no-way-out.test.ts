import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventRow } from '#contract/checkin/events.ts'
import { setFamilyGrant } from '#contract/checkin/guardians.ts'
import * as calls from '#contract/checkin/station.ts'
import { familyRoles } from '#contract/people/families.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import { PASSWORD, type Church } from '../../test-kit/build-church.ts'
import { buildEvent } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { openDevice, type StationDevice } from '../../test-kit/station-device.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { CheckOutModel, type Household, type Said } from '../../test-kit/check-out-model.ts'

const RUNS = 20
const STEPS = 22

let app: TestApp
let church: Church
let desk: Colleague
let second: Colleague
let reader: Colleague
let locked: Colleague
let abroad: Family
let theirs: Church
let device: StationDevice
let acts = 0
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch()
  theirs = await app.buildChurch()
  abroad = await buildFamily(app, theirs)
  desk = await addColleague(app, church, { roles: ['CheckIn'] })
  second = await addColleague(app, church, { roles: ['CheckInLead'] })
  reader = await addColleague(app, church, { roles: ['Reports'] })
  locked = await addColleague(app, church, { roles: ['CheckIn'] })
  await app.call(calls.lockStation, {}, { token: locked.token })
  device = await openDevice(app, church)
})
afterAll(() => app.stop())

/** One Sunday: an event, two families, and what is believed of them. */
type Sunday = { event: EventRow; families: [Family, Family]; homes: [Household, Household]; believed: CheckOutModel }

async function newSunday(): Promise<Sunday> {
  // The limits of tries are other tests' concern.
  app.clock.advance(16 * 60_000)
  const classes = [{ name: 'Toddlers' }, { name: 'Juniors' }]
  const event = await buildEvent(app, church, { startsIn: -0.5, classes })
  // A station without the pack of an event can have done nothing there.
  expect((await device.pack(event.id)).status).toBe(200)
  const others = [{ firstName: 'Uncle', role: familyRoles.guardian }]
  const families: [Family, Family] = [
    await buildFamily(app, church, { children: [{}, {}], others }),
    await buildFamily(app, church, { others }),
  ]
  for (const { parentId, otherIds } of families) for (const id of [parentId, ...otherIds]) await picture(id)
  const homes = families.map(({ parentId, childIds, otherIds }): Household => ({
    code: null,
    parents: [parentId],
    children: childIds,
    others: otherIds,
  })) as [Household, Household]
  return { event, families, homes, believed: new CheckOutModel(homes) }
}

const picture = (personId: string) =>
  app.look(
    `with p as (insert into picture (tenant_id, content_type, bytes, added_by, added_at)
       select tenant_id, 'image/webp', '\\x00', id, now() from account where tenant_id = $1 limit 1 returning tenant_id, id)
     update person set picture_id = p.id from p where person.tenant_id = p.tenant_id and person.id = $2`,
    [church.tenantId, personId],
  )

const home = fc.constantFrom(0 as const, 1 as const)
const some: fc.Arbitrary<number[]> = fc.constantFrom([0], [1], [0, 1])
const person = fc.constantFrom('parent', 'uncle', 'child', 'other parent', 'other uncle', 'abroad', 'unknown')
const said = fc.option(
  fc.record({
    kind: fc.constantFrom('allowed' as const, 'allowed' as const, 'not_authorised' as const),
    children: fc.option(some),
    days: fc.constantFrom('any', 'any', 'over', 'to come'),
    oneTime: fc.boolean(),
  }),
  { freq: 4 },
)
const right =
  (weight: number) =>
  <T>(value: T, ...others: T[]) =>
    fc.oneof({ weight, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: fc.constantFrom(value, ...others) })
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('check in'), home, some }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('say'), home, person, said }) },
  {
    weight: 8,
    arbitrary: fc.record({
      act: fc.constant('check out'),
      home,
      some,
      person,
      code: right(3)('own', 'other', 'wrong'),
      by: right(3)('desk', 'device', 'device', 'locked', 'reader', 'guardian', 'abroad', 'nobody'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('override'),
      home,
      some,
      person,
      by: right(3)('desk', 'locked', 'guardian'),
      beside: right(2)('second', 'self', 'reader', 'wrong password'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom('reprint', 'move', 'look'), home }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never
type Part<Act extends string> = Extract<Step, { act: Act }>

test('no path of the API lets a child go without its code and somebody who may collect it, or two of the staff', async () => {
  let released = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: STEPS }), async (steps) => {
      const sunday = await newSunday()
      for (const one of steps) {
        await take(sunday, one)
        const rows = await app.look(
          'select person_id, collected_by from registration_child where event_id = $1 and checked_out_at is not null',
          [sunday.event.id],
        )
        const gone = new Map(rows.map((row) => [String(row['person_id']), row['collected_by']]))
        expect([one, Object.fromEntries(gone)]).toEqual([one, Object.fromEntries(sunday.believed.gone)])
      }
      released += sunday.believed.gone.size
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  expect(released).toBeGreaterThan(0)
}, 120_000)

async function take(sunday: Sunday, one: Step): Promise<void> {
  if (one.act === 'check in') await arrive(sunday, one)
  else if (one.act === 'say') await say(sunday, one)
  else if (one.act === 'check out') await leave(sunday, one)
  else if (one.act === 'override') await override(sunday, one)
  else await bustle(sunday, one)
}

const childrenOf = ({ families }: Sunday, of: 0 | 1, indexes: number[]): string[] =>
  indexes.flatMap((index) => families[of].childIds[index] ?? [])

function personOf({ families }: Sunday, of: 0 | 1, who: string): string {
  const [own, other] = [families[of], families[of === 0 ? 1 : 0]]
  const known: Record<string, string | undefined> = {
    parent: own.parentId,
    uncle: own.otherIds[0],
    child: own.childIds[0],
    'other parent': other.parentId,
    'other uncle': other.otherIds[0],
    abroad: abroad.parentId,
  }
  return known[who] ?? '00000000-0000-4000-8000-000000000000'
}

async function arrive(sunday: Sunday, { home: of, some: indexes }: Part<'check in'>): Promise<void> {
  const { event, families, homes, believed } = sunday
  const ids = childrenOf(sunday, of, indexes)
  if (ids.length === 0) return
  const children = ids.map((personId) => ({ personId, classId: event.classes[0]?.id ?? '' }))
  const body = { eventId: event.id, familyId: families[of].familyId, children }
  const reply = await app.call(calls.checkIn, { body }, { token: desk.token })
  expect(reply.status).toBe(200)
  homes[of].code = reply.body.code
  believed.comeIn(ids)
}

async function say(sunday: Sunday, { home: of, person: who, said: what }: Part<'say'>): Promise<void> {
  const { families, homes, believed } = sunday
  const personId = personOf(sunday, of, who)
  const childIds = what?.children ? childrenOf(sunday, of, what.children) : null
  const terms = what && {
    kind: what.kind,
    childIds: childIds?.length === 0 ? null : childIds,
    fromDay: what.days === 'to come' ? '2998-01-01' : null,
    untilDay: what.days === 'over' ? '2020-01-01' : null,
    weekdays: [],
    oneTime: what.oneTime,
    note: '',
  }
  const params = { id: families[of].familyId, personId }
  const { status } = await app.call(setFamilyGrant, { params, body: { terms } }, { token: church.admin.token })
  if (status !== 200) return
  const isBar = what?.kind === 'not_authorised'
  const children = terms?.childIds ? terms.childIds.toSorted() : null
  const kept: Said | null = what && {
    kind: what.kind,
    children,
    holdsToday: isBar || what.days === 'any',
    oneTime: !isBar && what.oneTime,
  }
  believed.say(homes[of], personId, kept)
}

const tokens = (sunday: Sunday, of: 0 | 1): Record<string, string> => ({
  desk: desk.token,
  locked: locked.token,
  reader: reader.token,
  guardian: sunday.families[of].token,
  abroad: theirs.admin.token,
  nobody: '',
})

async function leave(sunday: Sunday, { home: of, by, ...one }: Part<'check out'>): Promise<void> {
  const { event, homes, believed } = sunday
  const children = childrenOf(sunday, of, one.some)
  const collector = personOf(sunday, of, one.person)
  const codes = { own: homes[of].code, other: homes[of === 0 ? 1 : 0].code, wrong: 'XXXXXX' }
  const code = codes[one.code as keyof typeof codes] ?? ''
  if (children.length === 0) return
  const body = { eventId: event.id, code, childIds: children, collectorId: collector }
  if (by === 'device') return leaveUnseen(sunday, body)
  const reply = await app.call(calls.checkOut, { body }, { token: tokens(sunday, of)[by] ?? '' })
  const mayGo = by === 'desk' && believed.leave({ code, children, collector })
  expect([one, reply.status === 200]).toEqual([one, mayGo])
}

/** Without a network; what a station brings is brought twice. */
async function leaveUnseen(
  { believed }: Sunday,
  act: { eventId: string; code: string; childIds: string[]; collectorId: string },
): Promise<void> {
  acts += 1
  const signed = device.sign(acts, { kind: 'check_out', ...act })
  for (const again of [signed, signed]) expect((await device.sync([again])).status).toBe(200)
  believed.leaveUnseen({ code: act.code, children: act.childIds, collector: act.collectorId })
}

async function override(sunday: Sunday, { home: of, by, beside, ...one }: Part<'override'>): Promise<void> {
  const { event, homes, believed } = sunday
  const children = childrenOf(sunday, of, one.some)
  const collector = personOf(sunday, of, one.person)
  const [row] = await app.look('select id from registration where event_id = $1 and code = $2', [
    event.id,
    homes[of].code,
  ])
  if (children.length === 0 || !row) return
  const userNames: Record<string, string> = { self: desk.email, reader: reader.email }
  const body = {
    eventId: event.id,
    registrationId: String(row['id']),
    childIds: children,
    collectorId: collector,
    collectorName: 'Somebody',
    reason: 'They have lost the tag.',
    second: { userName: userNames[beside] ?? second.email, password: beside === 'wrong password' ? beside : PASSWORD },
  }
  const reply = await app.call(calls.overrideCheckOut, { body }, { token: tokens(sunday, of)[by] ?? '' })
  if (by !== 'desk' || beside !== 'second') return expect(reply.status).not.toBe(200)
  expect(reply.status === 200).toBe(believed.leaveWithTwo(homes[of], children, collector))
}

async function bustle(sunday: Sunday, { act, home: of }: Step): Promise<void> {
  const { event, homes } = sunday
  const as = { token: desk.token }
  const [row] = await app.look('select id from registration where event_id = $1 and code = $2', [
    event.id,
    homes[of].code,
  ])
  const [personId = ''] = childrenOf(sunday, of, [0])
  if (act === 'reprint' && row) await app.call(calls.reprint, { body: { registrationId: String(row['id']) } }, as)
  const classId = event.classes[1]?.id ?? ''
  if (act === 'move') await app.call(calls.moveChild, { body: { eventId: event.id, personId, classId } }, as)
  const code = homes[of].code ?? ''
  if (act === 'look') await app.call(calls.lookAtCollection, { body: { eventId: event.id, code } }, as)
}
