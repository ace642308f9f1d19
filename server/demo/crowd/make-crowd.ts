import type { PersonKind } from '#contract/people/persons.ts'
import { foldText } from '../../people/index.ts'
import { chanceFrom, type Chance } from './chance.ts'
import { isSmall, type CrowdOf, type DemoPerson } from './demo-person.ts'
import { type Household, formHouseholds } from './households.ts'
import { isWomansName } from './names.ts'
import { giveParticulars } from './particulars.ts'
import { addDays } from '../../platform/runtime/index.ts'
import { firstTimerDays } from './visit-days.ts'

/** People of the big demo church whom its screens, pictures and guides name. */
type KnownPerson = {
  firstName: string
  lastName: string
  mail: string | null
  phone: string
  kind: PersonKind
  groups: string[]
}

const person = (
  [firstName, lastName]: [string, string],
  mail: string | null,
  phone: string,
  groups: string[] = [],
): KnownPerson => ({
  firstName,
  lastName,
  mail,
  phone,
  kind: 'member',
  groups,
})

const knownPeople: KnownPerson[] = [
  person(['Adébáyọ̀', 'Ọlátúnjí'], 'adebayo.o', '+2348031234567', ['Choir', 'Fathers']),
  { ...person(['Amélie', 'N’Diaye'], 'amelie.nd', '+221775120841', ['Alpha course']), kind: 'first_timer' },
  { ...person(['Chidịnma', 'Ọkáfọ̀r'], null, '+2348164402091'), kind: 'first_timer' },
  person(['Danladi', 'Ɗanjuma'], 'd.danjuma', '+2348097771530', ['Ushers']),
  person(['Efua', 'Mensah-Bonsu'], 'efua', '+233244186602', ['Choir', 'Follow-up team']),
  { ...person(['Fátímà', 'Yakubu'], null, '+2347013058874'), kind: 'new_convert' },
  person(['Grace Wanjirũ', 'Kamau'], 'grace.w', '+254722019553', ['Choir']),
  person(['Ìfẹ́olúwa', 'Adéyẹmí'], 'ife.a', '+2348056129940', ['Media', 'Teens']),
  { ...person(['João', 'Baptista'], 'joao.b', '+244923554310', ['Alpha course']), kind: 'first_timer' },
  person(['Kẹ́hìndé', 'Ṣówándé'], null, '+2348132004417', ['Toddlers helpers']),
  person(['Obinna', 'Nwáchukwu'], 'obinna', '+2347069812265', ['Fathers', 'Ushers']),
  { ...person(['Zainab', 'Ƙofarmata'], 'zainab.k', '+2348024473391'), kind: 'new_convert' },
]

/**
 * Makes a few people of the church stand in it twice, as it happens at welcome desks: by the same name, by first and last
 * name the other way round, and with the same address under another number. The second entries in `duplicates` have no phone
 * of their own and got that of somebody already.
 */
function makeDuplicates(duplicates: DemoPerson[], singles: DemoPerson[]): void {
  const originals = duplicates.flatMap(({ sharesPhoneOf }) => sharesPhoneOf ?? [])
  const [same, turned] = duplicates
  const [one, other] = originals
  if (same && one) nameAfter(same, one)
  if (turned && other) nameAfter(turned, { ...other, firstName: other.lastName, lastName: other.firstName })
  const [mailed, again] = singles.filter((single) => !originals.includes(single) && single.email !== null)
  if (!mailed || !again) return
  nameAfter(again, mailed)
  again.email = mailed.email
}

function nameAfter(duplicate: DemoPerson, { firstName, lastName, isWoman, gender }: DemoPerson): void {
  Object.assign(duplicate, { firstName, lastName, isWoman, gender, maritalStatus: null, address: null, email: null })
  Object.assign(duplicate, { birthDay: null, birthMonth: null, birthYear: null })
}

const OLDEST_MEMBER_DAYS = 12 * 365
const CONVERTS_SINCE_DAYS = 2 * 365
const SHARE_WITH_EMAIL = 0.62
/** Families and ages have a chance of their own: names and numbers stay what they are without them. */
const OTHER_SEED = 1_000

export type DemoCrowd = { people: DemoPerson[]; households: Household[] }

/** The people of a demo church: first the staff, then the known ones, then the crowd. */
export function makeCrowd(plan: CrowdOf, today: string, chance: Chance): DemoCrowd {
  const { crowd, accounts } = plan
  const other = chanceFrom(plan.seed + OTHER_SEED)
  const staff = accounts.map((account) => ({ ...unknownPerson('member'), ...namesOf(account), email: account.email }))
  const known = crowd.withGroups ? knownPeople.map(knownPerson) : []
  const left = kindsLeft(plan, known)
  const strangers = left.map((kind) => ({ ...unknownPerson(kind), ...makeName(plan, chance) }))
  const people = [...staff, ...known, ...strangers]
  const { households, singles, duplicates } = formHouseholds({ crowd, known, strangers, today, chance: other })
  giveDays(people, today, chance)
  givePhones(people, plan, chance)
  giveEmails(
    strangers.filter((person) => !isSmall(person, today)),
    chance,
  )
  giveParticulars(people, { households, today, chance: other })
  makeDuplicates(duplicates, singles)
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

function kindsLeft({ crowd, accounts }: CrowdOf, known: DemoPerson[]): PersonKind[] {
  const countOf = (kind: PersonKind): number => known.filter((person) => person.kind === kind).length
  const firstTimers = Array.from({ length: crowd.firstTimers - countOf('first_timer') }, () => 'first_timer' as const)
  const newConverts = Array.from({ length: crowd.newConverts - countOf('new_convert') }, () => 'new_convert' as const)
  const others = crowd.people - accounts.length - known.length - firstTimers.length - newConverts.length
  return [...firstTimers, ...newConverts, ...Array.from({ length: others }, () => 'member' as const)]
}

function makeName({ crowd }: CrowdOf, chance: Chance): Pick<DemoPerson, 'firstName' | 'lastName' | 'isWoman'> {
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
function givePhones(people: DemoPerson[], { crowd }: CrowdOf, chance: Chance): void {
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
