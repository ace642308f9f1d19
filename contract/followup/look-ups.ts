/** What existing clients choose from by number: the look-ups of following up. */

/** How a contact went. */
export const outcomes = ['reached', 'no_answer', 'call_later', 'left_message', 'wrong_number', 'no_contact'] as const
export type Outcome = (typeof outcomes)[number]

export const channels = ['call', 'whatsapp', 'sms', 'email', 'push', 'visit', 'other'] as const
export type Channel = (typeof channels)[number]

const outcomeNames: Record<Outcome, string> = {
  reached: 'Reached',
  no_answer: 'No answer',
  call_later: 'Call later',
  left_message: 'Left a message',
  wrong_number: 'Wrong number',
  no_contact: 'Wants no contact',
}

const outcomeId = (outcome: Outcome): number => outcomes.indexOf(outcome) + 1
export const outcomeName = (outcome: Outcome): string => outcomeNames[outcome]
export const outcomeOf = (id: number | string): Outcome | undefined =>
  outcomes.find((each) => outcomeId(each) === Number(id) || each === id || outcomeNames[each] === id)

/** Existing clients hide what has "update" in its name: it is written by the product. */
export const activityTypes = {
  call: { id: 87, name: 'Call' },
  other: { id: 88, name: 'Meeting' },
  whatsapp: { id: 89, name: 'WhatsApp' },
  email: { id: 90, name: 'Email' },
  visit: { id: 91, name: 'Visit' },
  sms: { id: 92, name: 'SMS' },
  owner: { id: 93, name: 'Contact owner update' },
  stage: { id: 94, name: 'Life cycle update' },
  lead_status: { id: 95, name: 'Lead status update' },
  note: { id: 96, name: 'Note' },
  pray: { id: 97, name: 'Pray' },
  task: { id: 98, name: 'Task update' },
  attendance: { id: 99, name: 'Attendance update' },
  entered: { id: 100, name: 'Entry update' },
  push: { id: 101, name: 'Push update' },
} as const
export type ActivityType = keyof typeof activityTypes

/** What a task may be about, and how somebody was contacted. */
export const taskTypes = ['call', 'whatsapp', 'sms', 'email', 'visit', 'other', 'pray'] as const

export const typeOf = (id: number | null | undefined): ActivityType | undefined =>
  (Object.keys(activityTypes) as ActivityType[]).find((name) => activityTypes[name].id === id)

export const followupLookUps = [
  { type: 'Outcome', lookUps: outcomes.map((outcome) => ({ id: outcomeId(outcome), value: outcomeNames[outcome] })) },
  { type: 'ActivityType', lookUps: Object.values(activityTypes).map(({ id, name }) => ({ id, value: name })) },
]

/** By their numbers. */
export const interestNames = ['Yes', 'No', 'Maybe', 'On Transit'] as const
/** Minutes before a task is due. */
export const reminders = [30, 60, 1440] as const
