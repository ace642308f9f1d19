import type { Chance } from './crowd/chance.ts'
import type { DemoPerson } from './crowd/make-crowd.ts'

export type DemoGroup = {
  name: string
  category: string
  /** Out of a hundred of those who may belong, so many do. */
  percent: number
  mayBelong: (person: DemoPerson, today: string) => boolean
}

const isMember = (person: DemoPerson): boolean => person.kind === 'member'
const isWoman = (person: DemoPerson): boolean => isMember(person) && person.isWoman
const isMan = (person: DemoPerson): boolean => isMember(person) && !person.isWoman
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
export const groupsOf = (today: string): DemoGroup[] => [
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
  group('Fellowships', 'Fathers', 42, isMan),
  group('Fellowships', 'Mothers', 44, isWoman),
  group('Fellowships', 'Youth', 18),
  group('Fellowships', 'Teens', 9),
  group('Fellowships', 'Singles', 12),
  group('Fellowships', 'Elders', 2),
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
