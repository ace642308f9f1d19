import type { PersonKind } from '#contract/people/persons.ts'
import { foldText } from '#server/people/index.ts'
import type { ChurchPlan } from '../church-plans.ts'
import { chanceFrom, type Chance } from './chance.ts'
import { isSmall, type DemoPerson } from './demo-person.ts'
import type { Household } from './form-household.ts'
import { formHouseholds } from './households.ts'
import { knownPeople } from './known-people.ts'
import { isWomansName } from './names.ts'
import { giveParticulars } from './particulars.ts'
import { makeTwins } from './twins.ts'
import { addDays, firstTimerDays } from './visit-days.ts'

const OLDEST_MEMBER_DAYS = 12 * 365
const CONVERTS_SINCE_DAYS = 2 * 365
const SHARE_WITH_EMAIL = 0.62
/** Families and ages have a chance of their own: names and numbers stay what they are without them. */
const OTHER_SEED = 1_000

export type DemoCrowd = { people: DemoPerson[]; households: Household[] }

/** The people of a demo church: first the staff, then the known ones, then the crowd. */
export function makeCrowd(plan: ChurchPlan, today: string, chance: Chance): DemoCrowd {
  const { crowd, accounts } = plan
  const other = chanceFrom(plan.seed + OTHER_SEED)
  const staff = accounts.map((account) => ({ ...unknownPerson('member'), ...namesOf(account), email: account.email }))
  const known = crowd.withGroups ? knownPeople.map(knownPerson) : []
  const left = kindsLeft(plan, known)
  const strangers = left.map((kind) => ({ ...unknownPerson(kind), ...makeName(plan, chance) }))
  const people = [...staff, ...known, ...strangers]
  const { households, singles, twins } = formHouseholds({ crowd, known, strangers, today, chance: other })
  giveDays(people, today, chance)
  givePhones(people, plan, chance)
  giveEmails(
    strangers.filter((person) => !isSmall(person, today)),
    chance,
  )
  giveParticulars(people, { households, today, chance: other })
  makeTwins(twins, singles)
  return { people, households }
}

const namesOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => ({
  firstName,
  lastName,
  isWoman: isWomansName(firstName),
})

const unknownPerson = (kind: PersonKind): DemoPerson => ({
  firstName: '',
  lastName: '',
  email: null,
  phone: null,
  kind,
  joinedOn: '',
  isWoman: false,
  bornOn: '',
  isParent: false,
  sharesPhoneOf: null,
  groups: [],
})

const knownPerson = ({ mail, ...person }: (typeof knownPeople)[number]): DemoPerson => ({
  ...unknownPerson(person.kind),
  ...person,
  isWoman: isWomansName(person.firstName),
  email: mail && `${mail}@mail.example`,
})

function kindsLeft({ crowd, accounts }: ChurchPlan, known: DemoPerson[]): PersonKind[] {
  const countOf = (kind: PersonKind): number => known.filter((person) => person.kind === kind).length
  const firstTimers = Array.from({ length: crowd.firstTimers - countOf('first_timer') }, () => 'first_timer' as const)
  const newConverts = Array.from({ length: crowd.newConverts - countOf('new_convert') }, () => 'new_convert' as const)
  const others = crowd.people - accounts.length - known.length - firstTimers.length - newConverts.length
  return [...firstTimers, ...newConverts, ...Array.from({ length: others }, () => 'member' as const)]
}

function makeName({ crowd }: ChurchPlan, chance: Chance): Pick<DemoPerson, 'firstName' | 'lastName' | 'isWoman'> {
  const pool = chance.pick(crowd.names)
  const isWoman = chance.next() < 0.55
  return { firstName: chance.pick(isWoman ? pool.women : pool.men), lastName: chance.pick(pool.families), isWoman }
}

function giveDays(people: DemoPerson[], today: string, chance: Chance): void {
  const firstTimers = people.filter((person) => person.kind === 'first_timer')
  const days = firstTimerDays(today, firstTimers.length, chance)
  // The known ones are the first of them, and came lately.
  firstTimers.toReversed().forEach((person, index) => (person.joinedOn = days[index] ?? today))
  for (const person of people) {
    if (person.kind === 'member') person.joinedOn = addDays(today, -30 - chance.below(OLDEST_MEMBER_DAYS))
    if (person.kind === 'new_convert') person.joinedOn = addDays(today, -chance.below(CONVERTS_SINCE_DAYS))
  }
}

/** A number of one's own for most; a few share one, as couples do; a few have none. */
function givePhones(people: DemoPerson[], { crowd }: ChurchPlan, chance: Chance): void {
  const used = new Set(people.flatMap((person) => person.phone ?? []))
  const waiting = people.filter((person) => person.phone === null)
  const own = waiting.slice(0, waiting.length - crowd.withoutPhone - crowd.sharingPhone)
  for (const person of own) {
    do person.phone = crowd.mobile(chance)
    while (used.has(person.phone))
    used.add(person.phone)
  }
  waiting
    .slice(own.length, own.length + crowd.sharingPhone)
    .forEach((person, index) => (person.phone = (person.sharesPhoneOf ?? own[index * 3 + 1])?.phone ?? null))
}

function giveEmails(people: DemoPerson[], chance: Chance): void {
  const used = new Set<string>()
  for (const person of people) {
    if (chance.next() > SHARE_WITH_EMAIL) continue
    const name = foldText(`${person.firstName} ${person.lastName}`).replaceAll(' ', '.')
    const mail = used.has(name) ? `${name}${2 + chance.below(900)}` : name
    used.add(mail)
    person.email = `${mail}@mail.example`
  }
}
