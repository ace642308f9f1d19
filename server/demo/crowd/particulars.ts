import type { Chance } from './chance.ts'
import { ageOn, isSmall, type DemoPerson } from './demo-person.ts'
import type { Household } from './households.ts'
import { addDays } from '../../platform/runtime/index.ts'

const streets = [
  'Church Street',
  'Harmony Close',
  'Hillside Road',
  'Mango Lane',
  'Palm Avenue',
  'Peace Crescent',
  'School Road',
  'Sunrise Avenue',
  'Unity Street',
]
const parts = ['Ajah', 'Gbagada', 'Ikeja', 'Ikorodu', 'Lekki', 'Maryland', 'Ogba', 'Surulere', 'Yaba']
const statuses = ['single', 'single', 'married', 'married', 'married', 'married', 'widowed', 'divorced'] as const

/** Of all, so many let the church know. */
const SHARE = { day: 0.78, year: 0.7, gender: 0.9, status: 0.72, householdAddress: 0.45, ownAddress: 0.2 }
/** A child comes to church some weeks after its birth. */
const FIRST_WEEKS = 40
const OF_AGE = 18

type Giving = { households: Household[]; today: string; chance: Chance }

/** Birthdays, genders, marital status and addresses: what a church knows of most people, but not of all. */
export function giveParticulars(people: DemoPerson[], { households, today, chance }: Giving): void {
  for (const person of people) {
    if (person.bornOn === '') person.bornOn = bornOn(person, today, chance)
    giveBirthday(person, chance, isSmall(person, today))
    const firstSunday = addDays(person.bornOn, FIRST_WEEKS)
    if (person.joinedOn < firstSunday) person.joinedOn = firstSunday
    if (chance.next() < SHARE.gender) person.gender = person.isWoman ? 'female' : 'male'
    giveStatus(person, chance, ageOn(person, today))
  }
  if (households.length > 0) giveAddresses(people, { households, today, chance })
}

function bornOn({ groups }: DemoPerson, today: string, chance: Chance): string {
  const age = groups.includes('Teens') ? 15 : 19 + chance.below(50)
  return addDays(today, -Math.ceil((age + chance.next()) * 365.25))
}

/** Of many the day without the year. */
function giveBirthday(person: DemoPerson, chance: Chance, isChild: boolean): void {
  const [year, month, day] = person.bornOn.split('-').map(Number)
  const [knowsDay, knowsYear] = [chance.next() < SHARE.day, chance.next() < SHARE.year]
  if (!knowsDay && !isChild) return
  person.birthDay = day ?? null
  person.birthMonth = month ?? null
  if (knowsYear || isChild) person.birthYear = year ?? null
}

function giveStatus(person: DemoPerson, chance: Chance, age: number): void {
  const status = person.maritalStatus ?? (age < OF_AGE + 8 ? 'single' : chance.pick(statuses))
  person.maritalStatus = age >= OF_AGE && chance.next() < SHARE.status ? status : null
}

/** Those of one family live at one address. */
function giveAddresses(people: DemoPerson[], { households, chance }: Giving): void {
  const somewhere = (): string => `${1 + chance.below(120)} ${chance.pick(streets)}, ${chance.pick(parts)}, Lagos`
  const housed = new Set<DemoPerson>()
  for (const household of households) {
    household.address = chance.next() < SHARE.householdAddress ? somewhere() : null
    for (const { person } of household.members) {
      person.address = household.address
      housed.add(person)
    }
  }
  for (const person of people) if (!housed.has(person) && chance.next() < SHARE.ownAddress) person.address = somewhere()
}
