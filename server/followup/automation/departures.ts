import type { Action, Definition } from '#contract/followup/automation-rules.ts'
import { textDepartures } from '../../messaging/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Facts, Place } from './facts.ts'

/** When a message leaves that is handed over at an instant. */
export type Departure = (action: Action, facts: Pick<Facts, 'phone'>, at: Date) => Date

type Rule = { definition: Definition; place: Place; phones: readonly (string | null)[] }

/** Asked only of what must leave on its day: the texts of birthdays. Everything else counts as leaving at once. */
export async function departuresOf(tx: Tx, { definition, place, phones }: Rule): Promise<Departure> {
  const { trigger, actions } = definition
  if (trigger.kind !== 'birthday' || actions.every(({ act }) => act !== 'sms')) return (_action, _facts, at) => at
  const numbers = phones.filter((phone) => phone !== null)
  const leaves = await textDepartures(tx, { isoCode: place.isoCode, timeZone: place.timeZone, numbers })
  return ({ act }, { phone }, at) => (act === 'sms' && phone !== null ? leaves(phone, at) : at)
}
