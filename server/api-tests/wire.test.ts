import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Church } from '#server/test-kit/build-church.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { until } from '#server/test-kit/until.ts'

// A client of its own, written from the wire contract alone: paths in other letter cases, fields as existing clients
// send them, nothing of ours imported.
let app: TestApp
let church: Church
let token: string
beforeAll(async () => {
  app = await startApp()
  church = await app.buildChurch({
    units: 600,
    people: [{ firstName: 'Ọlá', lastName: 'Ojo', phone: '+2348031234567' }],
  })
})
afterAll(() => app.stop())

type Json = Record<string, unknown>

const areDelivered = (rows: Json[]): boolean => rows.every((row) => row['deliveryReport'] === 'delivered')

async function ask(
  method: string,
  path: string,
  body?: Json | FormData,
  headers: Json = {},
): Promise<{ status: number; body: never }> {
  const isForm = body instanceof FormData
  const reply = await fetch(app.url + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      ...(headers as Record<string, string>),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  })
  return { status: reply.status, body: (await reply.json()) as never }
}

test('signs in with the flat answer of /login', async () => {
  const wrong = await ask('POST', '/Login', { userName: church.admin.email, password: 'not this one' })
  expect(wrong).toEqual({ status: 401, body: { code: 'wrong_credentials', message: expect.any(String) } })
  const { status, body } = await ask('POST', '/login', {
    userName: church.admin.email,
    password: church.admin.password,
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    token: expect.stringMatching(/^.{30,}$/),
    expiryTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    roles: ['Admin'],
    subStatus: 'Active',
    isVerified: true,
    churchSize: 2,
  })
  token = (body as { token: string }).token
})

test('knows who is signed in', async () => {
  const { body } = await ask('GET', '/API/membership/getcurrentsignedinuser')
  expect(body).toEqual({
    currency: 'NGN',
    currencySymbol: '₦',
    smsBalance: 600,
    tenantId: church.tenantId,
    churchName: 'Grace Chapel',
    userEmail: church.admin.email,
    email: church.admin.email,
    isoCode: 'NG',
    country: 'Nigeria',
    subStatus: 'Active',
    churchSize: 2,
    subscribedChurchSize: 1_000_000,
    subscriptionName: 'Test',
  })
})

test('uploads contacts and finds people', async () => {
  const form = new FormData()
  const rows = [
    'Name,Phone',
    'Ada Obi,0803 555 0001',
    '"Chidi, Mr",+2348035550002',
    'Twice,08035550001',
    'Bad,2.34803E+12',
  ]
  form.append('contactUploadedFile', new Blob([rows.join('\n')]), 'friends.csv')
  const upload = await ask('POST', '/api/messaging/upload', form)
  expect(upload.body).toEqual([
    { name: 'Ada Obi', phone: '+2348035550001' },
    { name: 'Chidi, Mr', phone: '+2348035550002' },
  ])
  const found = await ask('GET', '/api/Membership/GetSearchedUSers?searchText=ola')
  expect(found.body).toEqual([{ id: church.personIds[0], name: 'Ọlá Ojo', phone: '+2348031234567', email: null }])
})

const messageTo = (personId: string) => ({
  subject: 'GraceChapel',
  message: 'Dear #name#, welcome',
  contacts: [],
  isPersonalized: true,
  groupedContacts: [],
  ToContacts: personId,
  toOthers: '08035550001, 0803 555 0002 ,08035550003',
  isoCode: 'NG',
  category: '',
  emailAddress: '',
  emailDisplayName: '',
  gateWayToUse: 'hybridKonnect',
})
let campaignId = ''

test('sends with #name#, sees the units fall and the receipts arrive', async () => {
  const message = messageTo(church.personIds[0] ?? '')
  const sent = await ask('POST', '/api/Messaging/sendSms', message, { 'idempotency-key': 'one press' })
  // "Dear Ọlá" is Unicode and still one page.
  expect(sent.body).toEqual({
    status: true,
    message: 'Your sms has been sent successfully!',
    unitsUsed: 4,
    sentMessageDTO: {
      id: expect.any(String),
      message: message.message,
      smsUnitsUsed: 4,
      report: [{ status: 'queued' }],
    },
  })
  expect(await ask('POST', '/api/messaging/SENDSMS', message, { 'idempotency-key': 'one press' })).toEqual(sent)
  campaignId = (sent.body as { sentMessageDTO: { id: string } }).sentMessageDTO.id
  const details = await until<Json[]>(async () => {
    const { body } = await ask('GET', `/api/Messaging/GetSentMessageDetails?CommReportId=${campaignId}`)
    return areDelivered(body) && body
  })
  expect(details).toHaveLength(4)
  expect(details[0]).toEqual({
    recipient: '+2348031234567',
    name: 'Ọlá Ojo',
    deliveryReport: 'delivered',
    date: expect.any(String),
  })
  const arrived = (await (await fetch(`${app.sandboxUrl}/_sandbox/sms`)).json()) as {
    items: { text: string; from: string }[]
  }
  expect(arrived.items.map(({ text }) => text).sort()).toEqual([
    'Dear Ada, welcome',
    'Dear Chidi, welcome',
    'Dear Friend, welcome',
    'Dear Ọlá, welcome',
  ])
  expect(arrived.items.every(({ from }) => from === 'GRACECHAPEL')).toBe(true)
  const user = await ask('GET', '/api/Membership/GetCurrentSignedInUser')
  expect((user.body as { smsBalance: number }).smsBalance).toBe(596)
})

