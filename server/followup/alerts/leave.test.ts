import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAbsence, setDeputy } from '#contract/followup/day.ts'
import { changeOwner } from '#contract/followup/existing-clients.ts'
import { addNewcomer, listNewcomers, readNewcomer } from '#contract/followup/people.ts'
import { createTask } from '#contract/followup/tasks.ts'
import { changeRoles, removeStaff } from '#contract/identity/staff.ts'
import { addDays, dayIn } from '../../platform/runtime/index.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { mailsTo } from '../../test-kit/inbox.ts'
import { guest } from '../../test-kit/rich-followup.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'
import { watchFollowup } from './index.ts'

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ fromMorning: true })
  church = await app.buildChurch()
})
afterAll(() => app.stop())

const as = () => ({ token: church.admin.token })
const colleague = (firstName: string): Promise<Colleague> => addColleague(app, church, { firstName, lastName: 'Bello' })
const add = async (ownerId: string | null) =>
  (await app.call(addNewcomer, { body: { ...guest, ownerId } }, as())).body.id
const read = async (id: string) => (await app.call(readNewcomer, { params: { id } }, as())).body

test('whoever leaves is followed by the deputy, with open tasks, and is still named in the history', async () => {
  const [leaver, deputy] = [await colleague('Efua'), await colleague('Tunde')]
  await app.call(setDeputy, { params: { id: leaver.accountId }, body: { deputyId: deputy.accountId } }, as())
  const id = await add(leaver.accountId)
  const body = { instructions: 'Call', contacts: id, personID: leaver.accountId }
  await app.call(createTask, { body }, as())
  await app.call(removeStaff, { params: { id: leaver.accountId } }, as())
  const { owner, tasks, log } = await read(id)
  expect(owner).toMatchObject({ id: deputy.accountId, hasLeft: false })
  expect(tasks.map(({ personID }) => personID)).toEqual([deputy.accountId])
  expect(log.at(-1)).toMatchObject({ kind: 'owner', reason: 'left', before: 'Efua Bello', after: 'Tunde Bello' })
})

test('without a deputy they go to the pool, and a task about somebody else to whoever looks after that one', async () => {
  const [leaver, other] = [await colleague('Hawa'), await colleague('Ama')]
  const [own, theirs] = [await add(leaver.accountId), await add(other.accountId)]
  const body = { instructions: 'Visit', contacts: theirs, personID: leaver.accountId }
  await app.call(createTask, { body }, as())
  // No more follow-up is the same as leaving.
  await app.call(changeRoles, { params: { id: leaver.accountId }, body: { roles: ['Reports'] } }, as())
  expect((await read(own)).owner).toBeNull()
  expect((await read(theirs)).tasks).toMatchObject([{ personID: null, ownerName: 'Ama Bello' }])
  const { body: nobodys } = await app.call(listNewcomers, { query: { owner: 'none' } }, as())
  expect(nobodys.items.map(({ id }) => id)).toEqual([own])
  const refused = await app.call(changeOwner, { params: { id: own }, body: { ownerID: leaver.accountId } }, as())
  expect(refused.body.code).toBe('not_on_team')
})

test('while somebody is away, whoever stands in is reminded of their tasks too; otherwise only they are', async () => {
  const [owner, deputy] = [await colleague('Esi'), await colleague('Yaw')]
  await app.call(setDeputy, { params: { id: owner.accountId }, body: { deputyId: deputy.accountId } }, as())
  const remind = async (instructions: string) => {
    const dueDate = new Date(app.clock.now().getTime() + 59 * 60_000).toISOString()
    const body = { instructions, contacts: await add(null), personID: owner.accountId, dueDate, reminder: 60 }
    await app.call(createTask, { body }, as())
    await watchFollowup(app.server.context)
  }
  const told = async ({ email }: Colleague) =>
    (await mailsTo(app.sandboxUrl, email)).map(({ text }) => /Bring \w+/.exec(text)?.[0]).toSorted()
  await remind('Bring bread')
  await until(async () => (await told(owner)).length === 1, 20)
  const today = dayIn('Africa/Lagos', app.clock.now())
  const away = { fromDay: today, untilDay: addDays(today, 2), deputyId: null }
  expect((await app.call(addAbsence, { params: { id: owner.accountId }, body: away }, as())).status).toBe(200)
  await remind('Bring salt')
  await until(async () => (await told(owner)).length === 2, 20)
  await until(async () => (await told(deputy)).length > 0, 20)
  expect(await told(deputy)).toEqual(['Bring salt'])
})
