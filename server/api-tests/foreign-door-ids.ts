import * as classes from '#contract/checkin/classes.ts'
import * as custody from '#contract/checkin/custody.ts'
import * as grants from '#contract/checkin/guardians.ts'
import * as incidents from '#contract/checkin/incidents.ts'
import * as station from '#contract/checkin/station.ts'
import * as walkIns from '#contract/checkin/walk-in.ts'
import type { Ask, Ids } from './foreign-ask.ts'

type One = Ids['own']

const arriving = (of: Pick<One, 'event' | 'home' | 'child' | 'eventClass'>, stationId: string | null = null) => ({
  eventId: of.event,
  familyId: of.home,
  children: [{ personId: of.child, classId: of.eventClass }],
  stationId,
})
const newcomers = (of: Pick<One, 'event' | 'eventClass'>) => ({
  eventId: of.event,
  parent: { firstName: 'Bola', lastName: 'Ade', phone: null, role: 2 },
  children: [{ firstName: 'Kemi', lastName: 'Ade', years: 3, classId: of.eventClass, allergy: '' }],
  isNew: true,
  // A station of another church is named by nobody (station.test.ts); those who come are others each time.
  stationId: null,
})
const completing = (of: Pick<One, 'home' | 'child'>) => ({
  familyId: of.home,
  children: [{ personId: of.child, birthDay: null, birthMonth: null, birthYear: 2020, gender: null, care: [] }],
})
const overriding = (of: Pick<One, 'event' | 'registration' | 'child'>) => ({
  eventId: of.event,
  registrationId: of.registration,
  childIds: [of.child],
  collectorId: null,
  collectorName: 'Grandma',
  reason: 'They have lost the tag.',
  second: { userName: 'second@church.example', password: 'not the right one' },
})

/** The parts of a request, each once with what is another church's. */
const mixed = (own: One, other: One, keys: readonly (keyof One)[]): One[] =>
  keys.map((key) => ({ ...own, [key]: other[key] }))

const arrivals = (['event', 'home', 'child', 'eventClass'] as const).map((key): Ask => ({ own, other }) => {
  const [one = own] = mixed(own, other, [key])
  return { endpoint: station.checkIn, body: arriving(one) }
})

/** At the door of a church: families, children, classes, registrations and stations of another. */
const atTheDoor: readonly Ask[] = [
  ({ other }) => ({ endpoint: station.findFamilies, body: { eventId: other.event, search: 'ade' } }),
  ...arrivals,
  ({ own, other }) => ({ endpoint: station.checkIn, body: arriving(own, other.station) }),
  ({ own, other }) => ({ endpoint: walkIns.walkIn, body: newcomers({ ...own, event: other.event }) }),
  ({ own, other }) => ({ endpoint: walkIns.walkIn, body: newcomers({ ...own, eventClass: other.eventClass }) }),
  ({ own, other }) => ({ endpoint: walkIns.completeFamily, body: completing({ ...own, home: other.home }) }),
  ({ own, other }) => ({ endpoint: walkIns.completeFamily, body: completing({ ...own, child: other.child }) }),
  ({ other }) => ({ endpoint: station.reprint, body: { registrationId: other.registration } }),
  ({ other }) => ({
    endpoint: incidents.settleIncident,
    body: { eventId: other.event, number: 1, note: 'They are at home.', isChildGone: false },
  }),
  ...(['event', 'child', 'eventClass'] as const).map((key): Ask => ({ own, other }) => {
    const [one = own] = mixed(own, other, [key])
    return { endpoint: station.moveChild, body: { eventId: one.event, personId: one.child, classId: one.eventClass } }
  }),
]

/** On the check-out. */
const checkOutAsks: readonly Ask[] = [
  ({ other }) => ({ endpoint: station.lookAtCollection, body: { eventId: other.event, search: 'ade' } }),
  ({ own, other }) => ({
    endpoint: station.checkOut,
    body: { eventId: other.event, code: 'XXXXXX', childIds: [other.child], collectorId: own.person },
  }),
  ...(['event', 'registration'] as const).map((key): Ask => ({ own, other }) => {
    const [one = own] = mixed(own, other, [key])
    return { endpoint: station.overrideCheckOut, body: overriding(one) }
  }),
]

const inClass: readonly Ask[] = [
  ({ other }) => ({ endpoint: classes.readRoster, params: { id: other.eventClass } }),
  ({ other }) => ({
    endpoint: classes.countAdults,
    params: { id: other.eventClass },
    body: { adults: 2 },
  }),
  ...[classes.markSeen, classes.pageParent].flatMap((endpoint): Ask[] => [
    ({ own, other }) => ({ endpoint, params: { id: other.eventClass }, body: { personId: own.child, seen: true } }),
    ({ own, other }) => ({ endpoint, params: { id: own.eventClass }, body: { personId: other.child, seen: true } }),
  ]),
  ({ other }) => ({ endpoint: custody.listCustody, query: { eventId: other.event } }),
  ({ other }) => ({ endpoint: custody.exportCustody, query: { eventId: other.event, format: 'json' } }),
]

const whoCollects: readonly Ask[] = [
  ({ other }) => ({ endpoint: grants.listFamilyGrants, params: { id: other.home } }),
  ({ own, other }) => ({
    endpoint: grants.setFamilyGrant,
    params: { id: other.home, personId: own.person },
    body: { terms: grants.freeTerms },
  }),
  ({ own, other }) => ({
    endpoint: grants.setFamilyGrant,
    params: { id: own.home, personId: other.person },
    body: { terms: grants.freeTerms },
  }),
  ({ own, other }) => ({
    endpoint: grants.setFamilyGrant,
    params: { id: own.home, personId: own.person },
    body: { terms: { ...grants.freeTerms, childIds: [other.child] } },
  }),
]

export const askedAtTheDoor: readonly Ask[] = [...atTheDoor, ...checkOutAsks, ...inClass, ...whoCollects]
