import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/messaging/quick-answers.ts'
import type { Church } from '../../test-kit/build-church.ts'
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

const list = async (who: Church) => (await app.call(calls.listQuickAnswers, {}, { token: who.admin.token })).body
const save = (who: Church, name: string, text = 'At nine, #name#.', id: string = randomUUID()) =>
  app.call(calls.saveQuickAnswer, { params: { id }, body: { name, text } }, { token: who.admin.token })
const remove = (who: Church, id: string) =>
  app.call(calls.deleteQuickAnswer, { params: { id } }, { token: who.admin.token })

test('are kept by name, changed, and deleted; the same again is one', async () => {
  const id = randomUUID()
  await save(church, 'Where', 'Opposite the bank')
  expect((await save(church, ' service times ', 'At nine', id)).status).toBe(200)
  const { body } = await save(church, 'Service times', 'At nine and eleven', id)
  expect(body.map(({ name, text }) => [name, text])).toEqual([
    ['Service times', 'At nine and eleven'],
    ['Where', 'Opposite the bank'],
  ])
  expect(await list(church)).toEqual(body)
  expect((await remove(church, id)).body.map(({ name }) => name)).toEqual(['Where'])
  expect((await remove(church, id)).status).toBe(200)
})

test('two do not share a name, in whichever letters, and 100 are the most', async () => {
  const [first] = (await save(church, 'Vigil')).body
  expect((await save(church, 'VIGIL')).body).toMatchObject({ code: 'name_taken' })
  expect((await save(church, 'VIGIL', 'On Friday', first?.id)).status).toBe(200)
  await app.look(
    `insert into quick_answer (tenant_id, id, name, text, changed_by, changed_at)
     select tenant_id, gen_random_uuid(), 'Q' || n, 'A', changed_by, now() from quick_answer, generate_series(1, 99) n
     where tenant_id = $1`,
    [church.tenantId],
  )
  expect((await save(church, 'One more')).body).toMatchObject({ code: 'too_many_quick_answers' })
  expect((await save(church, 'Vigil', 'On Saturday', first?.id)).status).toBe(200)
})

test('are those of one church: an id of another writes and deletes nothing there', async () => {
  const other = await app.buildChurch()
  const [kept] = (await save(church, 'Ours', 'Our words')).body
  await save(other, 'Theirs', 'Their words', kept?.id)
  await remove(other, kept?.id ?? '')
  expect(await list(church)).toEqual([kept])
  expect(await list(other)).toEqual([])
})
