import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { speak } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { composeSearch } from '../../messaging/compose/compose-search.ts'
import { emailSearch } from '../../messaging/email-compose/email-search.ts'
import { pushSearch } from '../../messaging/push/push-search.ts'
import { repliesSearch } from '../../messaging/replies/replies-search.ts'
import { gatedDoor, needs, tenantDoor } from './doors.ts'

const sentSms = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/sms/sent',
  beforeLoad: needs('messages.read', 'reports'),
  component: lazyRouteComponent(() => import('../../messaging/sent/sent-page.tsx'), 'SentPage'),
})

const sentSmsReport = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/sms/sent/$id',
  beforeLoad: needs('messages.read', 'reports'),
  component: lazyRouteComponent(() => import('../../messaging/report/report-page.tsx'), 'ReportPage'),
})

const scheduledSms = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/sms/scheduled',
  beforeLoad: needs('messages.read', 'scheduled'),
  component: lazyRouteComponent(() => import('../../messaging/scheduled/scheduled-page.tsx'), 'ScheduledPage'),
})

const draftSms = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/sms/draft',
  beforeLoad: needs('messages.read', 'messaging'),
  component: lazyRouteComponent(() => import('../../messaging/drafts/drafts-page.tsx'), 'DraftsPage'),
})

const smsTemplates = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/sms/templates',
  beforeLoad: needs('messages.read', 'messaging'),
  component: lazyRouteComponent(() => import('../../messaging/drafts/templates-page.tsx'), 'TemplatesPage'),
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

const replies = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/sms/replies',
  beforeLoad: needs('messages.read', 'replies'),
  validateSearch: repliesSearch,
  component: lazyRouteComponent(() => import('../../messaging/replies/replies-page.tsx'), 'RepliesPage'),
})

const sentEmails = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/email/sent',
  beforeLoad: needs('messages.read', 'email'),
  component: lazyRouteComponent(() => import('../../messaging/email/sent-page.tsx'), 'SentPage'),
})

const oneEmail = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/email/sent/$id',
  beforeLoad: needs('messages.read', 'email'),
  component: lazyRouteComponent(() => import('../../messaging/email/one-page.tsx'), 'OnePage'),
})

const draftEmails = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/email/draft',
  beforeLoad: needs('messages.read', 'email'),
  component: lazyRouteComponent(() => import('../../messaging/email/drafts-page.tsx'), 'DraftsPage'),
})

const scheduledEmails = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/email/schedules',
  beforeLoad: needs('messages.read', 'email'),
  component: lazyRouteComponent(() => import('../../messaging/email/scheduled-page.tsx'), 'ScheduledPage'),
})

const stoppedAddresses = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/email/stopped',
  beforeLoad: needs('messages.read', 'email'),
  component: lazyRouteComponent(() => import('../../messaging/email/stopped-page.tsx'), 'StoppedPage'),
})

const composeEmail = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/email/compose',
  beforeLoad: needs('messages.send', 'emailWriting'),
  validateSearch: emailSearch,
  component: lazyRouteComponent(() => import('../../messaging/email-compose/compose-page.tsx'), 'ComposePage'),
})

const sendPush = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/push-notification/send',
  beforeLoad: needs('messages.send', 'push'),
  validateSearch: pushSearch,
  component: lazyRouteComponent(() => import('../../messaging/push/send-page.tsx'), 'SendPage'),
})

const sentPush = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/push-notification/list',
  beforeLoad: needs('messages.read', 'push'),
  component: lazyRouteComponent(() => import('../../messaging/push/sent-page.tsx'), 'SentPage'),
})

const onePush = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/push-notification/list/$id',
  beforeLoad: needs('messages.read', 'pushReport'),
  component: lazyRouteComponent(() => import('../../messaging/push/one-page.tsx'), 'OnePage'),
})

const scheduledPush = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/push-notification/schedules',
  beforeLoad: needs('messages.read', 'push'),
  component: lazyRouteComponent(() => import('../../messaging/push/scheduled-page.tsx'), 'ScheduledPage'),
})

const occasions = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/settings/messages',
  beforeLoad: needs('messages.read', 'push'),
  component: lazyRouteComponent(() => import('../../messaging/occasions/occasions-page.tsx'), 'OccasionsPage'),
})

const notifications = createRoute({
  getParentRoute: () => tenantDoor,
  path: '/notifications',
  beforeLoad: () => speak('push'),
  component: lazyRouteComponent(
    () => import('../../messaging/notifications/notifications-page.tsx'),
    'NotificationsPage',
  ),
})

export const messagingRoutes = [
  composeSms,
  sentSms,
  sentSmsReport,
  sentEmails,
  oneEmail,
  draftEmails,
  scheduledEmails,
  stoppedAddresses,
  composeEmail,
  sendPush,
  sentPush,
  onePush,
  scheduledPush,
  occasions,
  notifications,
  scheduledSms,
  draftSms,
  smsTemplates,
  replies,
] as const
export const messagingWhileGated = [composeWhileGated] as const
