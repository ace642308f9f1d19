import { randomUUID } from 'node:crypto'
import { keepWelcomeEntry, markOrigin } from '../followup/index.ts'
import type { Tx } from '../platform/database/index.ts'
import { addDays } from '../platform/runtime/index.ts'
import { chanceFrom } from './crowd/chance.ts'
import type { DemoPerson } from './crowd/demo-person.ts'
import { timeOn, type Church } from './followed-up.ts'

/** As long as names of an entry are kept. */
const DAYS = 28
/** Of those who came, so many said so on the form behind a poster. */
const SAY_SO = 0.6
const PLACES = ['Main entrance', 'Main entrance', 'Main entrance', 'Overflow hall', 'Car park', null]
/** Chances of their own: names and numbers stay what they are without them. */
const OWN_SEED = 3_000

type Guest = DemoPerson & { id: string; phone: string }

/** The guests of the last weeks who have a phone of their own, the latest last. */
function guestsOf({ today }: Church, people: readonly DemoPerson[], ids: readonly string[]): Guest[] {
  const since = addDays(today, -DAYS)
  const guests = people.flatMap((person, place): Guest[] => {
    const { kind, phone, joinedOn, sharesPhoneOf } = person
    const isLately = kind === 'first_timer' && joinedOn > since
    return isLately && phone && !sharesPhoneOf ? [{ ...person, phone, id: ids[place] ?? '' }] : []
  })
  return guests.toSorted((one, other) => (one.joinedOn < other.joinedOn ? -1 : 1))
}

/**
 * Many of those who came in the last weeks said so on the welcome form; and one said the phone of somebody who is known,
 * which waits for a decision.
 */
export async function fillInForms(
  tx: Tx,
  church: Church,
  { people, ids }: { people: readonly DemoPerson[]; ids: readonly string[] },
): Promise<void> {
  const { tenantId } = church
  const chance = chanceFrom(church.seed + OWN_SEED)
  const guests = guestsOf(church, people, ids)
  const typing = guests.filter(() => chance.next() < SAY_SO)
  const said = ({ id, firstName, lastName, phone, joinedOn }: Guest) => ({
    id: randomUUID(),
    at: timeOn(church, joinedOn, `11:${10 + chance.below(50)}`),
    day: joinedOn,
    firstName,
    lastName,
    phone,
    language: 'en',
    smsConsent: true,
    place: chance.pick(PLACES),
    state: 'entered' as const,
    doubts: [],
    personId: id,
  })
  for (const guest of typing) await keepWelcomeEntry(tx, tenantId, said(guest))
  await markOrigin(tx, { personIds: typing.map(({ id }) => id), origin: 'form', by: null })
  const [known, latest] = [guests[0], guests.at(-1)]
  if (!known || !latest || known === latest) return
  const claim = { ...said({ ...known, joinedOn: latest.joinedOn }), firstName: 'Olúwaṣeun', state: 'claimed' as const }
  await keepWelcomeEntry(tx, tenantId, claim)
}
