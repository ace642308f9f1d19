import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { analyticsSearch } from '../../followup/analytics/analytics-search.ts'
import { needs, tenantDoor } from './doors.ts'

const beforeLoad = needs('followup.manage', 'followup')

const day = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/followup',
  beforeLoad,
  component: lazyRouteComponent(() => import('../../followup/hub/my-day-page.tsx'), 'MyDayPage'),
})

const dashboard = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/followup/dashboard',
  beforeLoad: needs('followup.manage', 'followupFigures'),
  component: lazyRouteComponent(() => import('../../followup/hub/dashboard-page.tsx'), 'FollowupDashboardPage'),
})

const people = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/followup/people',
  beforeLoad,
  component: lazyRouteComponent(() => import('../../followup/hub/people-page.tsx'), 'FollowupPeoplePage'),
})

const task = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/followup/task',
  beforeLoad,
  component: lazyRouteComponent(() => import('../../followup/hub/task-page.tsx'), 'FollowupTaskPage'),
})

const welcome = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/followup/welcome',
  beforeLoad,
  component: lazyRouteComponent(() => import('../../followup/welcome/welcome-page.tsx'), 'WelcomePage'),
})

const settings = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/followup/settings',
  beforeLoad,
  component: lazyRouteComponent(() => import('../../followup/settings/settings-page.tsx'), 'FollowupSettingsPage'),
})

const add = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/followup/new',
  beforeLoad,
  component: lazyRouteComponent(() => import('../../followup/person/add-page.tsx'), 'AddFirstTimerPage'),
})

const automation = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/followup/automation',
  beforeLoad: needs('followup.manage', 'automation'),
  component: lazyRouteComponent(() => import('../../followup/automation/automation-page.tsx'), 'AutomationPage'),
})

const firstTimer = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/firsttimermanagement/$personId',
  beforeLoad: needs('followup.manage', 'automation'),
  // First-timer 0, new convert 1; the page goes by what the person is.
  validateSearch: (search: Record<string, unknown>): { memberType?: number } =>
    typeof search['memberType'] === 'number' ? { memberType: search['memberType'] } : {},
  component: lazyRouteComponent(() => import('../../followup/person/first-timer-page.tsx'), 'FirstTimerPage'),
})

/** First-timers counted. */
const analytics = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/firsttimeranalytics',
  beforeLoad: needs('reports.read', 'analytics'),
  validateSearch: analyticsSearch,
  component: lazyRouteComponent(() => import('../../followup/analytics/analytics-page.tsx'), 'AnalyticsPage'),
})

export const followupRoutes = [
  day,
  dashboard,
  people,
  task,
  welcome,
  automation,
  settings,
  add,
  firstTimer,
  analytics,
] as const
