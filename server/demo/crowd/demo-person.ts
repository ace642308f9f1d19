import type { NewPerson } from '../../people/index.ts'
import type { NamePool, PhoneMaker } from './names.ts'

/** Whose people: what of a church its crowd depends on. */
export type CrowdOf = {
  /** Of all chance. */
  seed: number
  /** The staff, who are the first of the people. */
  accounts: readonly { firstName: string; lastName: string; email: string }[]
  crowd: CrowdPlan
}

/** How many people there are; the staff are among them. */
export type CrowdPlan = {
  people: number
  firstTimers: number
  newConverts: number
  withoutPhone: number
  /** People who have the phone of somebody else. */
  sharingPhone: number
  optedOut: number
  /** Families, from the members. Their small children are those without a phone of their own. */
  families: number
  names: NamePool[]
  mobile: PhoneMaker
  /** The groups of the big demo church, or none. */
  withGroups: boolean
}

/** A person of the demo with what only the demo knows of them. */
export type DemoPerson = NewPerson & {
  isWoman: boolean
  /** YYYY-MM-DD; the church knows the whole day of some. */
  bornOn: string
  isParent: boolean
  /** Has the phone of this person: a small child, or the same human being written down twice. */
  sharesPhoneOf: DemoPerson | null
  groups: string[]
}

/** Up to this age a child has no phone, no address of its own and no part in the departments. */
const SMALL_UNTIL = 11

/** Whole years on a day. */
export const ageOn = ({ bornOn }: DemoPerson, day: string): number =>
  Number(day.slice(0, 4)) - Number(bornOn.slice(0, 4)) - (day.slice(5) < bornOn.slice(5) ? 1 : 0)

export const isSmall = (person: DemoPerson, today: string): boolean =>
  person.bornOn !== '' && ageOn(person, today) <= SMALL_UNTIL
