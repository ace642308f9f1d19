import type { Chance } from './crowd/chance.ts'
import { ageOn, isSmall, type DemoPerson } from './crowd/demo-person.ts'

type DemoGroup = {
  name: string
  category: string
  description?: string
  /** Out of a hundred of those who may belong, so many do. */
  percent: number
  mayBelong: (person: DemoPerson, today: string) => boolean
}

/** Small children serve in no department. */
const isMember = (person: DemoPerson, today: string): boolean => person.kind === 'member' && !isSmall(person, today)
const isAged =
  (from: number, until: number) =>
  (person: DemoPerson, today: string): boolean =>
    person.kind === 'member' && ageOn(person, today) >= from && ageOn(person, today) <= until
const isMother = ({ isParent, isWoman }: DemoPerson): boolean => isParent && isWoman
const isFather = ({ isParent, isWoman }: DemoPerson): boolean => isParent && !isWoman
const isSingle = (person: DemoPerson, today: string): boolean => !person.isParent && isAged(20, 40)(person, today)
const isNew = (person: DemoPerson): boolean => person.kind !== 'member'

const group = (
  category: string,
  name: string,
  percent: number,
  mayBelong: DemoGroup['mayBelong'] = isMember,
): DemoGroup => ({
  name,
  category,
  percent,
  mayBelong,
})

/** The groups of the big demo church; `today` gives this year's first-timers their group. */
export const groupsOf = (today: string): DemoGroup[] =>
  groupsNow(today).map((one) => ({ ...one, ...(descriptions[one.name] && { description: descriptions[one.name] }) }))

const descriptions: Record<string, string> = {
  Choir: 'Sings on Sundays and at the Family Thanksgiving Service. Practice is on Saturdays at 5 PM in the main hall.',
  'Follow-up team': 'Calls every first-timer in the week after the first visit.',
}

const groupsNow = (today: string): DemoGroup[] => [
  group('Departments', 'Choir', 7),
  group('Departments', 'Ushers', 6),
  group('Departments', 'Media', 3),
  group('Departments', 'Sound and light', 2),
  group('Departments', 'Protocol', 3),
  group('Departments', 'Sanctuary keepers', 4),
  group('Departments', 'Children’s teachers', 5),
  group('Departments', 'Toddlers helpers', 3),
  group('Departments', 'Follow-up team', 3),
  group('Departments', 'Welcome team', 4),
  group('Departments', 'Security', 2),
  group('Departments', 'Prayer band', 6),
  group('Departments', 'Drama', 2),
  group('Fellowships', 'Fathers', 72, isFather),
  group('Fellowships', 'Mothers', 76, isMother),
  group('Fellowships', 'Youth', 45, isAged(16, 30)),
  group('Fellowships', 'Teens', 70, isAged(13, 19)),
  group('Fellowships', 'Singles', 40, isSingle),
  group('Fellowships', 'Elders', 20, isAged(55, 120)),
  group('Courses', 'Alpha course', 14, isNew),
  group('Courses', 'Believers’ class', 22, isNew),
  group('Courses', 'Workers in training', 4),
  group(
    'Newcomers',
    `First-timers ${today.slice(0, 4)}`,
    100,
    ({ kind, joinedOn }, day) => kind === 'first_timer' && joinedOn.slice(0, 4) === day.slice(0, 4),
  ),
  group('Newcomers', 'New converts', 100, ({ kind }) => kind === 'new_convert'),
]

/** Whether a person is in a group: named in it, or by chance where nothing is named. */
export function belongs(
  person: DemoPerson,
  { name, percent, mayBelong }: DemoGroup,
  { today, chance }: { today: string; chance: Chance },
): boolean {
  if (person.groups.includes(name)) return true
  const mayBe = mayBelong(person, today) && chance.below(100) < percent
  return mayBe && (person.groups.length === 0 || percent === 100)
}
