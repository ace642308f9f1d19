import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadContactFile } from '#contract/messaging/contact-files.ts'
import { quoteSms } from '#contract/messaging/sms.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch({ units: 10 })
})
afterAll(() => app.stop())

const upload = (text: string, of: Church = church, name = 'friends.csv') =>
  app.call(uploadContactFile, { file: new File([text], name) }, { token: of.admin.token })

test('says what is in a file, row by row where something is wrong', async () => {
  const rows = ['Name,Phone', 'Ada,08035000001', 'Ada again,+234 803 500 0001', 'Bola,2.34803E+12', 'Chi,0803']
  const { status, body } = await upload(rows.join('\n'), church, '../../../etc/pass\u0000wd.csv')
  expect(status).toBe(200)
  expect(body).toEqual({
    id: expect.any(String),
    fileName: 'passwd.csv',
    rows: 4,
    contacts: 1,
    duplicates: 1,
    rejected: 2,
    rejectedRows: [
      { row: 4, value: '2.34803E+12', reason: 'scientific_notation' },
      { row: 5, value: '0803', reason: 'too_short' },
    ],
  })
})

test('a file serves its own church only', async () => {
  const { body } = await upload('Name,Phone\nAda,08035000001')
  const other = await app.buildChurch()
  const quote = (of: Church) =>
    app.call(
      quoteSms,
      { body: { destination: { contactFileId: body.id }, message: 'Hello' } },
      { token: of.admin.token },
    )
  expect((await quote(church)).body.recipients).toBe(1)
  expect((await quote(other)).body.recipients).toBe(0)
})

test('refuses what is no contact file by its code', async () => {
  expect((await upload('nothing to see')).body.code).toBe('unreadable_file')
  expect((await upload('')).body.code).toBe('unreadable_file')
  const huge = await upload('x'.repeat(17 * 1024 * 1024))
  expect([huge.status, huge.body.code]).toEqual([413, 'too_large'])
})

test('one church waits for its own files, another does not wait for them', async () => {
  const file = `Name,Phone\n${Array.from({ length: 20_000 }, (_, index) => `A,0803${2_000_000 + index}`).join('\n')}`
  const replies = await Promise.all(Array.from({ length: 5 }, () => upload(file)))
  const statuses = replies.map(({ status }) => status).sort()
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect((await upload('Name,Phone\nAda,08035000001')).status).toBe(200)
})
