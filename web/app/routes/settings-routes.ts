import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { speak } from '../../languages/index.ts'
import { needs, tenantDoor } from './doors.ts'

const church = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/settings',
  beforeLoad: needs('church.manage', 'church'),
  component: lazyRouteComponent(() => import('../../identity/church/church-page.tsx'), 'ChurchPage'),
})

const staff = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/settings/staff',
  beforeLoad: needs('church.manage', 'church'),
  component: lazyRouteComponent(() => import('../../identity/staff/staff-page.tsx'), 'StaffPage'),
})

const email = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/settings/email',
  beforeLoad: needs('church.manage', 'sender'),
  component: lazyRouteComponent(
    () => import('../../messaging/email-domain/email-settings-page.tsx'),
    'EmailSettingsPage',
  ),
})

const log = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/settings/log',
  beforeLoad: needs('church.manage', 'church'),
  component: lazyRouteComponent(() => import('../../identity/log/log-page.tsx'), 'LogPage'),
})

const account = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/account',
  beforeLoad: () => speak('church'),
  component: lazyRouteComponent(() => import('../../identity/account/account-page.tsx'), 'AccountPage'),
})

/** The church's own settings and one's own account, inside the tenant door. */
export const settingsRoutes = [church, staff, email, log, account] as const
