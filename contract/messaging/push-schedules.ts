import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams, pageOf, pageQuery } from '../pages.ts'
import { draftVersion, failedReason } from './drafts.ts'
import { PUSH_BYTES, pushDestination, sendPush, writtenPush } from './push.ts'
import { localTime, scheduleErrors, whichOfTwo } from './schedules.ts'
import { topic } from './topics.ts'

export const pushSchedule = z.object({
  id,
  title: z.string(),
  message: z.string(),
  category: topic,
  chosen: z.object({ allContacts: z.boolean(), groups: z.array(z.string()), persons: z.int() }),
  version: draftVersion,
  /** `draft`: called back before its time. */
  state: z.enum(['scheduled', 'failed', 'draft', 'sent']),
  reason: z.nullable(failedReason),
  changedBy: z.string(),
  /** When it goes, or was to go: the instant, and `YYYY-MM-DDTHH:mm` in the church's zone. Null: it has no time. */
  goesAt: z.nullable(z.string()),
  goesAtLocal: z.nullable(z.string()),
  /** The sent notification that it became. */
  campaignId: z.nullable(id),
})
export type PushSchedule = z.infer<typeof pushSchedule>

export const listPushSchedules = endpoint({
  method: 'GET',
  path: '/api/messaging/push/scheduled',
  access: { ability: 'messages.read' },
  summary: 'Push notifications that wait for their time, could not go or were called back; by that time',
  query: z.object(pageQuery),
  response: pageOf(pushSchedule),
  errors: ['invalid_input', 'invalid_cursor'],
})

export const readPushSchedule = endpoint({
  method: 'GET',
  path: '/api/messaging/push/scheduled/{id}',
  access: { ability: 'messages.read' },
  summary: 'One scheduled push notification, whole',
  params: idParams,
  response: z.extend(pushSchedule, { destination: pushDestination }),
  errors: ['invalid_input', 'not_found'],
})

/** Versions and times as of scheduled SMS. It is deleted like every other schedule. */
export const schedulePush = endpoint({
  method: 'PUT',
  path: '/api/messaging/push/scheduled/{id}',
  access: { ability: 'messages.send' },
  summary: 'Send a push notification at a time of the church’s clocks; who gets it is decided then',
  params: idParams,
  body: z.extend(writtenPush, { localTime, version: draftVersion }),
  bodyBytes: PUSH_BYTES,
  response: z.object({ schedule: pushSchedule, which: whichOfTwo }),
  errors: [...scheduleErrors],
})

export const unschedulePush = endpoint({
  method: 'POST',
  path: '/api/messaging/push/scheduled/{id}/unschedule',
  access: { ability: 'messages.send' },
  summary: 'Call a scheduled push notification back, and keep its text; possible until it goes',
  params: idParams,
  response: pushSchedule,
  errors: ['invalid_input', 'not_found', 'already_sent'],
})

export const sendScheduledPush = endpoint({
  method: 'POST',
  path: '/api/messaging/push/scheduled/{id}/send',
  access: { ability: 'messages.send' },
  summary: 'Send a scheduled push notification now, as it is written here; once, however often it is asked',
  idempotent: true,
  params: idParams,
  body: z.extend(writtenPush, { version: draftVersion }),
  bodyBytes: PUSH_BYTES,
  response: sendPush.response,
  errors: [
    'invalid_input',
    'not_found',
    'changed_meanwhile',
    'already_sent',
    'no_recipients',
    'too_many_recipients',
    'too_many_drafts',
  ],
})
