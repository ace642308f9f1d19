import { auditActs, type AuditAct, type AuditTopic } from '#contract/identity/audit.ts'

/** The first half of an act's name tells what it is about; what is exported is people's data. */
const topicOf: Readonly<Record<string, AuditTopic>> = {
  account: 'access',
  church: 'access',
  staff: 'access',
  person: 'people',
  people: 'people',
  list: 'people',
  group: 'people',
  family: 'people',
  event: 'checkin',
  station: 'checkin',
  child: 'checkin',
  payment: 'money',
  units: 'money',
  subscription: 'money',
  message: 'messages',
  sender: 'messages',
}

/** The acts of a topic. */
export const actsOf = (topic: AuditTopic): AuditAct[] =>
  auditActs.filter((act) => topicOf[act.split('.')[0] ?? ''] === topic)

/** The acts in whose name a text stands, as people would type it: `roles changed`. */
export function actsNamed(text: string): AuditAct[] {
  const wanted = wordsOf(text)
  return wanted === '' ? [] : auditActs.filter((act) => wordsOf(act).includes(wanted))
}

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[._\s]+/g, ' ')
    .trim()
