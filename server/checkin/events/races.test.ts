import { afterAll, beforeAll, expect, test } from 'vitest'
import { editEvent, type EventRow } from '#contract/checkin/events.ts'
import * as calls from '#contract/checkin/registration.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildEvent, classId, localIn } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let families: Family[]
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch()
  families = []
  for (let made = 0; made < 100; made += 1) families.push(await buildFamily(app, church, { children: [{}, {}] }))
})
afterAll(async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
  await app.stop()
})

type Choice = [child: number, className: string]
const register = (event: EventRow, by: Family, ...choices: Choice[]) => {
  const children = choices.map(([child, name]) => ({
    personId: by.childIds[child] ?? '',
    classId: classId(event, name),
  }))
  return app.call(calls.register, { params: { id: event.id }, body: { children } }, { token: by.token })
}
const wait = (event: EventRow, by: Family, [child, name]: Choice = [0, 'Nursery']) => {
  const body = { personId: by.childIds[child] ?? '', classId: classId(event, name) }
  return app.call(calls.waitForClass, { params: { id: event.id }, body }, { token: by.token })
}
const cancel = (event: EventRow, by: Family, child = 0) =>
  app.call(calls.cancelChild, { params: { id: event.id, personId: by.childIds[child] ?? '' } }, { token: by.token })
const childrenOf = (event: EventRow, name: string) =>
  app.look('select person_id from registration_child where class_id = $1', [classId(event, name)])
const audited = async () => faultsOf(await audit(app.look))
const nth = (index: number): Family => families[index] as Family

test('100 families race for the last place: one has it, the others learn which class, nothing is half there', async () => {
  const event = await buildEvent(app, church, {
    classes: [
      { name: 'Nursery', capacity: 1 },
      { name: 'Toddlers', capacity: 200 },
    ],
  })
  const replies = await Promise.all(families.map((family) => register(event, family, [0, 'Nursery'], [1, 'Toddlers'])))
  const won = replies.filter(({ status }) => status === 200)
  const lost = replies.filter(({ status }) => status !== 200)
  expect(won).toHaveLength(1)
  expect(lost.map(({ body: { code, message, fields } }) => ({ code, message, fields }))).toEqual(
    lost.map(() => ({
      code: 'class_full',
      message: 'Nursery is full.',
      fields: { [classId(event, 'Nursery')]: 'Nursery' },
    })),
  )
  expect(await childrenOf(event, 'Toddlers')).toHaveLength(1)
  expect(await app.look('select from registration where event_id = $1', [event.id])).toHaveLength(1)
  expect(await audited()).toEqual([])
})

test('100 registrations at once into 10 places: exactly 10', async () => {
  const event = await buildEvent(app, church, { classes: [{ name: 'Nursery', capacity: 10 }] })
  const replies = await Promise.all(families.map((family) => register(event, family, [0, 'Nursery'])))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(new Set(replies.flatMap(({ body }) => body.code)).size).toBe(11)
  expect(await childrenOf(event, 'Nursery')).toHaveLength(10)
})

test('families that want the same classes in another order do not wait for each other in a ring', async () => {
  const event = await buildEvent(app, church, {
    classes: [
      { name: 'Nursery', capacity: null },
      { name: 'Toddlers', capacity: 200 },
    ],
  })
  const some = families.slice(0, 40)
  const choose = (turn: number): Choice[] =>
    turn % 2 === 0
      ? [
          [0, 'Nursery'],
          [1, 'Toddlers'],
        ]
      : [
          [0, 'Toddlers'],
          [1, 'Nursery'],
        ]
  for (const turn of [0, 1]) {
    const replies = await Promise.all(some.map((family, index) => register(event, family, ...choose(index + turn))))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  }
  expect(await childrenOf(event, 'Nursery')).toHaveLength(40)
  expect(await audited()).toEqual([])
})

test('places that become free go to who waits the longest, while others press for them', async () => {
  const event = await buildEvent(app, church, { classes: [{ name: 'Nursery', capacity: 4 }] })
  const [inside, waiting, others] = [families.slice(0, 4), families.slice(4, 12), families.slice(12, 40)]
  for (const family of inside) await register(event, family, [0, 'Nursery'])
  for (const [index, family] of waiting.entries()) expect((await wait(event, family)).body.place).toBe(index + 1)
  const presses = others.map((family) => () => register(event, family, [0, 'Nursery']))
  const leaves = inside.map((family) => () => cancel(event, family))
  const all = [...presses.slice(0, 14), ...leaves, ...presses.slice(14)]
  const replies = await Promise.all(all.map((press) => press()))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(4)
  const inClass = (await childrenOf(event, 'Nursery')).map((row) => String(row['person_id']))
  expect(new Set(inClass)).toEqual(new Set(waiting.slice(0, 4).map(({ childIds }) => childIds[0] ?? '')))
  expect(await app.look('select from event_wait where event_id = $1', [event.id])).toHaveLength(4)
  expect(await audited()).toEqual([])
})

