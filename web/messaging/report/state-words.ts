import type { RecipientState } from '#contract/messaging/sent-sms.ts'
import type { TextId } from '../../languages/index.ts'
import type { Tone } from '../../ui/surfaces/badge.tsx'

/** Each state in a word, and the look of its badge. */
export const stateWords: Record<RecipientState, { word: TextId; tone: Tone }> = {
  queued: { word: 'messaging.report.queued', tone: 'neutral' },
  sent: { word: 'messaging.report.sent', tone: 'info' },
  no_report: { word: 'messaging.report.noReport', tone: 'unknown' },
  delivered: { word: 'messaging.report.delivered', tone: 'ok' },
  failed: { word: 'messaging.report.failed', tone: 'bad' },
  unknown: { word: 'messaging.report.unknown', tone: 'unknown' },
  skipped: { word: 'messaging.report.skipped', tone: 'neutral' },
}

const reasons = {
  absent_subscriber: 'messaging.report.absentSubscriber',
  invalid_number: 'messaging.report.invalidNumber',
  refused: 'messaging.report.refused',
  opted_out: 'messaging.report.optedOut',
  no_answer: 'messaging.report.noAnswer',
} as const satisfies Record<string, TextId>

const isKnown = (reason: string): reason is keyof typeof reasons => Object.hasOwn(reasons, reason)

/** The text of a reason. Networks have codes of their own: one that is not known here has no text and is shown as it is. */
export const reasonText = (reason: string): TextId | undefined => (isKnown(reason) ? reasons[reason] : undefined)
