import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { analyticsSearch } from '../../followup/analytics/analytics-search.ts'
import { needs, tenantDoor } from './doors.ts'

const firstTimers = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/firsttimeranalytics',
  beforeLoad: needs('reports.read', 'analytics'),
  validateSearch: analyticsSearch,
  component: lazyRouteComponent(() => import('../../followup/analytics/analytics-page.tsx'), 'AnalyticsPage'),
})

/** First-timers counted. */
export const analyticsRoutes = [firstTimers] as const
