import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addNewcomer, readNewcomer } from '#contract/followup/people.ts'
import { changeFollowupSettings, readFollowupSettings } from '#contract/followup/settings.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { guest } from '../../test-kit/rich-followup.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch()
})

const as = (who = church) => ({ token: who.admin.token })
const read = async (who = church) => (await app.call(readFollowupSettings, {}, as(who))).body
type Body = Parameters<typeof app.call<typeof changeFollowupSettings>>[1]['body']
const change = (body: Body, who = as()) => app.call(changeFollowupSettings, { body }, who)
type Item = { id?: number; name: string }
const sources = async (items: Item[]) => change({ sources: items })
const stages = async (items: Item[]) => change({ stages: { track: 'first_timer', items } })
const open = <T extends { isRetired: boolean; name: string }>(list: readonly T[]) =>
  list.filter(({ isRetired }) => !isRetired).map(({ name }) => name)
const FOUR = [
  { id: 1, name: 'Website' },
  { id: 2, name: 'Friend' },
  { id: 3, name: 'Social Media' },
  { id: 4, name: 'Flyer' },
]
const FIVE = ['First visit', 'Contacted', 'Second visit', 'Connected', 'Member'].map((name, index) => ({
  id: index + 1,
  name,
}))

test('every church begins with the same stages and sources, and works from Monday on', async () => {
  const settings = await read()
  expect(settings.sources.map(({ id, name }) => ({ id, name }))).toEqual(FOUR)
  expect(settings.stages.map(({ track, name, meaning }) => [track, name, meaning])).toEqual([
    ['first_timer', 'First visit', 'entry'],
    ['first_timer', 'Contacted', 'contacted'],
    ['first_timer', 'Second visit', 'returned'],
    ['first_timer', 'Connected', null],
    ['first_timer', 'Member', 'member'],
    ['new_convert', 'Decision', 'entry'],
    ['new_convert', 'Contacted', 'contacted'],
    ['new_convert', 'Foundation class', null],
    ['new_convert', 'Baptism', null],
    ['new_convert', 'Member', 'member'],
  ])
  expect(settings).toMatchObject({ untouchedHours: 48, workDays: expect.arrayContaining([1]) })
})

describe('a list', () => {
  test('is kept in the order in which it is sent, renamed in place, and new ones take the next number', async () => {
    const { body } = await sources([{ name: 'Radio' }, { id: 3, name: 'Instagram' }, ...FOUR.slice(0, 2)])
    expect(open(body.sources)).toEqual(['Radio', 'Instagram', 'Website', 'Friend'])
    expect(body.sources.find(({ name }) => name === 'Radio')).toMatchObject({ id: 5, isRetired: false })
    expect(body.sources.find(({ id }) => id === 3)).toMatchObject({ name: 'Instagram' })
    expect(body.sources.find(({ id }) => id === 4)).toMatchObject({ name: 'Flyer', isRetired: true })
  })

  test('a number is never given to another entry, also after the last one was left out', async () => {
    await sources([...FOUR, { name: 'Radio' }])
    await sources(FOUR)
    const { body } = await sources([...FOUR, { name: 'Television' }])
    expect(
      body.sources
        .map(({ id, name, isRetired }) => [id, name, isRetired])
        .toSorted()
        .slice(-2),
    ).toEqual([
      [5, 'Radio', true],
      [6, 'Television', false],
    ])
  })

  test('what was left out comes back by its number, and somebody new may have its name meanwhile', async () => {
    await sources(FOUR.slice(0, 3))
    const { body } = await sources([...FOUR.slice(0, 3), { name: 'Flyer' }])
    expect(open(body.sources)).toEqual(['Website', 'Friend', 'Social Media', 'Flyer'])
    const back = await sources([...FOUR.slice(0, 3), { id: 4, name: 'Leaflet' }, { id: 5, name: 'Flyer' }])
    expect(open(back.body.sources)).toEqual(['Website', 'Friend', 'Social Media', 'Leaflet', 'Flyer'])
  })

  test('two names change places at once', async () => {
    const { body } = await sources([{ id: 1, name: 'Friend' }, { id: 2, name: 'Website' }, ...FOUR.slice(2)])
    expect(body.sources.map(({ id, name }) => [id, name]).slice(0, 2)).toEqual([
      [1, 'Friend'],
      [2, 'Website'],
    ])
    const moved = FIVE.map(({ id, name }) => ({ id, name: FIVE[id % 5]?.name ?? name }))
    expect(open((await stages(moved)).body.stages).slice(0, 5)).toEqual(moved.map(({ name }) => name))
  })

  test('an entry takes the name of one that gets another name or leaves', async () => {
    const { body } = await sources([
      { id: 1, name: 'Friend' },
      { id: 2, name: 'Flyer' },
    ])
    expect(body.sources.map(({ id, name, isRetired }) => [id, name, isRetired])).toEqual(
      expect.arrayContaining([
        [1, 'Friend', false],
        [2, 'Flyer', false],
        [4, 'Flyer', true],
      ]),
    )
  })

  test.each<[string, Item[], string]>([
    ['two of one name', [{ id: 1, name: 'Friend' }, { name: 'friend ' }], 'name_taken'],
    ['a name of blanks', [{ id: 1, name: '\u200b' }], 'invalid_input'],
    ['a number of no entry', [{ id: 99, name: 'Radio' }], 'not_found'],
  ])('with %s is refused, and nothing of it is kept', async (_name, items, code) => {
    expect((await sources(items)).body.code).toBe(code)
    expect(open((await read()).sources)).toEqual(FOUR.map(({ name }) => name))
  })

  test('may be empty for sources, and never for stages', async () => {
    expect(open((await sources([])).body.sources)).toEqual([])
    expect((await stages([])).status).toBe(400)
  })
})

