import * as events from '#contract/checkin/events.ts'
import * as family from '#contract/checkin/family.ts'
import * as guardians from '#contract/checkin/guardians.ts'
import * as registration from '#contract/checkin/registration.ts'
import type { Endpoint } from '#contract/endpoint.ts'

/** What of a family has an id, or is shared by the families of a church; `buildRichFamily` makes one of each. */
export type Thing =
  | 'family'
  | 'parent'
  | 'child'
  | 'guardian'
  | 'picture'
  | 'uploaded'
  | 'registration'
  | 'call'
  | 'church'
  | 'event'
  | 'class'
  | 'banner'

/** The ids that a guardian’s request carries: those of their own family and church, and those that may be another’s. */
export type Ids = Record<'own' | 'other', Record<Thing, string>>

export type Asked = {
  endpoint: Endpoint
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

export type Ask = (ids: Ids) => Asked

/** A call with the id of such a thing in its path. */
const at =
  (endpoint: Endpoint, thing: Thing, rest: Omit<Asked, 'endpoint' | 'params'> = {}): Ask =>
  ({ other }) => ({ endpoint, params: { id: other[thing] }, ...rest })

const member = { familyRoleId: 3, person: { firstName: 'Tobi', lastName: 'Ade' } }
const nana = {
  firstName: 'Nana',
  lastName: 'Obi',
  phone: null,
  gender: null,
  pictureUrl: null,
  terms: guardians.freeTerms,
}
const pictureOf = (id: string): string => `/api/checkin/pictures/${id}`

/** Asked with the ids of another family, of the same church and of another one. */
export const askedOfFamilies: readonly Ask[] = [
  ({ other }) => ({ endpoint: family.readOwnFamily, query: { personId: other.parent } }),
  ({ other }) => ({ endpoint: family.readOwnFamily, query: { personId: other.child } }),
  ({ other }) => ({ endpoint: family.readFamilyByMember, query: { personId: other.guardian } }),
  ({ other }) => ({ endpoint: family.familyGuardians, query: { familyId: other.family } }),
  ({ other }) => ({ endpoint: family.addFamilyMember, body: { ...member, familyId: other.family } }),
  ...(['picture', 'uploaded'] as const).map((thing): Ask => ({ other }) => ({
    endpoint: family.addFamilyMember,
    body: { ...member, person: { firstName: 'New', pictureUrl: pictureOf(other[thing]) } },
  })),
  ({ other }) => ({ endpoint: family.editFamilyMember, body: { ...member, id: other.child } }),
  ({ other }) => ({ endpoint: family.editFamilyMember, body: { ...member, id: other.parent, familyRoleId: 2 } }),
  ({ own, other }) => ({
    endpoint: family.editFamilyMember,
    body: { ...member, id: own.child, person: { ...member.person, id: other.child } },
  }),
  ...(['picture', 'uploaded'] as const).map((thing): Ask => ({ own, other }) => ({
    endpoint: family.editFamilyMember,
    body: { ...member, id: own.child, person: { ...member.person, pictureUrl: pictureOf(other[thing]) } },
  })),
  ...(['child', 'parent', 'guardian'] as const).map((thing): Ask => ({ other }) => ({
    endpoint: family.removeFamilyMember,
    query: { id: other[thing] },
  })),
  ({ other }) => ({ endpoint: family.editFamilyProfile, body: { id: other.family, familyName: 'Mine' } }),
  ({ other }) => ({
    endpoint: family.changeUniqueCode,
    body: { oldCode: 'AAAA', newCode: 'BBBBBBB', familyId: other.family },
  }),
  ({ own, other }) => ({
    endpoint: family.editFamilyProfile,
    body: { id: own.family, familyName: 'Ade', mother: { firstName: 'Bisi', pictureUrl: pictureOf(other.picture) } },
  }),
  at(family.readFamilyPicture, 'picture'),
  at(family.readFamilyPicture, 'uploaded'),
  ({ other }) => ({
    endpoint: guardians.addGuardian,
    body: { ...nana, terms: { ...guardians.freeTerms, childIds: [other.child] } },
  }),
  ({ other }) => ({ endpoint: guardians.addGuardian, body: { ...nana, pictureUrl: pictureOf(other.picture) } }),
  at(guardians.editGuardian, 'guardian', { body: nana }),
  ({ own, other }) => ({
    endpoint: guardians.editGuardian,
    params: { id: own.guardian },
    body: { ...nana, terms: { ...guardians.freeTerms, childIds: [other.child] } },
  }),
  ({ own, other }) => ({
    endpoint: registration.register,
    params: { id: own.event },
    body: { children: [{ personId: other.child, classId: own.class }] },
  }),
  ({ own, other }) => ({
    endpoint: registration.registerChildren,
    body: [{ personId: other.child, activityId: own.event, checkInAttendanceId: own.class }],
  }),
  ({ own, other }) => ({
    endpoint: registration.waitForClass,
    params: { id: own.event },
    body: { personId: other.child, classId: own.class },
  }),
  ({ own, other }) => ({
    endpoint: registration.waitForClass,
    params: { id: own.event },
    body: { personId: own.child, classId: own.class, first: [other.child] },
  }),
  ({ own, other }) => ({
    endpoint: registration.cancelChild,
    params: { id: own.event, personId: other.child },
  }),
  at(registration.readPass, 'registration'),
  at(registration.textPass, 'registration'),
  ({ other }) => ({ endpoint: registration.familyAttendanceRecord, query: { familyId: other.family } }),
  at(registration.answerCall, 'call'),
]

/** Asked with the ids of another church only: within a church every family registers for the same events. */
export const askedOfChurches: readonly Ask[] = [
  ({ own, other }) => ({
    endpoint: family.addFamilyMember,
    body: { ...member, familyId: own.family, tenantId: other.church },
  }),
  ({ own, other }) => ({
    endpoint: family.editFamilyMember,
    body: { ...member, id: own.child, tenantId: other.church },
  }),
  at(family.readFamilyPicture, 'banner'),
  ({ other }) => ({ endpoint: events.checkinEvents, query: { activityId: other.event } }),
  at(registration.readRegistrable, 'event'),
  at(registration.watchPlaces, 'event'),
  ({ own, other }) => ({
    endpoint: registration.register,
    params: { id: other.event },
    body: { children: [{ personId: own.child, classId: other.class }] },
  }),
  ({ own, other }) => ({
    endpoint: registration.register,
    params: { id: own.event },
    body: { children: [{ personId: own.child, classId: other.class }] },
  }),
  ({ own, other }) => ({
    endpoint: registration.registerChildren,
    body: [{ personId: own.child, activityId: other.event, checkInAttendanceId: other.class }],
  }),
  ({ own, other }) => ({
    endpoint: registration.registerChildren,
    body: [{ personId: own.child, activityId: own.event, checkInAttendanceId: other.class }],
  }),
  ({ own, other }) => ({
    endpoint: registration.cancelChild,
    params: { id: other.event, personId: own.child },
  }),
  ({ own, other }) => ({
    endpoint: registration.waitForClass,
    params: { id: other.event },
    body: { personId: own.child, classId: other.class },
  }),
  ({ own, other }) => ({
    endpoint: registration.waitForClass,
    params: { id: own.event },
    body: { personId: own.child, classId: other.class },
  }),
]

/** Guardians' calls whose ids need not be asked here, and why. */
export const notOfAFamily: Record<string, string> = {
  'POST /api/checkin/push/devices/{id}/test': 'asked in own-devices.test.ts, where people have devices',
  'DELETE /api/checkin/push/devices/{id}': 'asked in own-devices.test.ts, where people have devices',
}