test('lists, opens and deletes what was sent', async () => {
  const { message } = messageTo('')
  const id = campaignId
  const list = await ask('GET', '/api/Messaging/getAllSentSms?page=1')
  expect(list.body).toEqual({
    data: [
      {
        id,
        message,
        subject: 'GRACECHAPEL',
        dateSent: expect.any(String),
        smsUnitsUsed: 4,
        // One entry a recipient: the client counts them.
        report: Array.from({ length: 4 }, () => ({ status: 'processed' })),
        deliveryReport: Array.from({ length: 4 }, () => ({ report: 'processed' })),
      },
    ],
    totalItems: 1,
  })
  const one = await ask('GET', `/api/Messaging/getSentSMSbyId?CommReportId=${id}`)
  expect(one.body).toEqual({
    id,
    subject: 'GRACECHAPEL',
    message,
    dateSent: expect.any(String),
    sentByUser: 'Ada Admin',
  })
  const gone = await ask('DELETE', `/api/Messaging/DeleteSentSMS?IdList=${id}`)
  expect(gone.body).toMatchObject({ deleted: true })
  expect((await ask('GET', '/api/Messaging/getAllSentSms?page=0')).body).toEqual({ data: [], totalItems: 0 })
})

test('answers the pickers in their shapes', async () => {
  expect((await ask('GET', '/api/Messaging/getCommunicationGroups')).body).toEqual({})
  expect((await ask('GET', '/api/Messaging/RetrieveTenantSenderIDs')).body).toEqual({
    returnObject: [{ id: expect.any(String), mask: 'GRACECHAPEL', status: 2, refusedReason: null }],
  })
  const asked = await ask('POST', '/api/Messaging/RequestSenderID', { mask: 'YOUTH', tenantID: church.tenantId })
  expect(asked).toEqual({ status: 200, body: { status: 0, id: expect.any(String), mask: 'YOUTH' } })
  const { id } = asked.body as { id: string }
  expect(await ask('DELETE', `/api/Messaging/DeleteSenderID?id=${id}`)).toEqual({ status: 200, body: true })
})

test('answers countries and the profile of the church', async () => {
  type Country = { id: number; name: string; currency: string; isoCode: string }
  const reply = await fetch(`${app.url}/API/getallcountries`)
  const countries = (await reply.json()) as Country[]
  expect(countries.length).toBeGreaterThan(150)
  const nigeria = countries.find(({ isoCode }) => isoCode === 'NG')
  expect(nigeria).toEqual({ id: expect.any(Number), name: 'Nigeria', currency: 'NGN', isoCode: 'NG' })
  expect(new Set(countries.map(({ id }) => id)).size).toBe(countries.length)

  const profile = { logo: null, name: 'Grace Chapel', countryID: nigeria?.id, pastorName: null }
  for (const query of [`?tenantId=${church.tenantId}`, `?tenantId=${church.tenantId.toUpperCase()}`, ''])
    expect(await ask('GET', `/getchurchprofilebyid${query}`)).toEqual({ status: 200, body: { returnObject: profile } })
  expect(await ask('GET', '/GetChurchProfileById?tenantId=somebody-else')).toMatchObject({ status: 404 })
})

test('refuses in the one error body', async () => {
  expect(await ask('POST', '/api/Messaging/sendSms', { subject: 'GRACECHAPEL' })).toEqual({
    status: 400,
    body: {
      code: 'invalid_input',
      message: 'Please check the highlighted fields.',
      fields: { message: expect.any(String) },
    },
  })
  expect(await ask('GET', '/api/Messaging/getSentSMSbyId?CommReportId=1')).toMatchObject({ status: 400 })
  expect(await ask('GET', '/api/nothing/here')).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