describe('a stage', () => {
  test.each(['First visit', 'Contacted', 'Second visit', 'Member'])(
    '%s cannot be left out: something leads to it',
    async (name) => {
      const { status, body } = await stages(FIVE.filter((one) => one.name !== name))
      expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([400, 'invalid_input', ['stages']])
      expect(JSON.stringify(body.fields)).toContain(`${name} cannot be removed. Rename it instead.`)
    },
  )

  test('that nothing leads to can be left out, and one that something leads to can be renamed and moved', async () => {
    const moved = [FIVE[0], FIVE[2], FIVE[1], FIVE[4]].map((one) => ({ id: one?.id ?? 0, name: `Our ${one?.name}` }))
    const { body } = await stages(moved)
    const ours = body.stages.filter(({ track }) => track === 'first_timer')
    expect(open(ours)).toEqual(['Our First visit', 'Our Second visit', 'Our Contacted', 'Our Member'])
    expect(ours.find(({ id }) => id === 2)).toMatchObject({ meaning: 'contacted' })
    expect(open(body.stages.filter(({ track }) => track === 'new_convert'))).toHaveLength(5)
  })

  test('of the other path is not found on this one, and a new one has a number of its own', async () => {
    expect((await stages([...FIVE, { id: 8, name: 'Foundation class' }])).body.code).toBe('not_found')
    const { body } = await stages([...FIVE, { name: 'Tea' }])
    expect(body.stages.find(({ name }) => name === 'Tea')).toMatchObject({
      id: 11,
      track: 'first_timer',
      meaning: null,
    })
  })

  test('that people stand at stays theirs when it is left out', async () => {
    await stages([...FIVE, { name: 'Tea' }])
    const { body: added } = await app.call(addNewcomer, { body: guest }, as())
    await app.look('update newcomer set stage_id = 11 where person_id = $1', [added.id])
    await stages(FIVE)
    const detail = (await app.call(readNewcomer, { params: { id: added.id } }, as())).body
    const tea = (await read()).stages.find(({ id }) => id === 11)
    expect([detail.stageId, tea?.name, tea?.isRetired]).toEqual([11, 'Tea', true])
  })
})

describe('working hours', () => {
  const week = { untouchedHours: 24, workDays: [5, 1, 5, 3], workFrom: 480, workUntil: 1440 }

  test('are kept with each day once, in order, and may last until midnight', async () => {
    expect((await change({ hours: week })).body).toMatchObject({ ...week, workDays: [1, 3, 5] })
  })

  test.each([
    ['end when they begin', { workFrom: 480, workUntil: 480 }],
    ['end before they begin', { workFrom: 1000, workUntil: 480 }],
    ['are on no day', { workDays: [] }],
    ['are on an eighth day', { workDays: [8] }],
    ['end after midnight', { workUntil: 1441 }],
    ['wait for no hour', { untouchedHours: 0 }],
  ])('that %s are refused, and the others stay', async (_name, part) => {
    const before = await read()
    expect((await change({ hours: { ...week, ...part } })).body.code).toBe('invalid_input')
    expect(await read()).toEqual(before)
  })

  test('are refused together with the lists that came with them', async () => {
    const hours = { ...week, workUntil: 0 + 1, workFrom: 2 }
    expect((await change({ sources: [{ name: 'Radio' }], hours })).status).toBe(400)
    expect(open((await read()).sources)).toEqual(FOUR.map(({ name }) => name))
  })
})

test('only who manages the church changes them, of the own church', async () => {
  const [{ token }, other] = [await addColleague(app, church), await app.buildChurch()]
  expect((await change({ sources: [] }, { token })).status).toBe(403)
  expect((await app.call(readFollowupSettings, {}, { token })).status).toBe(200)
  await change({ sources: [] }, as(other))
  expect(open((await read()).sources)).toHaveLength(4)
})