test('twins of many families for few places: nobody is in class whose twin who was chosen first is not', async () => {
  const event = await buildEvent(app, church, {
    classes: [
      { name: 'Nursery', capacity: 5 },
      { name: 'Toddlers', capacity: 40 },
    ],
  })
  const some = families.slice(0, 30)
  for (const family of some.slice(0, 10)) await register(event, family, [0, 'Toddlers'], [1, 'Toddlers'])
  for (const family of some.slice(0, 10)) await cancel(event, family, 1)
  const waitFirst = ({ childIds: [first = '', personId = ''], token }: Family) => {
    const body = { personId, classId: classId(event, 'Nursery'), first: [first] }
    return app.call(calls.waitForClass, { params: { id: event.id }, body }, { token })
  }
  const replies = await Promise.all(some.flatMap((family) => [waitFirst(family), waitFirst(family)]))
  const codes = replies.map(({ status, body }) => (status === 200 ? body.outcome : body.code))
  expect(codes.filter((code) => code !== 'waiting' && code !== 'registered' && code !== 'class_full')).toEqual([])
  const inClass = new Set((await childrenOf(event, 'Nursery')).map((row) => String(row['person_id'])))
  expect(inClass.size).toBe(5)
  const seconds = some.filter(({ childIds }) => inClass.has(childIds[1] ?? ''))
  expect(seconds.filter(({ childIds }) => !inClass.has(childIds[0] ?? ''))).toEqual([])
  expect(await audited()).toEqual([])
})

test('cancelling, waiting, moving and leaving the line at once: exact', async () => {
  const event = await buildEvent(app, church, {
    classes: [
      { name: 'Nursery', capacity: 5 },
      { name: 'Toddlers', capacity: 5 },
    ],
  })
  for (const family of families.slice(0, 5)) await register(event, family, [0, 'Nursery'], [1, 'Toddlers'])
  for (const family of families.slice(5, 20)) {
    await wait(event, family, [0, 'Nursery'])
    await wait(event, family, [1, 'Toddlers'])
  }
  const acts = [
    ...families.slice(0, 5).flatMap((family) => [() => cancel(event, family, 0), () => cancel(event, family, 1)]),
    ...families
      .slice(5, 12)
      .flatMap((family) => [() => cancel(event, family, 0), () => wait(event, family, [1, 'Nursery'])]),
    ...families.slice(10, 20).map((family) => () => register(event, family, [0, 'Toddlers'])),
    ...families.slice(20, 40).map((family) => () => wait(event, family, [0, 'Toddlers'])),
  ]
  const replies = await Promise.all(acts.map((act) => act()))
  expect(replies.filter(({ status }) => status >= 500)).toEqual([])
  expect(await audited()).toEqual([])
  expect(await childrenOf(event, 'Nursery')).toHaveLength(5)
  expect(await childrenOf(event, 'Toddlers')).toHaveLength(5)
})

test('capacity lowered and families registering at once: never fewer places than children', async () => {
  const event = await buildEvent(app, church, { classes: [{ name: 'Nursery', capacity: 50 }] })
  const edit = (capacity: number, version: number) =>
    app.call(
      editEvent,
      {
        params: { id: event.id },
        body: {
          name: event.name,
          place: '',
          startsAt: localIn(app, 1),
          endsAt: localIn(app, 3),
          opensAt: null,
          closesAt: null,
          classes: [
            {
              id: classId(event, 'Nursery'),
              groupId: null,
              name: 'Nursery',
              ageFrom: null,
              ageUntil: null,
              capacity,
              ratio: null,
            },
          ],
          scope: 'this',
          version,
        },
      },
      { token: church.admin.token },
    )
  const [replies, lowered] = await Promise.all([
    Promise.all(families.slice(0, 60).map((family) => register(event, family, [0, 'Nursery']))),
    edit(20, 1),
  ])
  const come = replies.filter(({ status }) => status === 200).length
  expect(come).toBe(lowered.status === 200 ? Math.max(20, come) : 50)
  expect(await audited()).toEqual([])
  const tooFew = await edit(1, lowered.status === 200 ? 2 : 1)
  expect([tooFew.body.code, tooFew.body.fields]).toEqual([
    'places_taken',
    { [classId(event, 'Nursery')]: `${(await childrenOf(event, 'Nursery')).length}` },
  ])
})

test('a phone network that cuts and repeats: one child, one place, one code', async () => {
  const event = await buildEvent(app, church, { classes: [{ name: 'Nursery', capacity: 50 }] })
  const by = nth(50)
  const body = JSON.stringify({ children: [{ personId: by.childIds[0], classId: classId(event, 'Nursery') }] })
  const headers = { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' }
  const press = (signal?: AbortSignal) =>
    fetch(`${app.url}/api/checkin/events/${event.id}/register`, {
      method: 'POST',
      headers,
      body,
      ...(signal ? { signal } : {}),
    })
  for (const wait of [0, 1, 2, 4, 8, 16]) await press(AbortSignal.timeout(wait)).catch(() => {})
  const codes = await Promise.all(
    [press(), press()].map(async (reply) => ((await (await reply).json()) as { code: string }).code),
  )
  expect(new Set(codes).size).toBe(1)
  expect(await childrenOf(event, 'Nursery')).toHaveLength(1)
})
