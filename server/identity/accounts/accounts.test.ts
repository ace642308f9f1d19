import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { createStaff } from './accounts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

test('an address has one account in a church, however it is written, and may have others elsewhere', async () => {
  const [church, other] = [await app.buildChurch(), await app.buildChurch()]
  const create = async (tenantId: string, email: string): Promise<string> => {
    const [person] = await app.look('select id from person where tenant_id = $1', [tenantId])
    const staff = {
      tenantId,
      personId: String(person?.['id']),
      email,
      passwordHash: 'a hash',
      roles: ['Reports' as const],
    }
    return app.server.context.database.withTenant(tenantId, (tx) => createStaff(tx, staff, app.clock.now()))
  }
  await create(church.tenantId, 'Zo\u{eb}@Grace.example')
  await expect(create(church.tenantId, ' zoe\u{308}@grace.EXAMPLE')).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { email: expect.any(String) },
  })
  await create(other.tenantId, 'Zo\u{eb}@Grace.example')
  const kept = await app.look(`select email, roles from account where email_key like 'zo%' order by created_at`)
  expect(kept).toEqual([
    { email: 'Zo\u{eb}@Grace.example', roles: ['Reports'] },
    { email: 'Zo\u{eb}@Grace.example', roles: ['Reports'] },
  ])
})
