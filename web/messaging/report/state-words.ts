import type { DeliveryReason } from '#contract/messaging/delivery-reasons.ts'
import type { RecipientState } from '#contract/messaging/sent-sms.ts'
import type { TextId } from '../../languages/index.ts'
import type { Tone } from '../../ui/surfaces/badge.tsx'

/** Each state in a word, and the look of its badge. */
export const stateWords: Record<RecipientState, { word: TextId; tone: Tone }> = {
  queued: { word: 'messaging.report.queued', tone: 'warn' },
  sent: { word: 'messaging.report.sent', tone: 'info' },
  no_report: { word: 'messaging.report.noReport', tone: 'unknown' },
  delivered: { word: 'messaging.report.delivered', tone: 'ok' },
  failed: { word: 'messaging.report.failed', tone: 'bad' },
  unknown: { word: 'messaging.report.unknown', tone: 'unknown' },
  skipped: { word: 'messaging.report.skipped', tone: 'neutral' },
}

/** Each reason in words. */
export const reasonWords: Record<DeliveryReason, TextId> = {
  phone_off: 'messaging.report.phoneOff',
  no_such_number: 'messaging.report.noSuchNumber',
  invalid_number: 'messaging.report.invalidNumber',
  inbox_full: 'messaging.report.inboxFull',
  blocked_by_person: 'messaging.report.blockedByPerson',
  blocked_by_network: 'messaging.report.blockedByNetwork',
  sender_refused: 'messaging.report.senderRefused',
  network_fault: 'messaging.report.networkFault',
  expired: 'messaging.report.expired',
  refused: 'messaging.report.refused',
  unknown: 'messaging.report.unknownReason',
  no_such_address: 'messaging.report.noSuchAddress',
  not_now: 'messaging.report.notNow',
  marked_as_spam: 'messaging.report.markedAsSpam',
  opted_out: 'messaging.report.optedOut',
  archived: 'messaging.report.archived',
  cancelled: 'messaging.report.cancelled',
  no_answer: 'messaging.report.noAnswer',
  gateway_unreachable: 'messaging.report.gatewayUnreachable',
  no_device: 'messaging.report.noDevice',
}
