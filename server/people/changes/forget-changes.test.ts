import { afterAll, beforeAll, expect, test } from 'vitest'
import { archivePeople, undoChange, UNDO_DAYS } from '#contract/people/changes.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { forgetChanges } from './forget-changes.ts'

const DAY = 24 * 60 * 60 * 1000

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

test('what people were before a change is forgotten once it can no longer be undone', async () => {
  const churches = [await app.buildChurch({ people: [{}, {}] }), await app.buildChurch({ people: [{}] })]
  const archive = async (index: number) => {
    const church = churches[index]
    const body = { people: { ids: church?.personIds ?? [] } }
    return (await app.call(archivePeople, { body }, { token: church?.admin.token ?? '' })).body.changeId
  }
  const rows = async () => (await app.look('select count(*)::integer as rows from people_change_row'))[0]?.['rows']
  const early = await archive(0)
  await forgetChanges(app.server.context)
  expect(await rows()).toBe(2)
  app.clock.advance((UNDO_DAYS - 1) * DAY)
  await archive(1)
  app.clock.advance(DAY)
  await forgetChanges(app.server.context)
  expect(await rows()).toBe(1)
  const reply = await app.call(undoChange, { params: { id: String(early) } }, { token: churches[0]?.admin.token ?? '' })
  expect(reply.body.code).toBe('not_undoable')
  app.clock.advance(UNDO_DAYS * DAY)
  await forgetChanges(app.server.context)
  expect(await app.look('select people, forgotten from people_change order by at')).toEqual([
    { people: 2, forgotten: true },
    { people: 1, forgotten: true },
  ])
  expect(await rows()).toBe(0)
})
