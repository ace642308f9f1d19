import { randomUUID } from 'node:crypto'
import { login } from '#contract/identity/session.ts'
import { createStaff, type Role } from '#server/identity/index.ts'
import { addPersons } from '#server/people/index.ts'
import type { Church } from './build-church.ts'
import { PASSWORD, PASSWORD_HASH } from './password.ts'
import type { TestApp } from './start-app.ts'

export type Colleague = { accountId: string; personId: string; email: string; token: string }

/** Gives a church another member of staff, signed in, with the password of all test accounts. */
export async function addColleague(
  app: TestApp,
  { tenantId }: Pick<Church, 'tenantId'>,
  { roles = ['FollowUp'], ...names }: { roles?: Role[]; firstName?: string; lastName?: string } = {},
): Promise<Colleague> {
  const email = `colleague-${randomUUID()}@church.example`
  const at = app.clock.now()
  const person = { firstName: 'Bola', lastName: 'Ade', ...names, email, phone: null, kind: 'member' as const }
  const ids = await app.server.context.database.withTenant(tenantId, async (tx) => {
    const [personId = ''] = await addPersons(tx, tenantId, [{ ...person, joinedOn: '2024-01-07' }], at)
    const accountId = await createStaff(tx, { tenantId, personId, email, passwordHash: PASSWORD_HASH, roles }, at)
    return { accountId, personId }
  })
  const { body } = await app.call(login, { body: { userName: email, password: PASSWORD } })
  return { ...ids, email, token: body.token }
}
