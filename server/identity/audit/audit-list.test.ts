import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditActs, auditTopics, exportAudit, listAudit } from '#contract/identity/audit.ts'
import { login } from '#contract/identity/session.ts'
import { changeRoles } from '#contract/identity/staff.ts'
import { systemActor } from '../../platform/http/index.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import { PASSWORD, type Church } from '../../test-kit/build-church.ts'
import { addressOf } from '../../test-kit/call.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { audit, type Audited } from './audit-store.ts'
import { actsOf } from './list-audit.ts'

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

type Query = Parameters<typeof app.call<typeof listAudit>>[1]['query']
const list = (church: Church, query: Query = {}) => app.call(listAudit, { query }, { token: church.admin.token })
const actsIn = async (church: Church, query: Query = {}) => (await list(church, query)).body.items.map(({ act }) => act)

/** Writes an entry as a job or an operator would. */
const note = (
  { tenantId }: Church,
  entry: Omit<Audited, 'at'> & { at?: Date },
  kind: 'system' | 'operator' = 'system',
) =>
  app.server.context.database.withTenant(tenantId, (tx) =>
    audit(
      tx,
      tenantId,
      { ...systemActor, kind, name: 'olu@operator.example', id: randomUUID(), ip: '203.0.113.1', device: 'curl/8' },
      { at: app.clock.now(), ...entry },
    ),
  )

