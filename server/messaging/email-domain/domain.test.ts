import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/messaging/email-domain.ts'
import { sendEmail } from '#contract/messaging/emails.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { readDkim } from '../../test-kit/dkim.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'

const HOUR_MS = 60 * 60 * 1000
let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { MAIL_DOMAIN: 'mail.narthex.example', MAIL_DOMAIN_RATE: '5000' } })
})
afterAll(() => app.stop())

const as = (who: Church) => ({ token: who.admin.token })
type Line = { type: string; name: string; value: string }
const dns = (method: 'POST' | 'DELETE', { name, type, value }: Line) =>
  method === 'POST'
    ? fetch(`${app.sandboxUrl}/_sandbox/dns`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name, type, value }),
      })
    : fetch(`${app.sandboxUrl}/_sandbox/dns?${new URLSearchParams({ name, type }).toString()}`, { method })
const settings = async (who: Church) => (await app.call(calls.readEmailSettings, {}, as(who))).body
const claim = async (who: Church, domain: string) =>
  (await app.call(calls.claimEmailDomain, { body: { domain } }, as(who))).body
const check = async (who: Church) => (await app.call(calls.checkEmailDomain, {}, as(who))).body
const line = ({ domain }: Awaited<ReturnType<typeof settings>>, kind: string) => {
  const found = domain?.lines.find((one) => one.kind === kind)
  if (!found) throw new Error(`There is no line ${kind}.`)
  return found
}
/** A church whose domain has these of its lines in the DNS. */
async function proved(domain: string, kinds = ['spf', 'dkim', 'dmarc']) {
  const church = await app.buildChurch({})
  const page = await claim(church, domain)
  for (const kind of kinds) await dns('POST', line(page, kind))
  return { church, page: await check(church) }
}
type Mail = {
  id: string
  subject: string
  from: string
  fromName: string
  bouncesTo: string
  headers: Record<string, string>
}
async function sent(who: Church, to: string): Promise<Mail> {
  const subject = `Grüße an ${to}`
  const { body } = await app.call(sendEmail, { body: { subject, message: '<p>Hi #name#</p>', toOthers: to } }, as(who))
  expect(body.status).toBe(true)
  return until(async () => {
    const answer = await fetch(`${app.sandboxUrl}/_sandbox/mail?to=${encodeURIComponent(to)}`)
    return ((await answer.json()) as { items: Mail[] }).items[0] ?? null
  })
}

