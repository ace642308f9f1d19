import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { exportRecipients, exportSent, recipientColumns, sentColumns } from '#contract/messaging/sent-sms.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { addressOf } from '../../test-kit/call.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import type { Church } from '../../test-kit/build-church.ts'

let app: TestApp
let church: Church
let other: Church
let sentId: string
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch({
    units: 500,
    people: [{ firstName: 'Ọlá', lastName: '=100%', phone: '+2348031234567' }],
  })
  other = await app.buildChurch({ units: 10 })
  sentId = await send('=1+1; come, all', '08035000001,08035000002', church.personIds[0])
  await send('Rehearsal', '08035000003')
})
afterAll(() => app.stop())

async function send(message: string, toOthers: string, ToContacts = ''): Promise<string> {
  const body = { subject: church.sender, message, toOthers, ToContacts }
  const reply = await app.call(sendSms, { body }, { token: church.admin.token })
  return reply.body.sentMessageDTO?.id ?? ''
}

type Query = Record<string, string>

const take = (endpoint: Endpoint, query: Query, { token = church.admin.token, id = sentId } = {}): Promise<Response> =>
  fetch(app.url + addressOf(endpoint, { query, params: { id } }), { headers: { authorization: `Bearer ${token}` } })

const rowsOf = async (reply: Response): Promise<string[][]> =>
  Papa.parse<string[]>((await reply.text()).replace(/^\uFEFF/, '').trimEnd()).data

const codeOf = async (reply: Response): Promise<unknown[]> => [
  reply.status,
  ((await reply.json()) as { code: string }).code,
]

test('the sent list is taken away as it is searched, with every column', async () => {
  const reply = await take(exportSent, { format: 'csv', search: 'come, all', columns: sentColumns.join(',') })
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="sent-sms-\d{4}-\d\d-\d\d\.csv"/)
  expect(reply.headers.get('cache-control')).toBe('no-store')
  const [headings, row, ...more] = await rowsOf(reply)
  expect(more).toEqual([])
  expect(headings).toHaveLength(sentColumns.length)
  expect(row).toEqual(
    [expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/), church.sender, `'=1+1; come, all`, 'Ada Admin'].concat(
      '3,0,0,3,0,0,0,0,3,0,sending'.split(','),
    ),
  )
})

test('columns come in the order wanted, under titles of the reader', async () => {
  const query = { format: 'txt', columns: 'phone,name', headings: 'Téléphone|=Nom', search: 'Ọlá' }
  const reply = await take(exportRecipients, query)
  expect(Buffer.from(await reply.arrayBuffer()).toString('utf8')).toBe(
    `\u{FEFF}Téléphone\t'=Nom\r\n+2348031234567\tỌlá =100%\r\n`,
  )
})

test('the delivery report is a workbook in which phones are texts', async () => {
  const reply = await take(exportRecipients, { format: 'xlsx', state: 'queued', title: 'Report: [1]' })
  expect(reply.headers.get('content-type')).toContain('spreadsheetml.sheet')
  const [headings, ...rows] = await readSheet(Buffer.from(await reply.arrayBuffer()))
  expect(headings).toHaveLength(recipientColumns.length)
  expect(rows.map(([position, , phone]) => [position, phone])).toEqual([
    [1, '+2348031234567'],
    [2, '+2348035000001'],
    [3, '+2348035000002'],
  ])
})

test('for printing it comes with its title', async () => {
  const reply = await take(exportSent, { format: 'json', columns: 'message', title: 'Sent SMS' })
  expect(await reply.json()).toEqual({
    title: 'Sent SMS',
    headings: ['Message'],
    rows: [['Rehearsal'], ['=1+1; come, all']],
    total: 2,
  })
})

test('every export stands in the log, with what was taken and never with what it says', async () => {
  await take(exportRecipients, { format: 'csv' })
  const entries = await app.look(
    `select subject_id, details from audit_entry where tenant_id = $1 and act = 'list.exported' order by at desc limit 1`,
    [church.tenantId],
  )
  expect(entries).toEqual([{ subject_id: sentId, details: { list: 'recipients', format: 'csv', rows: 3 } }])
})

test("another church's report is not found, and its list holds nothing of ours", async () => {
  const token = other.admin.token
  expect(await codeOf(await take(exportRecipients, { format: 'xlsx' }, { token }))).toEqual([404, 'not_found'])
  expect(await rowsOf(await take(exportSent, { format: 'csv', columns: 'message' }, { token }))).toEqual([['Message']])
})

test.each<Query>([
  { format: 'pdf' },
  { format: 'csv', columns: 'message,secret' },
  { format: 'csv', columns: 'message,message' },
  { format: 'csv', columns: '__proto__' },
  { format: 'csv', columns: 'message', headings: 'One|Two' },
  { format: 'csv', columns: 'message', headings: 'x'.repeat(61) },
  { format: 'xlsx', title: 'x'.repeat(121) },
])('%o is refused', async (query) => {
  expect(await codeOf(await take(exportSent, query))).toEqual([400, 'invalid_input'])
})
