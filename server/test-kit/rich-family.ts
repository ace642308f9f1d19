import sharp from 'sharp'
import type { EventRow } from '#contract/checkin/events.ts'
import { pageParent } from '#contract/checkin/classes.ts'
import { editFamilyMember, uploadProfilePicture } from '#contract/checkin/family.ts'
import { addGuardian, freeTerms } from '#contract/checkin/guardians.ts'
import { readHome, register } from '#contract/checkin/registration.ts'
import type { Church } from './build-church.ts'
import { buildFamily, type Family } from './build-family.ts'
import type { TestApp } from './start-app.ts'

/** Whatever of a family has an id. */
export type FamilyThing =
  | 'family'
  | 'parent'
  | 'child'
  | 'guardian'
  /** Of the child, and one that is nobody's yet. */
  | 'picture'
  | 'uploaded'
  | 'registration'
  | 'call'

/** Whatever of the event it registered for, and of the church, has an id. */
export type ChurchThing = 'church' | 'event' | 'class' | 'banner'

export type RichFamily = Family & { has: Record<FamilyThing | ChurchThing, string> }

/** A family that is registered for an event, has a guardian, pictures and a class that calls for a parent. */
export async function buildRichFamily(
  app: TestApp,
  church: Church,
  { event, banner }: { event: EventRow; banner: string },
): Promise<RichFamily> {
  const family = await buildFamily(app, church)
  const options = { token: family.token }
  const [child = ''] = family.childIds
  const classId = event.classes[0]?.id ?? ''
  const [picture, uploaded] = [await upload(app, family), await upload(app, family)]
  const person = { firstName: 'Tobi', lastName: 'Ade', pictureUrl: picture }
  await app.call(editFamilyMember, { body: { id: child, familyRoleId: 3, person } }, options)
  const guardian = await app.call(addGuardian, { body: nana }, options)
  const children = [{ personId: child, classId }]
  const registered = await app.call(register, { params: { id: event.id }, body: { children } }, options)
  await app.call(pageParent, { params: { id: classId }, body: { personId: child } }, { token: church.admin.token })
  const home = await app.call(readHome, {}, options)
  return {
    ...family,
    has: {
      family: family.familyId,
      parent: family.parentId,
      child,
      guardian: guardian.body.personId,
      picture: idOf(picture),
      uploaded: idOf(uploaded),
      registration: registered.body.registrationId,
      call: home.body.calls[0]?.id ?? '',
      church: church.tenantId,
      event: event.id,
      class: classId,
      banner,
    },
  }
}

/** Of the signed address that callers with a token get. */
const idOf = (url: string): string => url.split('/').at(-3) ?? ''

async function upload(app: TestApp, { token }: Family): Promise<string> {
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#345678' } })
    .png()
    .toBuffer()
  const file = new File([new Uint8Array(bytes)], 'portrait.png', { type: 'image/png' })
  return (await app.call(uploadProfilePicture, { file }, { token })).body.pictureUrl
}

const nana = {
  firstName: 'Nana',
  lastName: 'Ade',
  phone: null,
  gender: null,
  pictureUrl: null,
  terms: freeTerms,
}
