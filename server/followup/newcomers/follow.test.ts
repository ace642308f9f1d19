import { afterAll, beforeAll, expect, test } from 'vitest'
import { archivePeople, changePeopleKind as changeKind, undoChange } from '#contract/people/changes.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
const today = () => dayIn('Africa/Lagos', app.clock.now())
beforeAll(async () => {
  app = await startApp({ fromMorning: true })
  church = await app.buildChurch({
    people: [
      { firstName: 'Hauwa', kind: 'first_timer', joinedOn: today() },
      { firstName: 'Tunde', kind: 'member' },
      { firstName: 'Efua', kind: 'new_convert' },
      { firstName: 'Yakubu', kind: 'first_timer', joinedOn: '2024-03-03' },
    ],
  })
})
afterAll(() => app.stop())

const as = () => ({ token: church.admin.token })
const of = (id: string | undefined) =>
  app.look(
    `select kind, first_visit_on::text as visit, member_on is not null as member, lead_status as status, stage_id as stage,
       clock_from is not null as clock, archived from newcomer where tenant_id = $1 and person_id = $2`,
    [church.tenantId, id ?? ''],
  )
const tally = async (id: string | undefined) =>
  (await app.look(`select step from newcomer_tally where person_id = $1 order by at, step`, [id ?? ''])).map(
    ({ step }) => step,
  )

test('who is a first-timer or new convert has a card, a member has none', async () => {
  const [hauwa, tunde, efua, yakubu] = church.personIds
  const fresh = { member: false, status: 0, archived: false }
  expect(await of(hauwa)).toEqual([{ ...fresh, kind: 'first_timer', visit: today(), stage: 1, clock: true }])
  expect(await of(tunde)).toEqual([])
  expect(await of(efua)).toEqual([{ ...fresh, kind: 'new_convert', visit: null, stage: 6, clock: false }])
  expect(await of(yakubu)).toEqual([{ ...fresh, kind: 'first_timer', visit: '2024-03-03', stage: 1, clock: false }])
})

test('who becomes a member is converted, and by the undo a first-timer where they stood', async () => {
  const id = church.personIds[3] ?? ''
  const { body } = await app.call(changeKind, { body: { kind: 'member', people: { ids: [id] } } }, as())
  expect(await of(id)).toMatchObject([{ member: true, status: 2, stage: 5 }])
  await app.call(undoChange, { params: { id: body.changeId ?? '' } }, as())
  expect(await of(id)).toMatchObject([{ member: false, status: 0, stage: 1 }])
})

test('whoever is archived is not counted, and counted again when brought back', async () => {
  const id = church.personIds[0] ?? ''
  const { body } = await app.call(archivePeople, { body: { people: { ids: [id] } } }, as())
  expect(await of(id)).toMatchObject([{ archived: true }])
  expect(await tally(id)).toEqual([1, -1])
  await app.call(undoChange, { params: { id: body.changeId ?? '' } }, as())
  expect(await of(id)).toMatchObject([{ archived: false }])
  expect(await tally(id)).toEqual([1, -1, 1])
})
