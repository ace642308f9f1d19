import type { Session } from '#contract/identity/session.ts'
import type { Ability } from '#contract/abilities.ts'
import type { TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { can } from '../../session/session.ts'
import {
  IconBellRinging,
  IconCalendarEvent,
  IconChartFunnel,
  IconClipboardList,
  IconCoins,
  IconCreditCard,
  IconHeartHandshake,
  IconHomeHeart,
  IconLayoutDashboard,
  IconMail,
  IconMessage,
  IconMessages,
  IconQrcode,
  IconReceipt,
  IconSchool,
  IconSettings,
  IconUsers,
  IconUsersGroup,
} from '../../ui/icons.ts'
import type { Place, Section } from '../find/places.ts'
import { standsWhileGated, workplaceOf } from '../session/guards.ts'

/** What waits for somebody: asked for again and again while the page is open. */
export type Waiting = { unread: number }

/** A place of the tenant door, and who may enter it; `tabUnless`: who has more pressing tabs than this one. */
type TenantPlace = Omit<Place, 'count'> & {
  ability?: Ability
  count?: (session: Session, waiting: Waiting) => number | undefined
  tabUnless?: Ability
}

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

const followup: TenantPlace = {
  path: paths.followup,
  label: 'app.nav.followUp',
  icon: IconHeartHandshake,
  covers: paths.followup,
  also: paths.firstTimer.replace('/$personId', ''),
  ability: 'followup.manage',
}

const analytics: TenantPlace = {
  path: paths.firstTimerAnalytics,
  label: 'app.nav.analytics',
  icon: IconChartFunnel,
  covers: paths.firstTimerAnalytics,
  ability: 'reports.read',
}

const events: TenantPlace = {
  path: paths.events,
  label: 'app.nav.events',
  tab: 'app.nav.events',
  tabUnless: 'messages.read',
  icon: IconCalendarEvent,
  covers: paths.events,
  ability: 'checkin.desk',
}

const station: TenantPlace = {
  path: paths.station,
  label: 'app.nav.checkIn',
  tab: 'app.nav.checkIn',
  icon: IconQrcode,
  covers: '',
  ability: 'checkin.self_service',
}

const classes: TenantPlace = {
  path: paths.classes,
  label: 'app.nav.classes',
  tab: 'app.nav.classes',
  tabUnless: 'messages.read',
  icon: IconSchool,
  covers: paths.classes,
  ability: 'checkin.class',
}

const custody: TenantPlace = {
  path: paths.custody,
  label: 'app.nav.custody',
  icon: IconClipboardList,
  covers: paths.custody,
  ability: 'checkin.manage',
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
  except: paths.replies,
  ability: 'messages.read',
}

const replies: TenantPlace = {
  path: paths.replies,
  label: 'app.nav.replies',
  icon: IconMessages,
  covers: paths.replies,
  ability: 'messages.read',
  count: (_session, { unread }) => unread || undefined,
}

const email: TenantPlace = {
  path: paths.sentEmails,
  label: 'app.nav.email',
  icon: IconMail,
  covers: '/tenant/email',
  ability: 'messages.read',
}

const push: TenantPlace = {
  path: paths.sentPush,
  label: 'app.nav.push',
  icon: IconBellRinging,
  covers: '/tenant/push-notification',
  ability: 'messages.read',
}

const sections: readonly { title?: TextId; places: readonly TenantPlace[] }[] = [
  { places: [dashboard] },
  { title: 'app.nav.people', places: [people, families, groups, followup, analytics] },
  { title: 'app.nav.sunday', places: [events, station, classes, custody] },
  { title: 'app.nav.messages', places: [sms, email, push, replies] },
  { title: 'app.nav.billing', places: [units, subscription, history] },
  { title: 'app.nav.church', places: [settings] },
]

/** The places that exist and that this person may enter. */
export function openSections(session: Session, hasPage: (path: string) => boolean, waiting: Waiting): Section[] {
  const isShut = session.gate !== 'open'
  const isOpen = ({ path, ability }: TenantPlace) => {
    if (!hasPage(path) || (isShut && !standsWhileGated(path))) return false
    return ability ? can(session, ability) : !workplaceOf(session)
  }
  return sections
    .map(({ places, ...section }) => ({
      ...section,
      places: places
        .filter(isOpen)
        .map(({ path, label, tab, tabUnless, icon, covers, also, except, count }): Place => ({
          path,
          label,
          ...(tab && !(tabUnless && can(session, tabUnless)) && { tab }),
          icon,
          covers,
          ...(also && { also }),
          ...(except && { except }),
          ...countOf(count?.(session, waiting)),
        })),
    }))
    .filter((section) => section.places.length > 0)
}

const countOf = (count: number | undefined): { count?: number } => (count === undefined ? {} : { count })
