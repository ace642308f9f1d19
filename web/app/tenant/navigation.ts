import type { Session } from '#contract/identity/session.ts'
import type { Ability } from '#contract/identity/abilities.ts'
import type { TextId } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import type { Icon } from '../../ui/controls/button.tsx'
import { IconLayoutDashboard, IconMessage, IconUsers } from '../../ui/icons.ts'

export type Place = {
  path: string
  label: TextId
  /** Shorter word for the tabs of phones. */
  tab: TextId
  icon: Icon
  /** Addresses below this one belong to the place too. */
  covers: string
  ability?: Ability
  count?: (session: Session) => number
}

export type Section = { title?: TextId; places: readonly Place[] }

const dashboard: Place = {
  path: paths.dashboard,
  label: 'app.nav.dashboard',
  tab: 'app.nav.home',
  icon: IconLayoutDashboard,
  covers: '',
}

const people: Place = {
  path: paths.people,
  label: 'app.nav.people',
  tab: 'app.nav.people',
  icon: IconUsers,
  covers: paths.people,
  ability: 'people.read',
  count: (session) => session.church.people,
}

const sms: Place = {
  path: paths.sentSms,
  label: 'app.nav.sms',
  tab: 'app.nav.messages',
  icon: IconMessage,
  covers: '/tenant/sms',
  ability: 'messages.read',
}

const sections: readonly Section[] = [
  { places: [dashboard] },
  { title: 'app.nav.people', places: [people] },
  { title: 'app.nav.messages', places: [sms] },
]

/** The places that exist and that this person may enter. */
export function openSections(session: Session, hasPage: (path: string) => boolean): Section[] {
  const isOpen = ({ path, ability }: Place) => hasPage(path) && (!ability || session.abilities.includes(ability))
  return sections
    .map((section) => ({ ...section, places: section.places.filter(isOpen) }))
    .filter((section) => section.places.length > 0)
}

const without = (path: string) => path.replace(/\/+$/, '')

/** A link marks itself for every address below its own; which place covers what is for `isHere` to say. */
export const EXACTLY = { exact: true }

export function isHere(place: Place, pathname: string): boolean {
  const here = without(pathname)
  if (place.covers === '') return here === place.path
  return here === place.covers || here.startsWith(`${place.covers}/`)
}