describe('the log', () => {
  test('says who did what to whom, from where, by the names of today', async () => {
    const church = await app.buildChurch()
    const colleague = await addColleague(app, church)
    await app.call(
      changeRoles,
      { params: { id: colleague.accountId }, body: { roles: ['Reports'] } },
      { token: church.admin.token, headers: { 'user-agent': BROWSER } },
    )
    await app.look(`update person set first_name = 'Bukola' where id = $1`, [colleague.personId])
    const [entry] = (await list(church)).body.items
    expect(entry).toMatchObject({
      actorKind: 'staff',
      actorName: 'Ada Admin',
      act: 'staff.roles_changed',
      subjectName: 'Bukola Ade',
      subjectId: colleague.personId,
      details: { before: ['FollowUp'], after: ['Reports'] },
      ip: '127.0.0.1',
      device: 'Chrome on Windows',
    })
  })

  test('holds sign-ins, with the device', async () => {
    const church = await app.buildChurch()
    const body = { userName: church.admin.email, password: PASSWORD }
    await app.call(login, { body }, { headers: { 'user-agent': BROWSER } })
    const [entry] = (await list(church)).body.items
    expect(entry).toMatchObject({
      act: 'account.signed_in',
      device: 'Chrome on Windows',
      details: { method: 'password' },
    })
  })

  test('names operators and jobs Narthex, and tells neither their addresses nor where they are', async () => {
    const church = await app.buildChurch()
    await note(church, { act: 'units.granted', details: { units: 100 } }, 'operator')
    await note(church, { act: 'people.imported' })
    const { items } = (await list(church, { search: 'narthex' })).body
    expect(items.map(({ act, actorName, ip, device }) => [act, actorName, ip, device])).toEqual([
      ['people.imported', 'Narthex', null, null],
      ['units.granted', 'Narthex', null, null],
    ])
    expect((await list(church, { search: 'olu@operator' })).body.total).toBe(0)
  })

  test('comes newest first, page by page, every entry once though instants are equal', async () => {
    const church = await app.buildChurch()
    const at = app.clock.now()
    for (let count = 0; count < 6; count += 1) await note(church, { act: 'message.sent', details: { count }, at })
    const seen: unknown[] = []
    let cursor: string | undefined
    do {
      const { body } = await list(church, { limit: 2, topic: 'messages', ...(cursor ? { cursor } : {}) })
      expect(body.total).toBe(6)
      seen.push(...body.items.map(({ details }) => details['count']))
      cursor = body.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toEqual([5, 4, 3, 2, 1, 0])
  })

  test('is another church’s nowhere', async () => {
    const [own, other] = [await app.buildChurch(), await app.buildChurch()]
    await note(other, { act: 'message.sent' })
    expect(await actsIn(own, { topic: 'messages' })).toEqual([])
  })

  test('is for owners', async () => {
    expect((await list(await app.buildChurch({ roles: ['FinancialAccount'] }))).body.code).toBe('not_allowed')
  })
})

describe('what is looked for', () => {
  test('is found by the actor’s name without marks, by the address, by the act', async () => {
    const church = await app.buildChurch()
    const colleague = await addColleague(app, church, { firstName: 'Ẹniọlá', roles: ['Admin'] })
    await note(church, { act: 'payment.approved' }, 'operator')
    expect(await actsIn(church, { search: 'eniola' })).toEqual(['account.signed_in'])
    expect(await actsIn(church, { search: colleague.email.slice(0, 20) })).toEqual(['account.signed_in'])
    expect(await actsIn(church, { search: 'payment approved' })).toEqual(['payment.approved'])
    expect(await actsIn(church, { search: 'nothing like it' })).toEqual([])
    expect(await actsIn(church, { accountId: colleague.accountId })).toEqual(['account.signed_in'])
    expect(await actsIn(church, { subjectId: colleague.personId })).toEqual(['account.signed_in'])
    for (const search of ['%', "'", '\\', '🌸', '.']) expect((await list(church, { search })).status).toBe(200)
  })

  test('is narrowed by day as the church counts them', async () => {
    const church = await app.buildChurch({ timeZone: 'Pacific/Kiritimati' })
    await note(church, { act: 'message.sent', at: new Date('2026-03-31T09:59:59Z') })
    await note(church, { act: 'message.deleted', at: new Date('2026-03-31T10:00:00Z') })
    expect(await actsIn(church, { from: '2026-03-31', until: '2026-03-31' })).toEqual(['message.sent'])
    expect(await actsIn(church, { from: '2026-04-01', until: '2026-04-01' })).toEqual(['message.deleted'])
  })

  test.each([{ from: '2026-02-30' }, { until: '0000-01-01' }, { topic: 'gossip' }, { accountId: 'me' }])(
    'is refused as %j',
    async (query) => {
      expect((await list(await app.buildChurch(), query as Query)).body.code).toBe('invalid_input')
    },
  )

  test.each([
    'nonsense',
    Buffer.from('{"at":"0000-01-01T00:00:00Z","id":"00000000-0000-4000-8000-000000000000"}').toString('base64url'),
    Buffer.from('{"at":"now","id":"00000000-0000-4000-8000-000000000000"}').toString('base64url'),
  ])('goes on behind no made-up place: %s', async (cursor) => {
    expect((await list(await app.buildChurch(), { cursor })).body.code).toBe('invalid_cursor')
  })
})

test('every act has one topic', () => {
  const sorted = (acts: readonly string[]) => acts.toSorted()
  expect(sorted(auditTopics.flatMap(actsOf))).toEqual(sorted(auditActs))
})

test('the log is taken away as a file, which is noted in it', async () => {
  const church = await app.buildChurch()
  await note(church, { act: 'units.granted', details: { units: 100 }, at: new Date('2026-03-31T10:00:00Z') })
  const query = { format: 'csv', topic: 'money', columns: 'at,actor,act,details' }
  const reply = await fetch(app.url + addressOf(exportAudit, { query }), {
    headers: { authorization: `Bearer ${church.admin.token}` },
  })
  const lines = (await reply.text()).replace('\ufeff', '').split(/\r?\n/).filter(Boolean)
  expect(lines).toEqual(['When,Who,What,Details', '2026-03-31 11:00:00,Narthex,units.granted,units: 100'])
  expect((await list(church)).body.items[0]).toMatchObject({
    act: 'list.exported',
    details: { list: 'audit', format: 'csv', rows: 1 },
  })
})
