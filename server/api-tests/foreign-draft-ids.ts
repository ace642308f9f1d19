import { randomUUID } from 'node:crypto'
import * as drafts from '#contract/messaging/drafts.ts'
import { deleteSentSms } from '#contract/messaging/sent-sms.ts'
import * as schedules from '#contract/messaging/schedules.ts'
import * as push from '#contract/messaging/push.ts'
import * as pushSchedules from '#contract/messaging/push-schedules.ts'
import { listWho } from '#contract/messaging/sms.ts'
import type { Ask } from './foreign-ask.ts'
import { askedOfEmails } from './foreign-email-ids.ts'

const written = { channel: 'sms', content: { senderId: 'GRACECHAPEL', message: 'Hello' }, version: 1 }
const pushed = { title: 'Sunday', message: 'Hello', category: 'news' }
const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16)

/** Messages that are not sent yet, with their ids and with those of whom they are for. */
export const askedOfDrafts: readonly Ask[] = [
  ({ other }) => ({ endpoint: drafts.readDraft, params: { id: other.draft } }),
  ({ other }) => ({ endpoint: drafts.getSmsDraftById, query: { id: other.draft } }),
  ({ other }) => ({ endpoint: drafts.getDefaultMessage, params: { id: other.draft } }),
  ({ other }) => ({
    endpoint: drafts.saveDraft,
    params: { id: other.draft },
    body: { ...written, destination: { groupIds: [other.group], personIds: [other.person] } },
  }),
  ({ other }) => ({
    endpoint: drafts.saveTemplate,
    params: { id: other.draft },
    body: { ...written, title: 'Mine', isBirthday: false },
  }),
  ...(['group', 'person', 'contactFile', 'campaign'] as const).map((whose): Ask => {
    const field = { group: 'groupIds', person: 'personIds', contactFile: 'contactFileId', campaign: 'failedOf' }[whose]
    return ({ other }) => ({
      endpoint: listWho,
      body: {
        destination: { [field]: field.endsWith('Ids') ? [other[whose]] : other[whose] },
        which: 'without_number',
      },
    })
  }),
  ({ other }) => ({ endpoint: drafts.quoteDraft, params: { id: other.begun } }),
  ({ other }) => ({ endpoint: drafts.sendDraft, params: { id: other.draft }, body: { version: 1 } }),
  ({ other }) => ({ endpoint: drafts.deleteDrafts, body: { ids: [other.draft] } }),
  ({ other }) => ({ endpoint: drafts.deleteSmsDraft, query: { SMSDraftIdList: other.draft } }),
  ({ other }) => ({ endpoint: drafts.duplicateSent, body: { id: randomUUID(), campaignId: other.campaign } }),
  ({ other }) => ({
    endpoint: schedules.scheduleDraft,
    params: { id: other.draft },
    body: { ...written, destination: { contactFileId: other.contactFile }, localTime: soon },
  }),
  ({ other }) => ({ endpoint: push.deleteSentPush, query: { IdList: other.campaign } }),
  ({ other }) => ({
    endpoint: pushSchedules.schedulePush,
    params: { id: other.draft },
    body: { ...pushed, destination: { groupIds: [other.group] }, localTime: soon, version: 1 },
  }),
  ({ other }) => ({ endpoint: push.quotePush, body: { category: 'news', destination: { personIds: [other.person] } } }),
  ({ other }) => ({
    endpoint: schedules.quoteSchedule,
    body: { message: 'Hello', destination: { groupIds: [other.group], personIds: [other.person] }, localTime: soon },
  }),
  ({ other }) => ({ endpoint: schedules.cancelSchedule, params: { id: other.draft } }),
  ({ other }) => ({ endpoint: schedules.deleteSmsSchedules, query: { ScheduledMessageIdList: other.draft } }),
  ({ other }) => ({ endpoint: deleteSentSms, query: { SentSMSIdList: other.campaign } }),
  ...askedOfEmails,
]

/** Calls about messages that are asked where there is something to ask for, or whose ids are no church's secret. */
export const askedElsewhere: Record<string, string> = {
  'POST /api/messaging/sms/test':
    'the sender ID is a name, of which each church has its own; a route is of the installation',
  'GET /api/messaging/push/sent/{id}': 'asked in bulk-push.test.ts, where churches have sent some',
  'GET /api/messaging/push/sent/{id}/recipients': 'asked in bulk-push.test.ts, where churches have sent some',
  'GET /api/messaging/push/scheduled/{id}': 'asked in bulk-push.test.ts, where churches have scheduled some',
  'GET /api/messaging/push/sent/{id}/recipients/export': 'asked in call-back.test.ts, where churches have sent some',
  'POST /api/messaging/push/sent/{id}/cancel': 'asked in call-back.test.ts, where churches have sent some',
  'POST /api/messaging/push/scheduled/{id}/unschedule':
    'asked in call-back.test.ts, where churches have scheduled some',
  'POST /api/messaging/push/scheduled/{id}/send': 'asked in call-back.test.ts, where churches have scheduled some',
  'POST /api/messaging/push/send': 'recipients are found in the own church: asked in bulk-push.test.ts',
  'POST /api/push/devices/{id}/test': 'asked in own-devices.test.ts, where people have devices',
  'DELETE /api/push/devices/{id}': 'asked in own-devices.test.ts, where people have devices',
  'PUT /api/messaging/default-messages/{kind}': 'the sender ID is a name, of which each church has its own',
}
