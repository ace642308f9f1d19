import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readChurch, readPicture, removeLogo, updateChurch, uploadLogo } from '#contract/identity/church.ts'
import { readSession } from '#contract/identity/session.ts'
import { cancelPayment, startTransfer } from '#contract/billing/payments.ts'
import { addColleague } from '#server/test-kit/add-colleague.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { openBankAccount, setPrice } from '#server/test-kit/price-store.ts'
import { getChurchProfileById } from '#contract/identity/existing-clients.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

let app: TestApp
let slugs = 0
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

type Profile = Parameters<typeof app.call<typeof updateChurch>>[1]['body']
const profileOf = (given: Partial<Profile> = {}): Profile => ({
  name: 'Grace Chapel',
  slug: `grace-${(slugs += 1)}`,
  pastorName: 'Pastor Ngọzi',
  city: 'Lagos',
  isoCode: 'NG',
  timeZone: 'Africa/Lagos',
  ...given,
})
const update = (church: Church, body: Profile) => app.call(updateChurch, { body }, { token: church.admin.token })

async function picture(format: 'png' | 'jpeg' = 'png'): Promise<File> {
  const image = sharp({ create: { width: 700, height: 300, channels: 3, background: '#6f2a5d' } })
  return new File([new Uint8Array(await image[format]().toBuffer())], `logo.${format}`)
}
const upload = (church: Church, file: File) => app.call(uploadLogo, { file }, { token: church.admin.token })
const show = (token: string, address: string) =>
  fetch(app.url + address, { headers: { authorization: `Bearer ${token}` } })

describe('the profile', () => {
  test('is changed, the currency follows the country, and the log names the fields', async () => {
    const church = await app.buildChurch({ units: 40 })
    const reply = await update(church, profileOf({ isoCode: 'GH', timeZone: 'Africa/Accra', city: ' Accra ' }))
    expect(reply.body).toMatchObject({ city: 'Accra', currency: 'GHS', timeZone: 'Africa/Accra', logoUrl: null })
    expect((await app.call(readChurch, {}, { token: church.admin.token })).body).toEqual(reply.body)
    const session = await app.call(readSession, {}, { token: church.admin.token })
    expect(session.body).toMatchObject({ units: 40, church: { currency: 'GHS', isoCode: 'GH' } })
    // Where guardians sign in by phone they choose among the countries of the churches that are known.
    expect(await app.look('select iso_code from known_church where tenant_id = $1', [church.tenantId])).toEqual([
      { iso_code: 'GH' },
    ])
    const entries = await app.look(
      `select details from audit_entry where tenant_id = $1 and act = 'church.profile_changed'`,
      [church.tenantId],
    )
    const changed = entries.flatMap(({ details }) => (details as { fields: string[] }).fields)
    expect([entries.length, changed.sort()]).toEqual([
      1,
      ['city', 'currency', 'isoCode', 'pastorName', 'slug', 'timeZone'],
    ])
  })

  test('that is the same again is no change', async () => {
    const church = await app.buildChurch()
    const body = profileOf()
    expect([(await update(church, body)).status, (await update(church, body)).status]).toEqual([200, 200])
    expect(
      await app.look(`select 1 from audit_entry where tenant_id = $1 and act = 'church.profile_changed'`, [
        church.tenantId,
      ]),
    ).toHaveLength(1)
  })

  test.each([
    ['a zone of another country', { timeZone: 'Africa/Accra' }],
    ['a country that is none', { isoCode: 'QQ' }],
    ['no name', { name: ' ' }],
    ['a slug that is none', { slug: 'grace_chapel' }],
  ])('is refused with %s', async (_what, given) => {
    expect((await update(await app.buildChurch(), profileOf(given))).body.code).toBe('invalid_input')
  })

  test('takes no other church’s slug, also when both ask at once, and no reserved one', async () => {
    const [one, two] = [await app.buildChurch(), await app.buildChurch()]
    const replies = await Promise.all([one, two].map((church) => update(church, profileOf({ slug: 'all-saints' }))))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await update(one, profileOf({ slug: 'admin' }))).body.code).toBe('slug_taken')
  })

  test('keeps former slugs for its church, which may go back to them', async () => {
    const [one, two] = [await app.buildChurch(), await app.buildChurch()]
    await update(one, profileOf({ slug: 'holy-hill' }))
    await update(one, profileOf({ slug: 'holy-hill-ikeja' }))
    expect((await update(two, profileOf({ slug: 'holy-hill' }))).body.code).toBe('slug_taken')
    expect((await update(one, profileOf({ slug: 'holy-hill' }))).body.slug).toBe('holy-hill')
    expect((await update(two, profileOf({ slug: 'holy-hill-ikeja' }))).body.code).toBe('slug_taken')
  })

  test('collects no slugs: with twenty a church only goes back to its own', async () => {
    const church = await app.buildChurch()
    for (let count = 0; count < 21; count += 1) await update(church, profileOf({ slug: `many-slugs-${count}` }))
    expect((await update(church, profileOf({ slug: 'many-slugs-21' }))).body.code).toBe('slug_taken')
    expect((await update(church, profileOf({ slug: 'many-slugs-0' }))).status).toBe(200)
  })

  test('keeps its country once the church has paid or is about to: prices follow it', async () => {
    const church = await app.buildChurch()
    await setPrice(app.look, { currency: 'NGN', amount: '5.9' })
    await openBankAccount(app.look, 'NGN')
    const body = { purpose: 'units', currency: 'NGN', amount: '590' } as const
    const { id } = (await app.call(startTransfer, { body }, { token: church.admin.token })).body
    const move = () => update(church, profileOf({ isoCode: 'GH', timeZone: 'Africa/Accra' }))
    expect((await move()).body).toMatchObject({ code: 'invalid_input', fields: { isoCode: expect.any(String) } })
    expect((await update(church, profileOf({ city: 'Abuja' }))).status).toBe(200)
    await app.call(cancelPayment, { params: { id } }, { token: church.admin.token })
    expect((await move()).status).toBe(200)
  })

  test.each(['https://win.example', 'WWW.win.example'])('holds no web address in its name: %s', async (link) => {
    const reply = await update(await app.buildChurch(), profileOf({ name: `Win at ${link}` }))
    expect(reply.body.code).toBe('invalid_input')
  })

  test('is for owners', async () => {
    const church = await app.buildChurch({ roles: ['Communicator'] })
    expect((await update(church, profileOf())).body.code).toBe('not_allowed')
  })
})

