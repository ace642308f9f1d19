import type { DeskSession } from '#contract/operator/session.ts'
import { paths } from '../../lib/paths.ts'
import {
  IconActivity,
  IconBuildingChurch,
  IconCoins,
  IconDiscount,
  IconHistory,
  IconRoute,
  IconSettings,
  IconSignature,
  IconUsers,
  IconUsersGroup,
} from '../../ui/icons.ts'
import type { Section } from '../shell/places.ts'

/** Where nothing waits no number stands. */
const counted = (count: number) => (count > 0 ? { count } : {})

/** The places of the desk, with what waits in each. */
export const deskSections = ({ waiting, churches }: DeskSession): Section[] => [
  {
    places: [
      {
        path: paths.deskChurches,
        label: 'operator.nav.churches',
        tab: 'operator.nav.churches',
        icon: IconBuildingChurch,
        covers: paths.deskChurches,
        count: churches,
      },
    ],
  },
  {
    title: 'operator.nav.waiting',
    places: [
      {
        path: paths.deskSenders,
        label: 'operator.nav.senders',
        tab: 'operator.nav.sendersTab',
        icon: IconSignature,
        covers: paths.deskSenders,
        ...counted(waiting.senders),
      },
      {
        path: paths.deskPayments,
        label: 'operator.nav.payments',
        tab: 'operator.nav.payments',
        icon: IconCoins,
        covers: paths.deskPayments,
        ...counted(waiting.payments),
      },
      {
        path: paths.deskChanges,
        label: 'operator.nav.changes',
        tab: 'operator.nav.changesTab',
        icon: IconUsers,
        covers: paths.deskChanges,
        ...counted(waiting.changes),
      },
    ],
  },
  {
    title: 'operator.nav.offer',
    places: [
      { path: paths.deskPrices, label: 'operator.nav.prices', icon: IconDiscount, covers: paths.deskPrices },
      { path: paths.deskRoutes, label: 'operator.nav.routes', icon: IconRoute, covers: paths.deskRoutes },
    ],
  },
  {
    title: 'operator.nav.installation',
    places: [
      {
        path: paths.deskHealth,
        label: 'operator.nav.health',
        tab: 'operator.nav.health',
        icon: IconActivity,
        covers: paths.deskHealth,
      },
      { path: paths.deskLog, label: 'operator.nav.log', icon: IconHistory, covers: paths.deskLog },
      { path: paths.deskOperators, label: 'operator.nav.operators', icon: IconUsersGroup, covers: paths.deskOperators },
      { path: paths.deskSettings, label: 'operator.nav.settings', icon: IconSettings, covers: paths.deskSettings },
    ],
  },
]
