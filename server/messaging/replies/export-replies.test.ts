import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '#contract/identity/audit.ts'
import { exportReplies, listConversations, markConversation, replyColumns } from '#contract/messaging/replies.ts'
import { addressOf } from '../../test-kit/call.ts'
import { bringReplies } from '../../test-kit/bring-replies.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  const people = [{ firstName: 'Obi', lastName: 'Okafor', phone: '+2348035550111' }]
  church = await app.buildChurch({ sender: 'OURS', people })
  const other = await app.buildChurch({ sender: 'THEIRS' })
  const at = (seconds: number) => new Date(app.clock.now().getTime() - seconds * 1000).toISOString()
  await bringReplies(app, [
    { to: 'OURS', text: '=1+1', at: at(30) },
    { to: 'OURS', text: 'We come, all of us', at: at(20) },
    { to: 'OURS', text: 'STOP', from: '08035550112', at: at(10) },
    { to: other.sender, text: 'Not yours' },
  ])
  const { token } = church.admin
  const { items } = (await app.call(listConversations, { query: { filter: 'all' } }, { token })).body
  const stopped = items.find(({ lastText }) => lastText === 'STOP')
  await app.call(markConversation, { params: { id: stopped?.id ?? '' }, body: { done: true } }, { token })
})
afterAll(() => app.stop())

async function rowsOf(query: Record<string, string>): Promise<string[][]> {
  const address = app.url + addressOf(exportReplies, { query: { format: 'csv', ...query } })
  const reply = await fetch(address, { headers: { authorization: `Bearer ${church.admin.token}` } })
  expect(reply.headers.get('content-disposition')).toMatch(/filename="sms-replies-\d{4}-\d\d-\d\d\.csv"/)
  return Papa.parse<string[]>((await reply.text()).replace(/^\uFEFF/, '').trimEnd()).data
}

test('each reply of the church is a row, the latest first, without formulas', async () => {
  const [headings, ...rows] = await rowsOf({ columns: replyColumns.join(',') })
  expect(headings).toHaveLength(replyColumns.length)
  expect(rows.map((row) => row.slice(1))).toEqual([
    ['+2348035550112', '', 'STOP', 'stop', 'OURS', '', 'done'],
    ['+2348035550111', 'Obi Okafor', 'We come, all of us', 'text', 'OURS', '', 'open'],
    ['+2348035550111', 'Obi Okafor', `'=1+1`, 'text', 'OURS', '', 'open'],
  ])
  expect(rows[0]?.[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
})

test('what is in sight is what is taken away: search and filter hold, and the log has it', async () => {
  expect((await rowsOf({ search: 'all of us', columns: 'text' })).slice(1)).toEqual([['We come, all of us'], [`'=1+1`]])
  expect((await rowsOf({ filter: 'open', columns: 'phone' })).slice(1)).toHaveLength(2)
  const { body } = await app.call(listAudit, { query: {} }, { token: church.admin.token })
  expect(body.items.find(({ act }) => act === 'list.exported')?.details).toMatchObject({ list: 'sms-replies', rows: 2 })
})
