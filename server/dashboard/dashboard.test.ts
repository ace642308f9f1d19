import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelEvent } from '#contract/checkin/events.ts'
import { hideFirstSteps, readDashboard, type FirstStepName } from '#contract/dashboard/dashboard.ts'
import { inviteStaff } from '#contract/identity/staff.ts'
import { deleteSenderId, requestSenderId } from '#contract/messaging/sender-ids.ts'
import { archivePeople } from '#contract/people/changes.ts'
import { grantUnits, revokeUnits } from '../billing/units/ledger-store.ts'
import type { Role } from '../identity/index.ts'
import { addColleague } from '../test-kit/add-colleague.ts'
import type { Church } from '../test-kit/build-church.ts'
import { buildEvent } from '../test-kit/build-event.ts'
import { importDesk } from '../test-kit/import-desk.ts'
import { startApp, type TestApp } from '../test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const newChurch = () => app.buildChurch({ sender: null })
const read = async (token: string) => (await app.call(readDashboard, {}, { token })).body
const as = ({ admin: { token } }: Church) => ({ token })
async function step(church: Church, name: FirstStepName) {
  const found = (await read(church.admin.token)).firstSteps.find((one) => one.name === name)
  return { state: found?.state, about: found?.about, count: found?.count, reason: found?.reason }
}
const states = async (token: string) =>
  Object.fromEntries((await read(token)).firstSteps.map(({ name, state }) => [name, state]))

describe('the first steps', () => {
  test('are all to be done in a new church, where only the owner is', async () => {
    const church = await newChurch()
    expect(await states(church.admin.token)).toEqual({
      people: 'todo',
      sender: 'todo',
      event: 'todo',
      units: 'todo',
      helper: 'todo',
    })
    expect(await read(church.admin.token)).toMatchObject({ firstStepsHidden: false, event: null, messages: [] })
  })

  test('people: an import ticks it with its file, its undo unticks it', async () => {
    const church = await newChurch()
    const desk = importDesk(app, church)
    const file = await desk.check(
      await desk.upload('First name,Phone\nBola,08031110001\nChidi,08031110002\n', 'members.csv'),
    )
    expect((await step(church, 'people')).state).toBe('todo')
    await desk.apply(file)
    expect(await step(church, 'people')).toMatchObject({ state: 'done', about: 'members.csv', count: 2 })
    await desk.undo(file)
    expect((await step(church, 'people')).state).toBe('todo')
  })

  test('people: one added by hand ticks it; colleagues and families of the portal do not', async () => {
    const church = await app.buildChurch({ sender: null, people: [{}] })
    expect(await step(church, 'people')).toMatchObject({ state: 'done', about: null, count: 2 })
    const people = { ids: church.personIds }
    await app.call(archivePeople, { body: { people } }, as(church))
    await addColleague(app, church)
    await app.look(
      `with home as (insert into family (tenant_id, name, sort_name, created_at) values ($1, 'Ojo', 'ojo', now()) returning id),
         folk as (insert into person (tenant_id, first_name, sort_name) values ($1, 'Ife', 'ife'), ($1, 'Tobi', 'tobi') returning id, first_name),
         kin as (insert into family_member (tenant_id, family_id, person_id, role)
           select $1, home.id, folk.id, case first_name when 'Ife' then 2 else 3 end from home, folk)
       insert into guardian_account (tenant_id, person_id, email, email_key, password_hash, created_at)
       select $1, id, 'ife@ojo.example', 'ife@ojo.example', '', now() from folk where first_name = 'Ife'`,
      [church.tenantId],
    )
    expect((await step(church, 'people')).state).toBe('todo')
  })

  test('sender ID: waits, is refused with the operator’s reason, is done, and is to be done again without one', async () => {
    const church = await newChurch()
    const { id } = (await app.call(requestSenderId, { body: { mask: 'IMOLE' } }, as(church))).body
    expect(await step(church, 'sender')).toMatchObject({ state: 'waiting', about: 'IMOLE' })
    const reason = 'Add a letter on the church’s letterhead.'
    await app.look('update sender_id set status = 3, refused_reason = $2, decided_at = now() where id = $1', [
      id,
      reason,
    ])
    expect(await step(church, 'sender')).toMatchObject({ state: 'refused', about: 'IMOLE', reason })
    expect((await read(church.admin.token)).senders).toEqual([{ mask: 'IMOLE', state: 'refused', reason }])
    const second = (await app.call(requestSenderId, { body: { mask: 'IMOLE2' } }, as(church))).body
    expect(await step(church, 'sender')).toMatchObject({ state: 'waiting', about: 'IMOLE2' })
    await app.look('update sender_id set status = 2 where id = $1', [second.id])
    expect(await step(church, 'sender')).toMatchObject({ state: 'done', about: 'IMOLE2' })
    for (const gone of [id, second.id]) await app.call(deleteSenderId, { query: { id: gone } }, as(church))
    expect((await step(church, 'sender')).state).toBe('todo')
  })

  test('event: one that is planned ticks it, and cancelling it unticks it', async () => {
    const church = await newChurch()
    const event = await buildEvent(app, church)
    expect(await step(church, 'event')).toMatchObject({ state: 'done', about: event.name })
    expect((await read(church.admin.token)).event).toMatchObject({
      id: event.id,
      classes: [{ name: 'Toddlers', taken: 0 }],
    })
    await app.call(cancelEvent, { params: { id: event.id }, body: { scope: 'this' } }, as(church))
    expect((await step(church, 'event')).state).toBe('todo')
    const later = await buildEvent(app, church, { name: 'Carols', startsIn: 40 })
    expect((await read(church.admin.token)).event?.id).toBe(later.id)
  })

  test('units: those that came tick it, spent or not; all taken back untick it', async () => {
    const church = await newChurch()
    const at = app.clock.now()
    const inside = app.server.context.database
    await inside.withTenant(church.tenantId, (tx) =>
      grantUnits(tx, church.tenantId, { units: 50, reference: 'bought', at }),
    )
    expect(await step(church, 'units')).toMatchObject({ state: 'done', count: 50 })
    await inside.withTenant(church.tenantId, (tx) =>
      revokeUnits(tx, app.server.context.enqueue, { tenantId: church.tenantId, units: 50, reference: 'refund', at }),
    )
    expect((await step(church, 'units')).state).toBe('todo')
  })

  test('helper: waits while the invitation is on its way, and is done when somebody has joined', async () => {
    const church = await newChurch()
    const body = { firstName: 'Bola', lastName: 'Ade', email: 'bola@imole.example', roles: ['CheckIn' as const] }
    await app.call(inviteStaff, { body }, as(church))
    expect(await step(church, 'helper')).toMatchObject({ state: 'waiting', about: 'Bola Ade' })
    await app.look('update staff_invite set expires_at = now() - interval $$1 minute$$ where tenant_id = $1', [
      church.tenantId,
    ])
    expect((await step(church, 'helper')).state).toBe('todo')
    await addColleague(app, church, { firstName: 'Chidi', lastName: 'Eze' })
    expect(await step(church, 'helper')).toMatchObject({ state: 'done', about: 'Chidi Eze' })
  })

  test('are put away for oneself, and come back', async () => {
    const church = await newChurch()
    const colleague = await addColleague(app, church, { roles: ['Admin'] })
    const hide = (hidden: boolean) => app.call(hideFirstSteps, { body: { hidden } }, as(church))
    await hide(true)
    expect((await read(church.admin.token)).firstStepsHidden).toBe(true)
    expect((await read(colleague.token)).firstStepsHidden).toBe(false)
    await hide(false)
    expect((await read(church.admin.token)).firstStepsHidden).toBe(false)
  })
})

