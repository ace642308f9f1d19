import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Church } from '#server/test-kit/build-church.ts'
import { setPrice } from '#server/test-kit/price-store.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

// What clients that exist already ask for and read, beside sending (wire.test.ts), written from the wire contract alone.
let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch({ units: 600, people: [{ firstName: 'Ọlá', lastName: 'Ojo' }] })
})
afterAll(() => app.stop())

type Json = Record<string, unknown>

async function ask(
  method: string,
  path: string,
  body?: Json | string[] | FormData,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: never }> {
  const isForm = body instanceof FormData
  const reply = await fetch(app.url + path, {
    method,
    headers: {
      authorization: `Bearer ${church.admin.token}`,
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  })
  return { status: reply.status, body: (await reply.json()) as never }
}

/** What a client of the API asks for as soon as somebody has signed in. */
const pageLoad: [path: string, answer: unknown][] = [
  ['/api/Messaging/getAllSentSms?page=1', { data: [], totalItems: 0 }],
  ['/api/Messaging/GetAllSmsReplies?page=1', { data: [], totalItems: 0 }],
  ['/api/Messaging/getAllSentEmails?page=1', { data: [], totalItems: 0 }],
  ['/api/Messaging/getAllSentPushNotifications?page=1', { data: [], totalItems: 0 }],
  ['/api/Messaging/getSMSDrafts', []],
  ['/api/Messaging/getSmsSchedules', []],
  ['/api/Messaging/getEmailDrafts', []],
  ['/api/Messaging/getEmailSchedules', []],
  ['/api/LookUp/GetAllLookUps', expect.arrayContaining([{ type: 'Gender', lookUps: expect.any(Array) }])],
  [
    '/api/Settings/GetTenantPeopleClassification',
    ['Member', 'First Timer', 'New Convert'].map((name, index) => ({ id: index + 1, name })),
  ],
  [
    '/api/membership/howyouheardaboutus',
    ['Website', 'Friend', 'Social Media', 'Flyer'].map((name, index) => ({ id: index + 1, name })),
  ],
  ['/api/Financials/Contributions/Transactions?page=1', { data: [], totalItems: 0 }],
  ['/api/GetAllGroupBasicInformation', []],
  ['/dashboard/celebrations', { returnObject: [] }],
  ['/dashboard/attendance', { returnObject: [] }],
]

test.each(pageLoad)('%s answers in its shape at every page load', async (path, answer) => {
  expect(await ask('GET', path)).toEqual({ status: 200, body: answer })
})

test('tells the church, its staff, its figures and its plan', async () => {
  const branches = [{ id: church.tenantId, name: 'Grace Chapel' }]
  expect((await ask('GET', '/api/Branching')).body).toEqual(branches)
  expect((await ask('GET', '/api/Branching/GetBranchesBasicInformation')).body).toEqual(branches)
  expect((await ask('GET', '/api/Settings/ChurchUsers')).body).toEqual([
    { id: expect.any(String), name: 'Ada Admin', email: church.admin.email, roles: ['Admin'] },
  ])
  const { returnObject: figures } = (await ask('GET', '/dashboard/basic')).body as { returnObject: Json }
  expect(figures).toMatchObject({ members: 2, firstTimers: 0, newConverts: 0, total: 2, smsBalance: 600 })
  const { returnObject: plan } = (await ask('GET', '/api/Subscription/GetSubscription')).body as { returnObject: Json }
  expect(plan).toEqual({
    id: null,
    description: 'Test',
    subscriptionExpiration: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    subscriptionPlans: [],
  })
})

test('names under /api/People are never taken for ids', async () => {
  type Row = { id: string; firstName: string; mobilePhone: string }
  for (const path of ['/api/People/GetmembersBasicInfo?page=1', '/api/people/getpeoplebasicinfo']) {
    const rows = (await ask('GET', path)).body as Row[]
    expect(rows.map(({ firstName }) => firstName)).toEqual(['Ada', 'Ọlá'])
    expect(Object.keys(rows[0] ?? {})).toEqual(['id', 'firstName', 'lastName', 'email', 'mobilePhone'])
  }
  const visitor = { firstName: 'Bísí', lastName: 'Ade', email: null, phone: '08039990001', kind: 'first_timer' }
  const rest = { gender: null, maritalStatus: null, birthDay: null, birthMonth: null, birthYear: null, address: null }
  const added = await ask('POST', '/api/people', { ...visitor, ...rest, joinedOn: '2026-01-04' })
  const { id } = added.body as { id: string }
  const row = { id, firstName: 'Bísí', lastName: 'Ade', phoneNumber: '+2348039990001', email: null, imageURL: null }
  const empty = { howDidYouAboutUsName: null, interestedInJoining: null, lifeCycle: 'First visit', movement: null }
  const shown = { ...row, ...empty, date: '2026-01-04', interactions: 0 }
  expect((await ask('GET', '/api/People/GetAllFirstTimers?page=1')).body).toEqual({
    response: { data: [shown], totalItems: 1 },
  })
  const found = (query: string) => ask('GET', `/api/People/FilterFirstTimers?${query}`)
  for (const query of ['firstname=bisi&phone_number=&lifecycle=&page=1', 'phone_number=0803999'])
    expect((await found(query)).body).toEqual([shown])
  for (const query of ['firstname=nobody', 'phone_number=0805', 'lifecycle=Contacted', 'page=2'])
    expect((await found(query)).body).toEqual([])

  const edit = {
    personId: id,
    firstName: 'Bisi',
    lastName: 'Ade',
    phoneNumber: '0803 999 0002',
    genderId: 2,
    birthday: '4',
  }
  const saved = await ask('PUT', '/api/People/EditFirstTimer', { ...edit, birthMonth: 'Month', birthYear: 0 })
  expect(saved).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect(await ask('PUT', '/api/People/EditFirstTimer', { ...edit, birthMonth: 3, birthYear: 0 })).toEqual({
    status: 200,
    body: { response: 'Saved', id },
  })
  const kept = (await ask('GET', `/api/people/${id}`)).body as Json
  expect(kept).toMatchObject({
    firstName: 'Bisi',
    phone: '+2348039990002',
    gender: 'female',
    birthDay: 4,
    birthMonth: 3,
  })
  expect(await ask('PUT', '/api/People/UpdateNewConvert', { personId: id, lastName: 'Ade' })).toMatchObject({
    status: 400,
    body: { fields: { firstName: 'A name is needed.' } },
  })
  const other = { personId: crypto.randomUUID(), firstName: 'No', lastName: 'Body' }
  expect(await ask('PUT', '/api/People/UpdateNewConvert', other)).toMatchObject({ status: 404 })
  expect((await ask('POST', '/api/People/DeletePeople', [id])).body).toEqual({ response: 'Deleted', deleted: 1 })
  expect((await ask('GET', '/api/People/GetAllFirstTimers')).body).toEqual({ response: { data: [], totalItems: 0 } })
  expect(await ask('DELETE', `/api/People/DeleteOnePerson/${id}`)).toMatchObject({ status: 404 })
})

test('prices of a country are there before anybody signs in', async () => {
  await setPrice(app.look, { currency: 'NGN', amount: '5.9' })
  const reply = await fetch(`${app.url}/public/productpricingbycountryid?CountryID=566`)
  const rows = (await reply.json()) as { product: { name: string } }[]
  expect(rows.find(({ product }) => product.name === 'SMS')).toEqual({
    // More than existing clients know: by it they may name the price that they have shown.
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    product: { name: 'SMS' },
    price: 5.9,
    order: expect.any(Number),
    currency: { id: 'NGN', shortCode: 'NGN', symbol: '₦' },
    subscriptionPlan: null,
  })
  expect((await fetch(`${app.url}/Public/ProductPricingByCountryID?CountryID=9999`)).status).toBe(404)
})

test('the portal of another origin signs up, shows the church and its pictures, and chooses a code', async () => {
  const nobody = { authorization: '' }
  const profile = await ask('GET', `/GetChurchProfileById?tenantId=${church.tenantId}`, undefined, nobody)
  expect(profile.body).toEqual({ returnObject: { name: 'Grace Chapel', logo: null } })
  const form = {
    tenantId: church.tenantId,
    firstName: 'Ngozi',
    lastName: 'Obi',
    phoneNumber: '08035557777',
    familyRole: 2,
  }
  type Registered = { loginData: { value: { login: { result: { value: { token: string } } } } } }
  const { body } = await ask('POST', '/familyRegister', { ...form, password: 'a quiet morning' }, nobody)
  const bearer = { authorization: `Bearer ${(body as Registered).loginData.value.login.result.value.token}` }
  const picture = new FormData()
  const webp = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#6f2a5d' } })
    .webp()
    .toBuffer()
  picture.append('mediaFileImage', new Blob([webp]), 'me.webp')
  const { pictureUrl } = (await ask('POST', '/api/Media/UploadProfilePicture', picture, bearer)).body as Json
  expect(pictureUrl).toMatch(/^http:\/\/.*\/api\/signed-pictures\//)
  type Family = { id: string; uniqueCode: string; mother: { pictureUrl: string } }
  const family = (await ask('GET', '/api/Family/family', undefined, bearer)).body as Family
  const mother = { firstName: 'Ngozi', lastName: 'Obi', pictureUrl }
  const changed = await ask('PUT', '/api/Family/editProfile', { id: family.id, familyName: 'Obi', mother }, bearer)
  expect((changed.body as Family).mother.pictureUrl).toBe(pictureUrl)
  // Saved again as it was read: nothing changes.
  expect(await ask('PUT', '/api/Family/editProfile', { id: family.id, familyName: 'Obi', mother }, bearer)).toEqual(
    changed,
  )
  // As <img> does it: no token, another origin.
  const shown = await fetch(String(pictureUrl), { headers: { origin: 'https://portal.example' } })
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])

  const code = { oldCode: family.uniqueCode, newCode: 'obi2026', tenantId: church.tenantId, familyId: family.id }
  const change = (given: Json) => ask('PUT', '/api/Family/changeUniqueCode', { ...code, ...given }, bearer)
  expect((await change({ newCode: 'x' })).body).toMatchObject({ status: false })
  expect((await change({ oldCode: 'WRONG' })).body).toMatchObject({ status: false })
  expect((await change({})).body).toEqual({ status: true, response: 'Your code has been changed.' })
  expect((await change({})).body).toMatchObject({ status: true })
  expect(((await ask('GET', '/api/Family/family', undefined, bearer)).body as Family).uniqueCode).toBe('OBI2026')
})
