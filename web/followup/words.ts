import type { DayReason } from '#contract/followup/day.ts'
import type { ActivityType, Outcome } from '#contract/followup/look-ups.ts'
import type { Origin } from '#contract/followup/people.ts'
import { ApiFailure } from '../api/call.ts'
import type { TextId } from '../languages/index.ts'

export const statusWords: readonly TextId[] = [
  'followup.status.pending',
  'followup.status.inProgress',
  'followup.status.completed',
  'followup.status.cancelled',
  'followup.status.rescheduled',
  'followup.status.stalled',
]

export const leadWords: readonly TextId[] = ['followup.lead.active', 'followup.lead.paused', 'followup.lead.converted']

export const outcomeWords: Record<Outcome, TextId> = {
  reached: 'followup.outcome.reached',
  no_answer: 'followup.outcome.noAnswer',
  call_later: 'followup.outcome.callLater',
  left_message: 'followup.outcome.leftMessage',
  wrong_number: 'followup.outcome.wrongNumber',
  no_contact: 'followup.outcome.noContact',
}

export const reasonWords: Record<DayReason, TextId> = {
  overdue: 'followup.reason.overdue',
  due: 'followup.reason.due',
  returned: 'followup.reason.returned',
  untouched: 'followup.reason.untouched',
}

const sentences: Partial<Record<ApiFailure['code'], TextId>> = {
  network: 'ui.failed.networkText',
  timeout: 'ui.failed.networkText',
  stopped: 'followup.failure.stopped',
  no_recipients: 'followup.failure.noAddress',
  away: 'followup.failure.away',
  not_on_team: 'followup.failure.notOnTeam',
  retired: 'followup.failure.retired',
  not_allowed: 'ui.failed.notAllowedText',
  invalid_input: 'followup.failure.invalidInput',
  archived: 'followup.failure.gone',
  not_found: 'followup.failure.gone',
}

/** Why something did not go through. */
export const failureText = (failure: unknown): TextId =>
  (failure instanceof ApiFailure && sentences[failure.code]) || 'ui.failed.serverText'

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()

const DAY_HOURS = 24

/** How long nobody has reached them: in hours for two days, then in days. */
export const waitingWords = (hours: number): [TextId, Record<string, number>] =>
  hours < 2 * DAY_HOURS
    ? ['followup.day.waiting', { hours }]
    : ['followup.day.waitingDays', { days: Math.floor(hours / DAY_HOURS) }]

/** Of the numbers that stand for them: Yes, No, Maybe, On Transit. */
export const answerWords: readonly TextId[] = [
  'followup.answer.yes',
  'followup.answer.no',
  'followup.answer.maybe',
  'followup.answer.onTransit',
]

/** How they would like to be reached, of the numbers that stand for it. */
export const meansWords: readonly TextId[] = [
  'followup.way.call',
  'followup.way.email',
  'followup.taskType.visit',
  'followup.taskType.sms',
]

export const genderWords = {
  female: 'followup.gender.female',
  male: 'followup.gender.male',
} as const satisfies Record<string, TextId>

/** In the order in which existing clients number them. */
export const maritalWords = {
  single: 'followup.marital.single',
  married: 'followup.marital.married',
  divorced: 'followup.marital.divorced',
  separated: 'followup.marital.separated',
  widowed: 'followup.marital.widowed',
} as const satisfies Record<string, TextId>

export const originWords: Record<Origin, TextId> = {
  staff: 'followup.origin.staff',
  import: 'followup.origin.import',
  walk_in: 'followup.origin.walkIn',
  form: 'followup.origin.form',
}

/** What a task is about, and how somebody was contacted. */
export const typeWords: Partial<Record<ActivityType, TextId>> = {
  call: 'followup.way.call',
  whatsapp: 'followup.way.whatsapp',
  sms: 'followup.taskType.sms',
  email: 'followup.way.email',
  visit: 'followup.taskType.visit',
  other: 'followup.taskType.meeting',
  pray: 'followup.taskType.pray',
}
