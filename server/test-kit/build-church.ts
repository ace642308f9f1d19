// A church that is made here, beside a server in another process, is announced to every area too.
import '../app.ts'
import { randomUUID } from 'node:crypto'
import { login } from '#contract/identity/session.ts'
import { grantUnits } from '../billing/index.ts'
import { createStaff, openChurch, type Role } from '../identity/index.ts'
import { addPersons, type NewPerson } from '../people/index.ts'
import type { AppContext } from '../platform/app-context.ts'
import type { CallApi } from './call.ts'
import { endGrace, insertSender, setOptOutLink } from './church-store.ts'
import { PASSWORD, PASSWORD_HASH } from './password.ts'

export { PASSWORD } from './password.ts'

export type ChurchPlan = {
  units?: number
  people?: Partial<NewPerson>[]
  isoCode?: string
  currency?: string
  timeZone?: string
  membershipSize?: number
  /** Last day of the subscription, YYYY-MM-DD. */
  expiresOn?: string
  roles?: Role[]
  /** With more people than `membershipSize`: since longer than the days of grace. */
  isPastGrace?: boolean
  /** Approved sender ID; null: none. */
  sender?: string | null
  /** Its bulk messages end in an opt-out link; off, so that tests count the pages of their own words. */
  optOutLink?: boolean
}

export type Church = {
  tenantId: string
  /** Signed in. */
  admin: { email: string; password: string; token: string }
  /** Ids of `people`, in their order; the administrator is not among them. */
  personIds: string[]
  sender: string
}

/** Makes a church of its own world: nothing of another test is in it. */
export async function buildChurch(
  context: Pick<AppContext, 'database' | 'clock'>,
  call: CallApi,
  plan: ChurchPlan = {},
): Promise<Church> {
  const tenantId = randomUUID()
  const email = `admin-${tenantId}@church.example`
  const sender = plan.sender === undefined ? 'GRACECHAPEL' : plan.sender
  const at = context.clock.now()
  const personIds = await context.database.withTenant(tenantId, async (tx) => {
    await openChurch(tx, churchOf(tenantId, plan), at)
    await grantUnits(tx, tenantId, { units: plan.units ?? 0, reference: 'test', at })
    const [adminId, ...ids] = await addPersons(
      tx,
      tenantId,
      [personOf({ firstName: 'Ada', lastName: 'Admin' }), ...(plan.people ?? []).map(personOf)],
      at,
    )
    await createStaff(
      tx,
      { tenantId, personId: adminId as string, email, passwordHash: PASSWORD_HASH, roles: plan.roles ?? ['Admin'] },
      at,
    )
    if (sender !== null) await insertSender(tx, tenantId, sender)
    await setOptOutLink(tx, tenantId, plan.optOutLink ?? false)
    if (plan.isPastGrace) await endGrace(tx, at)
    return ids
  })
  const { body } = await call(login, { body: { userName: email, password: PASSWORD } })
  return { tenantId, admin: { email, password: PASSWORD, token: body.token }, personIds, sender: sender ?? '' }
}

const churchOf = (tenantId: string, plan: ChurchPlan) => ({
  tenantId,
  name: 'Grace Chapel',
  city: 'Lagos',
  isoCode: plan.isoCode ?? 'NG',
  currency: plan.currency ?? 'NGN',
  timeZone: plan.timeZone ?? 'Africa/Lagos',
  plan: { name: 'Test', membershipSize: plan.membershipSize ?? 1_000_000, expiresOn: plan.expiresOn ?? '2999-12-31' },
})

const personOf = (person: Partial<NewPerson>): NewPerson => ({
  firstName: 'Ngọzi',
  lastName: 'Eze',
  email: null,
  phone: null,
  kind: 'member',
  joinedOn: '2024-01-07',
  ...person,
})
