import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import {
  addFamilyMember,
  editFamilyMember,
  editFamilyProfile,
  readFamilyPicture,
  readOwnFamily,
  uploadProfilePicture,
} from '#contract/checkin/family.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { addressOf } from '../../test-kit/call.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { forgetPictures } from './pictures.ts'

let app: TestApp
let church: Church
let portrait: File
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch()
  const bytes = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#123456' } })
    .withExif({ IFD0: { Copyright: 'where we live' } })
    .jpeg()
    .toBuffer()
  portrait = new File([new Uint8Array(bytes)], 'portrait.jpg', { type: 'image/jpeg' })
})
afterAll(() => app.stop())

const DAY = 24 * 60 * 60_000
const upload = ({ token }: Family) => app.call(uploadProfilePicture, { file: portrait }, { token })
/** Of the signed address that callers with a token get. */
const idOf = (url: string): string => url.split('/').at(-3) ?? ''
const look = ({ token }: Family, url: string) =>
  fetch(app.url + addressOf(readFamilyPicture, { params: { id: idOf(url) } }), {
    headers: { authorization: `Bearer ${token}` },
  })
const read = async ({ token }: Family) => (await app.call(readOwnFamily, { query: {} }, { token })).body
const giveTo = ({ token }: Family, id: string, pictureUrl: string | null) =>
  app.call(
    editFamilyMember,
    { body: { id, familyRoleId: 3, person: { firstName: 'Tobi', lastName: 'Ade', pictureUrl } } },
    { token },
  )

describe('the profile', () => {
  const home = {
    familyName: 'The Ades',
    address: '1 Allen Avenue\nIkeja',
    email: 'ade@home.example',
    homePhone: '0803 000 1111',
  }

  test('changes the family and its parent, and keeps who belongs to it', async () => {
    const family = await buildFamily(app, church, { others: [{ role: 6 }] })
    const body = { id: family.familyId, ...home, mother: { firstName: 'Adébísí', lastName: 'Ade' } }
    const { status, body: changed } = await app.call(editFamilyProfile, { body }, { token: family.token })
    expect(status).toBe(200)
    expect(changed).toMatchObject({
      familyName: 'The Ades',
      address: '1 Allen Avenue\nIkeja',
      email: 'ade@home.example',
      homePhone: '+2348030001111',
      mother: { firstName: 'Adébísí', mobilePhone: family.phone },
    })
    expect(await app.look('select 1 from family_member where family_id = $1', [family.familyId])).toHaveLength(3)
  })

  test('keeps what was not sent', async () => {
    const family = await buildFamily(app, church)
    const options = { token: family.token }
    await app.call(editFamilyProfile, { body: { id: family.familyId, ...home } }, options)
    await app.call(editFamilyProfile, { body: { id: family.familyId, familyName: 'Ade' } }, options)
    expect(await read(family)).toMatchObject({ familyName: 'Ade', email: home.email, homePhone: '+2348030001111' })
  })

  test.each([
    ['a name without letters', { familyName: '\u200b' }, 400, ['familyName']],
    ['a phone that is none', { homePhone: '12' }, 400, ['homePhone']],
    ['an address that is none', { email: 'nobody' }, 400, ['email']],
    ['a parent without a name', { mother: { firstName: '\u200b' } }, 400, ['mother.firstName']],
    ['a parent that the family does not have', { father: { firstName: 'Dapo' } }, 404, []],
  ])('%s is refused', async (_what, given, status, fields) => {
    const family = await buildFamily(app, church)
    const body = { id: family.familyId, ...home, ...given }
    const reply = await app.call(editFamilyProfile, { body }, { token: family.token })
    expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([status, fields])
  })

  test('is not for a guardian of a family that has a parent', async () => {
    const family = await buildFamily(app, church, { role: 7, others: [{ role: 1 }] })
    const body = { id: family.familyId, ...home }
    expect((await app.call(editFamilyProfile, { body }, { token: family.token })).status).toBe(403)
  })
})

