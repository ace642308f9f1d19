import { expect, test } from 'vitest'
import { abilities, type Ability } from '#contract/abilities.ts'
import type { Session } from '#contract/identity/session.ts'
import { paths } from '../../routing/paths.ts'
import { openSections } from './navigation.ts'

const session = (allowed: readonly Ability[], gate: Session['gate'] = 'open'): Session => ({
  accountId: 'a',
  person: { firstName: 'Ada', lastName: 'Obi', email: 'ada@grace.example', roles: [] },
  church: {
    id: 'c',
    name: 'Grace Chapel',
    city: null,
    isoCode: 'NG',
    currency: 'NGN',
    currencySymbol: '₦',
    timeZone: 'Africa/Lagos',
    logoUrl: null,
    expiresOn: '2027-01-01',
    planName: 'Small',
    membershipSize: 100,
    people: 12,
    groups: 3,
  },
  units: 0,
  gate,
  grace: null,
  endsIn: null,
  abilities: [...allowed],
})

const placesOf = (allowed: readonly Ability[], gate?: Session['gate']): string[] =>
  openSections(session(allowed, gate), () => true, { unread: 0 }).flatMap(({ places }) =>
    places.map(({ path }) => path),
  )

test.each<[who: string, Ability[], string[]]>([
  [
    'finance',
    ['billing.read', 'billing.manage', 'reports.read'],
    [paths.dashboard, paths.firstTimerAnalytics, paths.units, paths.subscription, paths.billingHistory],
  ],
  [
    'a communicator',
    ['messages.read', 'messages.send', 'people.read'],
    [
      paths.dashboard,
      paths.people,
      paths.families,
      paths.groups,
      paths.sentSms,
      paths.sentEmails,
      paths.sentPush,
      paths.replies,
    ],
  ],
  ['the desk', ['checkin.desk', 'checkin.class', 'checkin.self_service'], [paths.events, paths.station, paths.classes]],
  ['a teacher', ['checkin.class'], [paths.classes]],
  ['a locked station', ['checkin.self_service'], [paths.station]],
])('%s is led to what is theirs and to nothing else', (_who, allowed, open) => {
  expect(placesOf(allowed)).toEqual(open)
})

test('whoever may do everything is led everywhere, and to pages that exist only', () => {
  expect(placesOf(abilities)).toHaveLength(18)
  expect(
    openSections(session(abilities), (path) => path === paths.people, { unread: 0 }).flatMap(({ places }) => places),
  ).toHaveLength(1)
})

test('behind a shut gate only the places are left where children are looked after and handed over', () => {
  expect(placesOf(abilities, 'expired')).toEqual([paths.station, paths.classes, paths.custody])
})