describe('the logo', () => {
  test('is no file that a page of another site opens with our cookie', async () => {
    const church = await app.buildChurch()
    const { logoUrl } = (await upload(church, await picture())).body
    const ask = async (headers: Record<string, string>) => (await fetch(app.url + logoUrl, { headers })).status
    const cookie = `__Host-narthex=${church.admin.token}`
    for (const site of ['cross-site', 'same-site']) expect(await ask({ cookie, 'sec-fetch-site': site })).toBe(403)
    for (const site of ['same-origin', 'none']) expect(await ask({ cookie, 'sec-fetch-site': site })).toBe(200)
    expect(await ask({ cookie })).toBe(200)
    expect(await ask({ authorization: `Bearer ${church.admin.token}`, 'sec-fetch-site': 'cross-site' })).toBe(200)
  })

  test('is shown to the church’s own people, kept by their browsers, and a new one replaces it', async () => {
    const church = await app.buildChurch()
    const colleague = await addColleague(app, church, { roles: ['CheckIn'] })
    const { logoUrl } = (await upload(church, await picture())).body
    const shown = await show(colleague.token, logoUrl)
    expect(shown.headers.get('content-type')).toBe('image/webp')
    expect(shown.headers.get('content-disposition')).toBe('inline')
    expect(shown.headers.get('cache-control')).toMatch(/^private, max-age=\d{7,}, immutable$/)
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
    expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ format: 'webp', width: 512 })
    expect((await app.call(readSession, {}, { token: church.admin.token })).body.church.logoUrl).toBe(logoUrl)
    const next = (await upload(church, await picture('jpeg'))).body.logoUrl
    expect((await show(church.admin.token, logoUrl)).status).toBe(404)
    expect((await show(church.admin.token, next)).status).toBe(200)
    expect(await app.look('select 1 from picture where tenant_id = $1', [church.tenantId])).toHaveLength(1)
  })

  test('is one, also when two arrive at the same moment, and none once it is removed', async () => {
    const church = await app.buildChurch()
    await Promise.all([await picture(), await picture('jpeg')].map((file) => upload(church, file)))
    expect(await app.look('select 1 from picture where tenant_id = $1', [church.tenantId])).toHaveLength(1)
    const remove = () => app.call(removeLogo, {}, { token: church.admin.token })
    expect([(await remove()).body, (await remove()).body]).toEqual([{ logoUrl: null }, { logoUrl: null }])
    expect(await app.look('select 1 from picture where tenant_id = $1', [church.tenantId])).toEqual([])
  })

  test.each([
    ['an SVG', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.png', { type: 'image/png' })],
    ['an empty file', new File([], 'logo.png')],
    [
      'half a picture',
      new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])], 'logo.png'),
    ],
  ])('is not %s', async (_what, file) => {
    expect((await upload(await app.buildChurch(), file)).body.code).toBe('unsupported_image')
  })

  test('of another church is as an unknown picture', async () => {
    const [own, other] = [await app.buildChurch(), await app.buildChurch()]
    const { logoUrl } = (await upload(other, await picture())).body
    const id = logoUrl.split('/').at(-1) ?? ''
    const ask = async (of: string) => {
      const { status, body } = await app.call(readPicture, { params: { id: of } }, { token: own.admin.token })
      return { status, body }
    }
    expect(await ask(id)).toEqual(await ask(UNKNOWN))
    expect((await ask(id)).status).toBe(404)
  })
})

