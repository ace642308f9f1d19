import { randomUUID } from 'node:crypto'
import { familyRoles } from '#contract/people/families.ts'
import { createGuardian, openGuardianSession } from '#server/checkin/index.ts'
import { addFamilies, addPersons, type NewPerson } from '#server/people/index.ts'
import type { Clock } from '#server/platform/runtime/index.ts'
import type { Church } from './build-church.ts'
import { newPhone } from './new-phone.ts'
import { PASSWORD, PASSWORD_HASH } from './password.ts'
import type { TestApp } from './start-app.ts'

export type FamilyPlan = {
  parent?: Partial<NewPerson>
  /** Of the one who signs in; Mother when not said. */
  role?: number
  /** One child when not said; `role` Son when not said. */
  children?: (Partial<NewPerson> & { role?: number })[]
  /** Others in the family, who do not sign in. */
  others?: (Partial<NewPerson> & { role: number })[]
}

export type Family = {
  familyId: string
  parentId: string
  childIds: string[]
  otherIds: string[]
  /** The parent's, for `Authorization: Bearer`. */
  token: string
  email: string
  /** E.164. */
  phone: string
  password: string
}

/** A family of a church whose parent is signed in at the portal, with a phone and an e-mail address of their own. */
export async function buildFamily(
  app: Pick<TestApp, 'server'> & { clock: Pick<Clock, 'now'> },
  { tenantId }: Pick<Church, 'tenantId'>,
  plan: FamilyPlan = {},
): Promise<Family> {
  const email = `parent-${randomUUID()}@family.example`
  const phone = newPhone()
  const { parent = {}, role = familyRoles.mother, children = [{}], others = [] } = plan
  const at = app.clock.now()
  return app.server.context.database.withTenant(tenantId, async (tx) => {
    const people = [
      { firstName: 'Bisi', email, phone, ...parent },
      ...children.map((child) => ({ firstName: 'Tobi', ...child })),
      ...others,
    ]
    const ids = await addPersons(tx, tenantId, people.map(personOf), at)
    const [parentId = '', ...rest] = ids
    const roles = [
      role,
      ...children.map((child) => child.role ?? familyRoles.son),
      ...others.map((other) => other.role),
    ]
    const members = ids.map((personId, index) => ({ personId, role: roles[index] ?? familyRoles.other }))
    const home = { name: 'Ade', email: null, homePhone: null, address: null, members }
    const [familyId = ''] = await addFamilies(tx, { tenantId, isoCode: 'NG', at }, [home])
    const accountId = await createGuardian(
      tx,
      tenantId,
      { personId: parentId, email, phone, passwordHash: PASSWORD_HASH },
      at,
    )
    const account = { tenantId, accountId, passwordHash: PASSWORD_HASH }
    const signedIn = await openGuardianSession(tx, { account, origin: { ip: null, device: null }, at })
    const childIds = rest.slice(0, children.length)
    const made = { familyId, parentId, childIds, otherIds: rest.slice(children.length) }
    return { ...made, token: signedIn?.token ?? '', email, phone, password: PASSWORD }
  })
}

const personOf = ({ role: _role, ...person }: Partial<NewPerson> & { role?: number }): NewPerson => ({
  firstName: 'Ada',
  lastName: 'Ade',
  email: null,
  phone: null,
  kind: 'member',
  joinedOn: '2024-01-07',
  ...person,
})
