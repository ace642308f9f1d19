import http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmPayment } from '#contract/billing/checkout.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { readCampaign } from '#contract/messaging/sent-sms.ts'
import { register } from '#contract/checkin/registration.ts'
import { closeSession, getCurrentSignedInUser, login } from '#contract/identity/session.ts'
import { changeRoles } from '#contract/identity/staff.ts'
import { listFamilies } from '#contract/people/families.ts'
import { addColleague } from '#server/test-kit/add-colleague.ts'
import { audit, faultsOf } from '#server/test-kit/audit-store.ts'
import { PASSWORD, type Church } from '#server/test-kit/build-church.ts'
import { buildEvent, classId } from '#server/test-kit/build-event.ts'
import { buildFamily, type Family } from '#server/test-kit/build-family.ts'
import { buyOnline } from '#server/test-kit/buy-online.ts'
import { caller, type CallApi } from '#server/test-kit/call.ts'
import { cloneDatabase } from '#server/test-kit/cluster/database.ts'
import { freePort } from '#server/test-kit/free-port.ts'
import { hasPgBouncer, startPgBouncer } from '#server/test-kit/pgbouncer.ts'
import { setPrice } from '#server/test-kit/price-store.ts'
import { isOpen, runMain, type RunningMain } from '#server/test-kit/run-main.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import type { TransactionPooler } from '#server/test-kit/transaction-pooler.ts'
import { until } from '#server/test-kit/until.ts'

/**
 * An installation of two servers and two workers, which know of each other only what stands in the database. One server is
 * that of the test, the others are processes of their own. Where PgBouncer is installed all of them come through it, in
 * transaction mode.
 */
let app: TestApp
let pooler: TransactionPooler | null = null
let otherUrl: string
let other: CallApi
let church: Church
const processes: RunningMain[] = []
beforeAll(async () => {
  const database = await cloneDatabase()
  pooler = hasPgBouncer ? await startPgBouncer(database.ownerUrl) : null
  app = await startApp({ database, runJobs: false, ...(pooler ? { ownerUrl: pooler.urlFor('narthex') } : {}) })
  const port = await freePort()
  otherUrl = `http://127.0.0.1:${port}`
  other = caller(otherUrl)
  processes.push(
    runMain({ ...app.env, PORT: String(port) }),
    runMain(app.env, 'worker.mjs'),
    runMain(app.env, 'worker.mjs'),
  )
  await Promise.all(processes.map(isOpen))
  church = await app.buildChurch({ units: 500 })
})
afterAll(async () => {
  for (const { process: child } of processes) child.kill('SIGTERM')
  expect(await Promise.all(processes.map(async (one) => (await one.ended()).with))).toEqual([0, 0, 0])
  expect(faultsOf(await audit(app.look))).toEqual([])
  await app.stop()
  await pooler?.close()
})

const servers = (): [CallApi, CallApi] => [app.call, other]
const serverOf = (nth: number): CallApi => (nth % 2 ? other : app.call)
const as = ({ admin: { token } }: Church) => ({ token })

test('families who come to both servers race for the last place: one has it', async () => {
  const families: Family[] = []
  for (let made = 0; made < 12; made += 1) families.push(await buildFamily(app, church))
  const event = await buildEvent(app, church, { classes: [{ name: 'Nursery', capacity: 1 }] })
  const replies = await Promise.all(
    families.map(({ childIds, token }, nth) =>
      serverOf(nth)(
        register,
        {
          params: { id: event.id },
          body: { children: [{ personId: childIds[0] ?? '', classId: classId(event, 'Nursery') }] },
        },
        { token },
      ),
    ),
  )
  expect(replies.map(({ status, body }) => (status === 200 ? 'in' : body.code)).toSorted()).toEqual([
    ...Array<string>(11).fill('class_full'),
    'in',
  ])
})

test('who watches places at one server sees what is taken at the other', async () => {
  const family = await buildFamily(app, church)
  const event = await buildEvent(app, church, { classes: [{ name: 'Toddlers', capacity: 3 }] })
  const leaving = new AbortController()
  const { body } = await fetch(`${otherUrl}/api/checkin/events/${event.id}/places`, {
    headers: { authorization: `Bearer ${family.token}` },
    signal: leaving.signal,
  })
  let seen = ''
  const reading = (async () => {
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) seen += part
  })().catch(() => undefined)
  await until(async () => seen.includes('"placesLeft":3'))
  const children = [{ personId: family.childIds[0] ?? '', classId: classId(event, 'Toddlers') }]
  await app.call(register, { params: { id: event.id }, body: { children } }, { token: family.token })
  expect(await until(async () => seen.includes('"placesLeft":2'))).toBe(true)
  leaving.abort()
  await reading
})

test('a role taken away, a sign-out and a subscription that ended show at the next request, at either server', async () => {
  const own = await app.buildChurch()
  const { accountId, token } = await addColleague(app, own, { roles: ['FollowUp'] })
  const list = async (call: CallApi): Promise<string> => {
    const { status, body } = await call(listFamilies, { query: {} }, { token })
    return body.code ?? String(status)
  }
  // Both have seen the token, and remember it.
  for (const call of [...servers(), ...servers()]) expect(await list(call)).toBe('200')
  await app.call(changeRoles, { params: { id: accountId }, body: { roles: ['Teacher'] } }, as(own))
  for (const call of servers()) expect(await list(call)).toBe('not_allowed')
  await other(changeRoles, { params: { id: accountId }, body: { roles: ['FollowUp'] } }, as(own))
  for (const call of servers()) expect(await list(call)).toBe('200')

  const endOn = (day: string): Promise<unknown> =>
    app.look('update subscription set expires_on = $2 where tenant_id = $1', [own.tenantId, day])
  await endOn('2020-01-01')
  for (const call of servers()) expect(await list(call)).toBe('subscription_expired')
  await endOn('2999-12-31')
  for (const call of servers()) expect(await list(call)).toBe('200')

  await other(closeSession, {}, { token })
  for (const call of servers()) expect((await call(getCurrentSignedInUser, {}, { token })).status).toBe(401)
})