test('a domain is proved by its lines; then emails come from it, signed, and their bounces come back by it', async () => {
  const church = await app.buildChurch({})
  const claimed = await claim(church, 'Office@Grace.example')
  expect(claimed).toMatchObject({
    domain: { name: 'grace.example', state: 'waiting', right: 1 },
    daily: { most: 4000 },
  })
  expect(claimed.address).toBe(claimed.usualAddress)
  await dns('POST', line(claimed, 'dkim'))
  const signing = await check(church)
  expect(signing).toMatchObject({ address: 'news@grace.example', domain: { state: 'signing', right: 2 }, daily: {} })
  expect(signing.domain?.alignment).toEqual({ signedBy: 'grace.example', bouncesTo: 'mail.narthex.example' })
  await dns('POST', line(claimed, 'spf'))
  await dns('POST', line(claimed, 'dmarc'))
  expect(await check(church)).toMatchObject({
    daily: null,
    domain: { state: 'aligned', right: 5, alignment: { bouncesTo: 'bounces.grace.example' } },
  })
  await app.call(
    calls.updateEmailSender,
    { body: { fromName: 'Grace Chapel Lagos', localPart: 'Hello', replyTo: 'Office@Grace.example' } },
    as(church),
  )
  const mail = await sent(church, 'signed@one.example')
  expect(mail).toMatchObject({ from: 'hello@grace.example', fromName: 'Grace Chapel Lagos' })
  expect(mail.bouncesTo).toMatch(/^b-[0-9a-f]{32}-1-[0-9a-f]{16}@bounces\.grace\.example$/)
  expect(mail.headers['reply-to']).toContain('office@grace.example')
  const source = Buffer.from(await (await fetch(`${app.sandboxUrl}/mail/${mail.id}/source`)).arrayBuffer())
  const publicKey = line(claimed, 'dkim').value.replace(/^.*p=/, '')
  const dkim = readDkim(source, publicKey)
  expect(dkim).toMatchObject({ domain: 'grace.example', holds: true })
  expect(dkim?.headers).toEqual(
    expect.arrayContaining(['from', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
  )
  const forged = Buffer.from(source.toString('latin1').replace('One-Click', 'One-Clock'), 'latin1')
  expect(readDkim(forged, publicKey)?.holds).toBe(false)
})

test('a claim shuts nobody out: of two churches that name a domain the one whose key stands in the DNS has it', async () => {
  const squatter = await app.buildChurch({})
  await claim(squatter, 'hope.example')
  const { church, page } = await proved('hope.example')
  expect(page.domain?.state).toBe('aligned')
  expect((await check(squatter)).domain?.state).toBe('waiting')

  // Whoever keeps the DNS may move the domain: with both keys there the first has it, without its key the other.
  const squatted = line(await settings(squatter), 'dkim')
  await dns('POST', squatted)
  expect((await check(squatter)).domain).toMatchObject({ state: 'held' })
  expect((await sent(squatter, 'held@one.example')).from).toMatch(/@mail\.narthex\.example$/)
  await dns('DELETE', line(page, 'dkim'))
  expect((await check(squatter)).domain?.state).toBe('aligned')
  expect((await sent(church, 'moved@one.example')).from).toMatch(/@mail\.narthex\.example$/)
  expect((await settings(church)).domain?.state).toBe('held')
  expect((await check(church)).domain?.state).toBe('lost')
})

test('two churches whose keys are found at the same moment: one has the domain', async () => {
  const [one, other] = [await app.buildChurch({}), await app.buildChurch({})]
  for (const church of [one, other]) await dns('POST', line(await claim(church, 'both.example'), 'dkim'))
  const states = await Promise.all([check(one), check(other)])
  expect(states.map(({ domain }) => domain?.state).toSorted()).toEqual(['held', 'signing'])
})

test('a line that goes missing is told to the owner, emails go on from the usual address, and come back with it', async () => {
  const { church, page } = await proved('faith.example')
  const key = line(page, 'dkim')
  await dns('DELETE', key)
  app.clock.advance(25 * HOUR_MS)
  const checked = async () => {
    const { checkDomains } = await import('./check-domain.ts')
    await checkDomains(app.server.context)
  }
  await checked()
  const { domain, address, usualAddress } = await settings(church)
  expect([domain?.state, address]).toEqual(['lost', usualAddress])
  expect(line(await settings(church), 'dkim')).toMatchObject({ state: 'missing' })
  const told = await until(async () => {
    const answer = await fetch(`${app.sandboxUrl}/_sandbox/mail?to=${encodeURIComponent(church.admin.email)}`)
    const { items } = (await answer.json()) as { items: Mail[] }
    return items.find(({ subject }) => subject.includes('faith.example')) ?? null
  })
  expect(told.subject).toBe('A line of faith.example is gone')
  await dns('POST', key)
  app.clock.advance(HOUR_MS)
  await checked()
  expect((await settings(church)).domain).toMatchObject({ state: 'aligned', lostAt: null })
})

test('a DNS that is silent takes nothing away and gives nothing', async () => {
  const { church } = await proved('silent.example')
  const other = await app.buildChurch({})
  await claim(other, 'never.example')
  const fault = { target: 'dns', mode: '500', times: 200 }
  await fetch(`${app.sandboxUrl}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  const after = [await check(church), await check(other)]
  await fetch(`${app.sandboxUrl}/_sandbox/faults`, { method: 'DELETE' })
  expect(after.map(({ domain }) => domain?.state)).toEqual(['aligned', 'waiting'])
  expect(after.map((page) => line(page, 'dkim').state)).toEqual(['unanswered', 'unanswered'])
})

test('a new key signs once its line is found, and the one before until then', async () => {
  const { church, page } = await proved('keys.example')
  const first = line(page, 'dkim')
  await app.call(calls.renewEmailKey, {}, as(church))
  const { body: renewed } = await app.call(calls.renewEmailKey, {}, as(church))
  const next = renewed.domain?.newKey
  expect(next?.name).not.toBe(first.name)
  expect(line(renewed, 'dkim').name).toBe(first.name)
  const selectorOf = async (to: string) =>
    /s=(nx\w+)/.exec((await sent(church, to)).headers['dkim-signature'] ?? '')?.[1]
  expect(first.name).toContain(await selectorOf('before@one.example'))
  if (next) await dns('POST', next)
  expect((await check(church)).domain).toMatchObject({
    state: 'aligned',
    newKey: null,
    oldKeys: [{ name: first.name }],
  })
  expect(next?.name).toContain(await selectorOf('after@one.example'))
  const rows = await app.look('select private_key from dkim_key where tenant_id = $1', [church.tenantId])
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain('PRIVATE')
})

test('what is wrong with a line is said, also when its name is', async () => {
  const church = await app.buildChurch({})
  const page = await claim(church, 'wrong.example')
  const [spf, dkim] = [line(page, 'spf'), line(page, 'dkim')]
  await dns('POST', { ...dkim, value: dkim.value.slice(0, 100) })
  await dns('POST', { ...spf, name: `${spf.name}.wrong.example` })
  const checked = await check(church)
  expect(line(checked, 'dkim')).toMatchObject({ state: 'differs', fault: 'cut', found: dkim.value.slice(0, 100) })
  expect(line(checked, 'spf')).toMatchObject({ state: 'differs', fault: 'doubled_name' })
})

test('another domain or none: the keys go, and the domain is free for whoever proves it', async () => {
  const { church } = await proved('left.example')
  const domains = () => app.look('select domain from mail_domain where tenant_id = $1', [church.tenantId])
  expect(await domains()).toEqual([{ domain: 'left.example' }])
  const keys = () => app.look('select selector from dkim_key where tenant_id = $1', [church.tenantId])
  const before = await keys()
  await claim(church, 'left.example')
  expect(await keys()).toEqual(before)
  expect((await claim(church, 'other.example')).domain).toMatchObject({ name: 'other.example', state: 'waiting' })
  expect(await domains()).toEqual([])
  expect(await keys()).not.toEqual(before)
  const { body } = await app.call(calls.removeEmailDomain, {}, as(church))
  expect(body).toMatchObject({ domain: null, daily: { most: 4000 } })
  expect(await keys()).toEqual([])
})

test('a mail service’s domain, our own and what is none are refused', async () => {
  const church = await app.buildChurch({})
  const refusal = async (domain: string) => {
    const { status, body } = await app.call(calls.claimEmailDomain, { body: { domain } }, as(church))
    return [status, (body as unknown as { code: string }).code]
  }
  expect(await refusal('gracechapel@gmail.com')).toEqual([422, 'mail_service_domain'])
  for (const domain of ['mail.narthex.example', 'x.mail.narthex.example', 'nothing', ''])
    expect(await refusal(domain)).toEqual([400, 'invalid_input'])
  const sender = { fromName: 'x', localPart: 'news', replyTo: 'no address' }
  expect((await app.call(calls.updateEmailSender, { body: sender }, as(church))).status).toBe(400)
})