const shown = (answer: Awaited<ReturnType<typeof read>>) =>
  Object.entries(answer).flatMap(([part, value]) => (value === null || part === 'slug' ? [] : [part]))
const common = ['firstSteps', 'firstStepsHidden', 'isTrial']

test.each<[Role, FirstStepName[], string[]]>([
  ['Admin', ['people', 'sender', 'event', 'units', 'helper'], ['people', 'guests', 'event', 'messages', 'senders']],
  ['FinancialAccount', ['units'], ['guests']],
  ['Communicator', ['sender'], ['people', 'messages', 'senders']],
  ['FollowUp', [], ['people', 'guests']],
  ['CheckInLead', ['event'], ['people', 'event']],
  ['CheckIn', [], ['event']],
  ['Teacher', [], []],
  ['Reports', [], ['guests']],
])('%s sees the steps that are theirs and the parts that they may read', async (role, steps, parts) => {
  const church = await newChurch()
  await buildEvent(app, church)
  const { token } = await addColleague(app, church, { roles: [role] })
  const answer = await read(token)
  expect(answer.firstSteps.map(({ name }) => name)).toEqual(steps)
  expect(shown(answer).toSorted()).toEqual([...common, ...parts].toSorted())
})

test('nothing of another church shows', async () => {
  const [rich, poor] = [await app.buildChurch({ units: 20, people: [{}] }), await newChurch()]
  await buildEvent(app, rich)
  await addColleague(app, rich)
  expect(new Set(Object.values(await states(poor.admin.token)))).toEqual(new Set(['todo']))
  expect(await read(poor.admin.token)).toMatchObject({ event: null, messages: [], senders: [], people: { people: 1 } })
})
