import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveUnitAlert } from '#contract/billing/statement.ts'
import { mailsTo, newestMail } from '../../test-kit/inbox.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { grantUnits, holdUnits } from '../index.ts'
import { sendLowUnitsMail } from './unit-alert.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

async function churchWith(units: number, threshold: number): Promise<Church> {
  const church = await app.buildChurch({ units })
  await app.call(saveUnitAlert, { body: { threshold } }, { token: church.admin.token })
  return church
}

const spend = ({ tenantId }: Church, units: number): Promise<void> =>
  app.server.context.database.withTenant(tenantId, (tx) =>
    holdUnits(tx, app.server.context.enqueue, { tenantId, units, reference: 'send', at: app.clock.now() }),
  )

test('says how many are left, below how many that is, and where to buy', async () => {
  const church = await churchWith(1_500, 1_200)
  await spend(church, 499)
  const mail = await newestMail(app.sandboxUrl, church.admin.email)
  expect(mail.subject).toBe('1,001 SMS units left')
  expect(mail.text).toContain('Grace Chapel has 1,001 SMS units left.')
  expect(mail.text).toContain('fewer than 1,200')
  expect(mail.text).toContain(`${app.server.context.config.publicUrl}/tenant/units`)
})

test('is not sent once there are as many units as the number again, to who has left, or of another church', async () => {
  const church = await churchWith(40, 50)
  const other = await app.buildChurch({ units: 10 })
  const [account] = await app.look('select id from account where tenant_id = $1', [church.tenantId])
  const wanted = { tenantId: church.tenantId, accountId: String(account?.['id']) }
  await app.server.context.database.withTenant(church.tenantId, (tx) =>
    grantUnits(tx, church.tenantId, { units: 10, reference: 'gift', at: app.clock.now() }),
  )
  await sendLowUnitsMail(app.server.context, wanted)
  await sendLowUnitsMail(app.server.context, { ...wanted, tenantId: other.tenantId })
  await app.look(`update unit_alert set threshold = 1000 where tenant_id = $1`, [church.tenantId])
  await app.look(`update account set roles = '{Communicator}' where id = $1`, [wanted.accountId])
  await sendLowUnitsMail(app.server.context, wanted)
  expect(await mailsTo(app.sandboxUrl, church.admin.email)).toEqual([])
})