test('wrong passwords are counted for the installation, not at each server', async () => {
  const { admin } = await app.buildChurch()
  const codes: (string | undefined)[] = []
  for (let nth = 0; nth < 11; nth += 1)
    codes.push((await serverOf(nth)(login, { body: { userName: admin.email, password: 'not this one' } })).body.code)
  expect(codes).toEqual([...Array<string>(10).fill('wrong_credentials'), 'too_many_tries'])
  for (const call of servers())
    expect((await call(login, { body: { userName: admin.email, password: PASSWORD } })).body.code).toBe(
      'too_many_tries',
    )
})

test('uploads under way at one server count at the other', async () => {
  const slow = (): http.ClientRequest => {
    const request = http.request(`${app.url}/api/messaging/contact-files`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${church.admin.token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': '100000',
      },
    })
    request.on('error', () => {})
    request.write(
      '--x\r\ncontent-disposition: form-data; name="contactUploadedFile"; filename="a.csv"\r\n\r\nName,Phone\r\n',
    )
    return request
  }
  const upload = async (): Promise<string> => {
    const body = new FormData()
    body.append('contactUploadedFile', new File(['Name,Phone\nAda,08035000001'], 'a.csv'))
    const headers = { authorization: `Bearer ${church.admin.token}` }
    const reply = await fetch(`${otherUrl}/api/messaging/contact-files`, { method: 'POST', headers, body })
    return ((await reply.json()) as { code?: string }).code ?? String(reply.status)
  }
  const held = (count: number) => async () => (await app.look('select from slot')).length === count
  const uploads = [slow(), slow(), slow(), slow()]
  await until(held(4))
  expect(await upload()).toBe('too_many_tries')
  for (const request of uploads) request.destroy()
  await until(held(0))
  expect(await upload()).toBe('200')
})

test('of three sends at once at both servers two go, for which there are units, and the workers deliver each number once', async () => {
  const own = await app.buildChurch({ units: 150 })
  const numbers = (from: number) => Array.from({ length: 60 }, (_, nth) => `080310${String(from + nth)}`).join(',')
  const send = (call: CallApi, toOthers: string) =>
    call(sendSms, { body: { subject: own.sender, message: 'Hello', toOthers } }, as(own))
  const sent = await Promise.all([
    send(app.call, numbers(10_000)),
    send(other, numbers(20_000)),
    send(other, numbers(30_000)),
  ])
  expect(sent.map(({ body }) => body.unitsUsed).toSorted()).toEqual([0, 60, 60])
  for (const { body } of sent.filter(({ body }) => body.unitsUsed > 0)) {
    const id = body.sentMessageDTO?.id ?? ''
    const counts = async () => (await other(readCampaign, { params: { id } }, as(own))).body.counts
    await until(async () => (await counts()).delivered === 60, 30)
  }
  const arrived = (await (await fetch(`${app.sandboxUrl}/_sandbox/sms?limit=1000`)).json()) as {
    items: { to: string }[]
  }
  expect(new Set(arrived.items.map(({ to }) => to)).size).toBe(120)
  expect(arrived.items).toHaveLength(120)
})

test('payments that are settled at both servers at once get one receipt each, and the numbers have no gap', async () => {
  const shop = buyOnline(app)
  await setPrice(app.look, { currency: 'NGN', amount: '5.9' })
  const buyers = [await app.buildChurch(), await app.buildChurch(), await app.buildChurch()]
  const bought = await Promise.all(
    buyers.map(async (buyer) => {
      const purchase = { purpose: 'units' as const, currency: 'NGN', amount: '5900' }
      const payment = await shop.begin(buyer, { purchase, provider: 'paystack' })
      await shop.atPage(payment, 'pay')
      return { buyer, payment }
    }),
  )
  const confirmed = await Promise.all(
    bought.flatMap(({ buyer, payment }) =>
      servers().map((call) => call(confirmPayment, { params: { id: payment.id } }, as(buyer))),
    ),
  )
  const numbers = [...new Set(confirmed.map(({ body }) => body.receiptNumber ?? ''))].toSorted()
  expect(numbers).toHaveLength(3)
  // Numbers begin anew with the year, which may have begun between two of them.
  const inTheirYears = Object.values(Object.groupBy(numbers, (number) => number.slice(0, -6)))
  const counted = inTheirYears.flatMap((ofYear = []) =>
    ofYear.map((_, nth) => ofYear[0]?.replace(/\d{6}$/, `00000${nth + 1}`)),
  )
  expect(numbers).toEqual(counted.toSorted())
})

test('what runs by itself each minute is put in the queue once, though both workers would', async () => {
  const minutely = async () =>
    app.look(`
      select s.name, count(j.id)::int as jobs, count(distinct date_trunc('minute', j.created_on))::int as minutes
      from pgboss.schedule s left join pgboss.job j on j.name = s.name
      where s.cron = '* * * * *' group by s.name order by s.name`)
  const runs = await until(async () => {
    const found = await minutely()
    return found.length > 0 && found.every(({ jobs }) => Number(jobs) > 0) && found
  }, 70)
  expect(runs.map(({ name }) => name)).toEqual([
    'billing.reconcile-payments',
    'checkin.sweep-waiting',
    'followup.automation',
    'followup.watch',
    'messaging.find-due-drafts',
  ])
  for (const { jobs, minutes } of runs) expect(jobs).toBe(minutes)
}, 90_000)
