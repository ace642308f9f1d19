import type { CrowdPlan } from '../church-plans.ts'
import type { Chance } from './chance.ts'
import type { DemoPerson } from './demo-person.ts'
import { formHousehold, type Household, type Kin } from './form-household.ts'

/** Real families vary; each shape is met as often as its number says. */
const shapes: readonly { often: number; kin: Kin[] }[] = [
  { often: 17, kin: ['father', 'mother'] },
  { often: 9, kin: ['father', 'mother', 'child'] },
  { often: 6, kin: ['father', 'mother', 'child', 'child'] },
  { often: 2, kin: ['father', 'mother', 'child', 'other'] },
  { often: 4, kin: ['mother', 'child'] },
  { often: 3, kin: ['mother', 'child', 'child'] },
  { often: 2, kin: ['father', 'child'] },
  { often: 2, kin: ['guardian', 'ward'] },
  { often: 4, kin: ['other', 'other'] },
]
const shapesByChance = shapes.flatMap(({ often, kin }) => Array.from({ length: often }, () => kin))

/** Second entries of somebody who is there already, with the same phone. */
const TWINS = 2

type Crowd = { crowd: CrowdPlan; known: DemoPerson[]; strangers: DemoPerson[]; today: string; chance: Chance }
type Formed = {
  households: Household[]
  /** Grown members of no family. */
  singles: DemoPerson[]
  /** Second entries; `makeTwins` says of whom. */
  duplicates: DemoPerson[]
}

/** Makes families of the crowd's members. The last of the crowd get no phone of their own: they are the small children. */
export function formHouseholds({ crowd, known, strangers, today, chance }: Crowd): Formed {
  if (crowd.families === 0) return { households: [], singles: [], duplicates: [] }
  const withoutOwn = strangers.slice(strangers.length - crowd.withoutPhone - crowd.sharingPhone)
  const duplicates = withoutOwn.splice(0, TWINS)
  const grown = strangers.slice(0, -withoutOwn.length - TWINS).filter(({ kind }) => kind === 'member')
  const heads = known.filter(({ groups }) => groups.includes('Fathers'))
  const unique = new Set(known.map(({ firstName, lastName }) => `${firstName} ${lastName}`))
  const forming = { unique, grown, small: withoutOwn, sharing: crowd.sharingPhone - TWINS, today, chance }
  const households = Array.from({ length: crowd.families - heads.length }, () =>
    formHousehold(forming, { kin: chance.pick(shapesByChance), pool: chance.pick(crowd.names) }),
  )
  for (const head of heads) {
    const pool = crowd.names.find(({ families }) => families.includes(head.lastName)) ?? chance.pick(crowd.names)
    households.push(formHousehold(forming, { kin: ['father', 'mother', 'child', 'child'], pool, head }))
  }
  for (const duplicate of duplicates) duplicate.sharesPhoneOf = grown.shift() ?? null
  return { households, singles: grown, duplicates }
}
