import type { Session } from '#contract/identity/session.ts'
import type { Ability } from '#contract/identity/abilities.ts'
import type { TextId } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import {
  IconCoins,
  IconCreditCard,
  IconHomeHeart,
  IconLayoutDashboard,
  IconMessage,
  IconReceipt,
  IconSettings,
  IconUsers,
  IconUsersGroup,
} from '../../ui/icons.ts'
import type { Place, Section } from '../shell/places.ts'

/** A place of the tenant door, and who may enter it. */
type TenantPlace = Omit<Place, 'count'> & { ability?: Ability; count?: (session: Session) => number }

const dashboard: TenantPlace = {
  path: paths.dashboard,
  label: 'app.nav.dashboard',
  tab: 'app.nav.home',
  icon: IconLayoutDashboard,
  covers: '',
}

const people: TenantPlace = {
  path: paths.people,
  label: 'app.nav.people',
  tab: 'app.nav.people',
  icon: IconUsers,
  covers: paths.people,
  ability: 'people.read',
  count: (session) => session.church.people,
}

const families: TenantPlace = {
  path: paths.families,
  label: 'app.nav.families',
  icon: IconHomeHeart,
  covers: paths.families,
  ability: 'people.read',
}

const groups: TenantPlace = {
  path: paths.groups,
  label: 'app.nav.groups',
  icon: IconUsersGroup,
  covers: paths.groups,
  ability: 'people.read',
  count: (session) => session.church.groups,
}

const units: TenantPlace = {
  path: paths.units,
  label: 'app.nav.units',
  tab: 'app.nav.units',
  icon: IconCoins,
  covers: paths.units,
  ability: 'billing.read',
}

const subscription: TenantPlace = {
  path: paths.subscription,
  label: 'app.nav.subscription',
  icon: IconCreditCard,
  covers: paths.subscription,
  ability: 'billing.read',
}

const history: TenantPlace = {
  path: paths.billingHistory,
  label: 'app.nav.history',
  icon: IconReceipt,
  covers: paths.billingHistory,
  ability: 'billing.read',
}

const settings: TenantPlace = {
  path: paths.church,
  label: 'app.nav.settings',
  icon: IconSettings,
  covers: paths.church,
  ability: 'church.manage',
}

const sms: TenantPlace = {
  path: paths.sentSms,
  label: 'app.nav.sms',
  tab: 'app.nav.messages',
  icon: IconMessage,
  covers: '/tenant/sms',
  ability: 'messages.read',
}

const sections: readonly { title?: TextId; places: readonly TenantPlace[] }[] = [
  { places: [dashboard] },
  { title: 'app.nav.people', places: [people, families, groups] },
  { title: 'app.nav.messages', places: [sms] },
  { title: 'app.nav.billing', places: [units, subscription, history] },
  { title: 'app.nav.church', places: [settings] },
]

/** The places that exist and that this person may enter. */
export function openSections(session: Session, hasPage: (path: string) => boolean): Section[] {
  const isOpen = ({ path, ability }: TenantPlace) => hasPage(path) && (!ability || session.abilities.includes(ability))
  return sections
    .map(({ places, ...section }) => ({
      ...section,
      places: places.filter(isOpen).map(({ path, label, tab, icon, covers, count }): Place => ({
        path,
        label,
        ...(tab && { tab }),
        icon,
        covers,
        ...(count && { count: count(session) }),
      })),
    }))
    .filter((section) => section.places.length > 0)
}
