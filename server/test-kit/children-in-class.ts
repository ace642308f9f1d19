import type { EventRow } from '#contract/checkin/events.ts'
import { freeTerms, setFamilyGrant, type GrantTerms } from '#contract/checkin/guardians.ts'
import { checkIn, type Labels } from '#contract/checkin/station.ts'
import { familyRoles } from '#contract/people/families.ts'
import { addColleague, type Colleague } from './add-colleague.ts'
import type { Church } from './build-church.ts'
import { buildEvent } from './build-event.ts'
import { buildFamily, type Family } from './build-family.ts'
import type { TestApp } from './start-app.ts'

/** A church with somebody at the desk, and the event at which a family's children are in class. */
export type InClass = {
  church: Church
  desk: Colleague
  event: EventRow
  /** Ada and Tobi; beside their mother a guardian of whom nothing was said, Uncle Ben, and a father. */
  family: Family
  code: string
  registrationId: string
}

export async function childrenInClass(app: TestApp): Promise<InClass> {
  const church = await app.buildChurch()
  const desk = await addColleague(app, church, { roles: ['CheckIn'] })
  const event = await buildEvent(app, church, { startsIn: -0.5 })
  const family = await buildFamily(app, church, {
    children: [{ firstName: 'Ada' }, { firstName: 'Tobi' }],
    others: [
      { firstName: 'Uncle', lastName: 'Ben', role: familyRoles.guardian },
      { firstName: 'Father', lastName: 'Ade', role: familyRoles.father },
    ],
  })
  const { code, registrationId } = await comeIn(app, desk, { family, event })
  return { church, desk, event, family, code, registrationId }
}

/** Every child of a family comes in, to the first class of an event. */
export async function comeIn(
  app: Pick<TestApp, 'call'>,
  { token }: Colleague,
  { family: { familyId, childIds }, event }: { family: Family; event: EventRow },
): Promise<Labels> {
  const children = childIds.map((personId) => ({ personId, classId: event.classes[0]?.id ?? '' }))
  return (await app.call(checkIn, { body: { eventId: event.id, familyId, children } }, { token })).body
}

/** What the church says of somebody in a family, limits as given; null: nothing any more. */
export async function sayForChurch(
  app: Pick<TestApp, 'call'>,
  { admin: { token } }: Church,
  { familyId, personId, terms }: { familyId: string; personId: string; terms: Partial<GrantTerms> | null },
): Promise<void> {
  const body = { terms: terms && { ...freeTerms, ...terms } }
  const { status } = await app.call(setFamilyGrant, { params: { id: familyId, personId }, body }, { token })
  if (status !== 200) throw new Error(`It was not said: ${status}`)
}

/** Gives somebody a picture: nobody can be named as not authorised without one. */
export const givePicture = (app: Pick<TestApp, 'look'>, { tenantId }: Church, personId: string): Promise<unknown> =>
  app.look(
    `with p as (insert into picture (tenant_id, content_type, bytes, added_by, added_at)
       select tenant_id, 'image/webp', '\\x00', id, now() from account where tenant_id = $1 limit 1 returning tenant_id, id)
     update person set picture_id = p.id from p where person.tenant_id = p.tenant_id and person.id = $2`,
    [tenantId, personId],
  )
