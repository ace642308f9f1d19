import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNewcomers, markVisit } from '#contract/followup/people.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import { automationDesk, task, text } from '../../test-kit/automation-desk.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { importDesk } from '../../test-kit/import-desk.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

const SUNDAY = '2027-06-06T08:00:00Z'

let app: TestApp
let church: Church
let desk: ReturnType<typeof automationDesk>
beforeAll(async () => {
  // Jobs read the file; the rules are looked after by the tests.
  app = await startApp()
  app.clock.advance(Date.parse(SUNDAY) - app.clock.now().getTime())
  church = await app.buildChurch({ units: 100, expiresOn: '2030-01-01' })
  desk = automationDesk(app, church)
})
afterAll(() => app.stop())

const workAt = (instant: string) => desk.workWith({ ...app.server.context, clock: { now: () => new Date(instant) } })
const metBy = async (rule: string) => [...new Set((await desk.acts(rule)).map(({ name }) => name))].toSorted()

test('a file of visitors starts no rule: no text, no task, at no stage, and nobody of it is missed; whom the staff enters is', async () => {
  const first = await desk.alive({ actions: [text, task] })
  const atStage = await desk.alive({ trigger: { kind: 'stage', stageId: 1 }, actions: [task] })
  const missed = await desk.alive({ trigger: { kind: 'no_visit', weeks: 1 }, actions: [task] })
  const imports = importDesk(app, church)
  const file = await imports.upload('First name,Last name,Phone\nAmina,Bello,08035551001\nChidi,Obi,08035551002\n')
  await imports.check(file, { kind: 'first_timer' })
  await imports.apply(file)
  await desk.enter({ firstName: 'Zainab', lastName: 'Musa', phone: '08035551003' })
  const { items } = (await app.call(listNewcomers, { query: {} }, desk.as())).body
  expect(items.map(({ firstName }) => firstName).toSorted()).toEqual(['Amina', 'Chidi', 'Zainab'])
  await desk.work()
  await workAt('2027-06-14T10:00:00Z')
  expect([await metBy(first), await metBy(atStage), await metBy(missed)]).toEqual([
    ['Zainab Musa'],
    ['Zainab Musa'],
    ['Zainab Musa'],
  ])
  const amina = items.find(({ firstName }) => firstName === 'Amina')?.id ?? ''
  for (const rule of [first, atStage, missed]) expect((await desk.why(amina, rule))?.metAt).toBeNull()
})

test('the dry run leaves them out too, also when the rows of the file are kept no longer', async () => {
  const { rules } = await desk.overview()
  const people = async () => Promise.all(rules.map(async ({ id }) => (await desk.dryRun(id)).people))
  app.clock.advance(9 * 86_400_000)
  await desk.later(0)
  expect(await people()).toEqual([1, 1, 1])
  await app.look('delete from people_import_row where tenant_id = $1', [church.tenantId])
  expect(await people()).toEqual([1, 1, 1])
})

test('who came by a file and then comes to the church is met like everybody', async () => {
  const again = await desk.alive({ trigger: { kind: 'second_visit' }, actions: [task] })
  const missed = await desk.alive({ trigger: { kind: 'no_visit', weeks: 1 }, actions: [{ ...task, after: 5 }] })
  const { items } = (await app.call(listNewcomers, { query: {} }, desk.as())).body
  const id = items.find(({ firstName }) => firstName === 'Chidi')?.id ?? ''
  const day = dayIn('Africa/Lagos', app.clock.now())
  expect((await app.call(markVisit, { params: { id }, body: { day } }, desk.as())).status).toBe(200)
  await desk.work()
  expect(await metBy(again)).toEqual(['Chidi Obi'])
  await workAt('2027-06-24T10:00:00Z')
  expect(await metBy(missed)).toEqual(['Chidi Obi'])
})
