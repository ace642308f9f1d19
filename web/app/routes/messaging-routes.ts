import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '../../routing/paths.ts'
import { composeSearch } from '../../messaging/compose/compose-search.ts'
import { gatedDoor, needs, tenantDoor } from './doors.ts'

const sentSms = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/sms/sent',
  beforeLoad: needs('messages.read', 'messaging'),
  component: lazyRouteComponent(() => import('../../messaging/sent/sent-page.tsx'), 'SentPage'),
})

const sentSmsReport = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/sms/sent/$id',
  beforeLoad: needs('messages.read', 'messaging'),
  component: lazyRouteComponent(() => import('../../messaging/report/report-page.tsx'), 'ReportPage'),
})

const composeSms = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/sms/compose',
  beforeLoad: needs('messages.send', 'messaging'),
  validateSearch: composeSearch,
  component: lazyRouteComponent(() => import('../../messaging/compose/compose-page.tsx'), 'ComposePage'),
})

const composeWhileGated = createRoute({
  getParentRoute: () => gatedDoor,
  path: paths.sendSmsWhileGated,
  beforeLoad: needs('messages.send', 'messaging'),
  validateSearch: composeSearch,
  component: lazyRouteComponent(() => import('../../messaging/compose/compose-page.tsx'), 'ComposeWhileGatedPage'),
})

export const messagingRoutes = [composeSms, sentSms, sentSmsReport] as const
export const messagingWhileGated = [composeWhileGated] as const