describe('a portrait', () => {
  test('is made anew without what else the file tells, and shown to the family only', async () => {
    const [family, neighbour] = [await buildFamily(app, church), await buildFamily(app, church)]
    const { body } = await upload(family)
    const [childId = ''] = family.childIds
    expect((await look(family, body.pictureUrl)).status).toBe(200)
    expect((await giveTo(family, childId, body.pictureUrl)).status).toBe(200)
    expect((await read(family)).familyMembers[1]?.person.pictureUrl).toBe(body.pictureUrl)
    const picture = await look(family, body.pictureUrl)
    expect(picture.headers.get('content-type')).toBe('image/webp')
    const { width, height, exif } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
    expect([width === height, exif]).toEqual([true, undefined])
    expect((await look(neighbour, body.pictureUrl)).status).toBe(404)
  })

  test('takes the place of the one before, which is gone then', async () => {
    const family = await buildFamily(app, church)
    const [childId = ''] = family.childIds
    const [first, second] = [(await upload(family)).body.pictureUrl, (await upload(family)).body.pictureUrl]
    await giveTo(family, childId, first)
    await giveTo(family, childId, second)
    expect(await app.look('select 1 from picture where id = $1', [idOf(first)])).toEqual([])
    await giveTo(family, childId, second)
    await giveTo(family, childId, null)
    expect((await read(family)).familyMembers[1]?.person.pictureUrl).toBeNull()
    expect(await app.look('select 1 from picture where id = $1', [idOf(second)])).toEqual([])
  })

  test('that somebody else uploaded, or has, is refused like one that nobody has', async () => {
    const [family, neighbour] = [await buildFamily(app, church), await buildFamily(app, church)]
    const theirs = (await upload(neighbour)).body.pictureUrl
    const worn = (await upload(neighbour)).body.pictureUrl
    await giveTo(neighbour, neighbour.childIds[0] ?? '', worn)
    const nobodys = '/api/checkin/pictures/0193b0e5-0000-7000-8000-000000000000'
    const replies = await Promise.all(
      [theirs, worn, nobodys].map((url) => giveTo(family, family.childIds[0] ?? '', url)),
    )
    for (const { status, body } of replies) expect([status, body]).toEqual([400, replies[2]?.body])
    expect((await look(neighbour, worn)).status).toBe(200)
  })

  test('given to two at once is only the first one’s', async () => {
    const family = await buildFamily(app, church, { children: [{}, { firstName: 'Ada' }] })
    const { pictureUrl } = (await upload(family)).body
    const replies = await Promise.all(family.childIds.map((id) => giveTo(family, id, pictureUrl)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  test('comes with a new member in one step', async () => {
    const family = await buildFamily(app, church)
    const { pictureUrl } = (await upload(family)).body
    const body = { familyRoleId: 4, person: { firstName: 'Ada', pictureUrl } }
    await app.call(addFamilyMember, { body }, { token: family.token })
    expect((await read(family)).familyMembers.at(-1)?.person.pictureUrl).toBe(pictureUrl)
  })

  test('that nobody was given is gone after a day, and one that was is not', async () => {
    const family = await buildFamily(app, church)
    const [unused, used] = [(await upload(family)).body.pictureUrl, (await upload(family)).body.pictureUrl]
    await giveTo(family, family.childIds[0] ?? '', used)
    const { database, log } = app.server.context
    await forgetPictures({ database, log, clock: app.clock })
    expect((await look(family, unused)).status).toBe(200)
    await forgetPictures({ database, log, clock: { now: () => new Date(app.clock.now().getTime() + DAY + 1000) } })
    expect([(await look(family, unused)).status, (await look(family, used)).status]).toEqual([404, 200])
  })

  test('that is none is refused, and so are too many a day', async () => {
    const family = await buildFamily(app, church)
    const options = { token: family.token }
    const reply = await app.call(uploadProfilePicture, { file: new File(['<svg/>'], 'a.png') }, options)
    expect(reply.body.code).toBe('unsupported_image')
    for (let count = 0; count < 40; count += 1) expect((await upload(family)).status).toBe(200)
    expect((await upload(family)).status).toBe(429)
  })
})

test('somebody of whom the church has said something is the church’s, and of who has a life elsewhere only the role', async () => {
  const family = await buildFamily(app, church, { others: [{ role: 6 }, { role: 6 }] })
  const [limited = '', aunt = ''] = family.otherIds
  const elsewhere = await buildFamily(app, church)
  const say = (sql: string, personId: string, familyId: string) => app.look(sql, [church.tenantId, familyId, personId])
  await say(
    `insert into guardian_grant (tenant_id, family_id, person_id, kind, one_time, added_by, added_at)
     values ($1, $2, $3, 'allowed', true, 'staff', now())`,
    limited,
    family.familyId,
  )
  await say(
    'insert into family_member (tenant_id, family_id, person_id, role) values ($1, $2, $3, 2)',
    aunt,
    elsewhere.familyId,
  )
  const become = (id: string) => {
    const body = { id, familyRoleId: 1, person: { firstName: 'Nobody' } } as const
    return app.call(editFamilyMember, { body }, { token: family.token })
  }
  expect((await become(limited)).body.code).toBe('set_by_church')
  expect((await become(aunt)).status).toBe(200)
  expect((await read(family)).father).toMatchObject({ id: aunt, firstName: 'Ada' })
  const profile = { id: family.familyId, familyName: 'Ade', father: { firstName: 'Nobody' } }
  const saved = await app.call(editFamilyProfile, { body: profile }, { token: family.token })
  expect(saved.body.father).toMatchObject({ id: aunt, firstName: 'Ada' })
})