describe('GetChurchProfileById', () => {
  const ask = (church: Church, tenantId?: string) =>
    app.call(getChurchProfileById, { query: tenantId ? { tenantId } : {} }, { token: church.admin.token })

  test('answers the own church, named or not', async () => {
    const church = await app.buildChurch()
    await update(church, profileOf())
    const expected = { returnObject: { logo: null, name: 'Grace Chapel', countryID: 566, pastorName: 'Pastor Ngọzi' } }
    for (const id of [undefined, church.tenantId, church.tenantId.toUpperCase()])
      expect((await ask(church, id)).body).toEqual(expected)
  })

  test('tells name and logo to anybody, and nothing else', async () => {
    const [own, other] = [await app.buildChurch(), await app.buildChurch()]
    await update(other, profileOf())
    await upload(other, await picture())
    const { body } = await ask(own, other.tenantId)
    expect(body).toEqual({
      returnObject: { name: 'Grace Chapel', logo: expect.stringContaining(`/${other.tenantId}/`) },
    })
    expect((await app.call(getChurchProfileById, { query: { tenantId: other.tenantId } })).body).toEqual(body)
    const logo = await fetch(body.returnObject.logo ?? '')
    expect([logo.status, logo.headers.get('content-type'), logo.headers.get('cross-origin-resource-policy')]).toEqual([
      200,
      'image/webp',
      'cross-origin',
    ])
  })

  test('a church that is none is not found', async () => {
    const own = await app.buildChurch()
    for (const id of [UNKNOWN, 'nonsense']) expect((await ask(own, id)).body.code).toBe('not_found')
    expect((await app.call(getChurchProfileById, { query: {} })).body.code).toBe('not_found')
  })

  test('the address of a logo is good for days, for this logo and this church only', async () => {
    const [own, other] = [await app.buildChurch(), await app.buildChurch()]
    await upload(own, await picture())
    const { returnObject } = (await ask(own)).body
    const address = returnObject.logo ?? ''
    const status = async (url: string) => (await fetch(url)).status
    const [until = ''] = /\d{10}/.exec(address) ?? []
    expect(await status(address.replace(own.tenantId, other.tenantId))).toBe(404)
    expect(await status(address.replace(until, String(Number(until) + 1)))).toBe(404)
    expect(await status(address.slice(0, -3) + 'AAA')).toBe(404)
    app.clock.advance(2 * 86_400_000)
    expect(await status(address)).toBe(200)
    app.clock.advance(2 * 86_400_000)
    expect(await status(address)).toBe(404)
  })
})
