import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../../platform/database/database.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { untilOneWaits } from '../../test-kit/lock-wait-store.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { endSessionsOf, insertSession } from '../sessions/session-store.ts'
import { hashToken, newToken } from '../credentials/tokens.ts'
import { lockOwner, savePassword } from './account-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

describe('whoever signs in with the old password while it changes', () => {
  async function raceOf({ tenantId }: Church) {
    const { database } = app.server.context
    const [row] = await app.look('select id, password_hash from account where tenant_id = $1', [tenantId])
    const account = { tenantId, accountId: String(row?.['id']) }
    const tokenHash = hashToken(newToken())
    const session = {
      ...account,
      passwordHash: String(row?.['password_hash']),
      totpSecret: null,
      tokenHash,
      at: app.clock.now(),
      expiresAt: new Date('2999-01-01'),
      ip: null,
      device: null,
    }
    const change = async (tx: Tx): Promise<void> => {
      await lockOwner(tx, account)
      await savePassword(tx, account, 'another hash')
      await endSessionsOf(tx, account)
    }
    const open = (tx: Tx): Promise<boolean> => insertSession(tx, session)
    /** Starts the second while the first has not yet committed; answers what each gave. */
    const during = <A, B>(first: (tx: Tx) => Promise<A>, second: (tx: Tx) => Promise<B>) =>
      database.withTenant(tenantId, async (tx) => {
        const given = await first(tx)
        const following = database.withTenant(tenantId, second)
        await untilOneWaits(app.look)
        return { given, following }
      })
    const sessions = () => app.look('select 1 from session where token_hash = $1', [tokenHash])
    return { change, open, during, sessions }
  }

  test('gets no session when the change was first', async () => {
    const { change, open, during, sessions } = await raceOf(await app.buildChurch())
    const { following } = await during(change, open)
    expect([await following, await sessions()]).toEqual([false, []])
  })

  test('loses the session again when the sign-in was first', async () => {
    const { change, open, during, sessions } = await raceOf(await app.buildChurch())
    const { given, following } = await during(open, change)
    await following
    expect([given, await sessions()]).toEqual([true, []])
  })
})
