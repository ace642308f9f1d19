import { DEFAULT_CAPACITY, type ClassInput, type EventClass } from '#contract/checkin/events.ts'

/** An age as it is typed: whole years, and the months beyond them; '' is what was left empty. */
export type AgeDraft = { years: string; months: string }

/** A class as it is being typed. */
export type ClassDraft = {
  /** Of the row: the id of a class that there is, else one of its own. */
  key: string
  id: string | null
  groupId: string
  name: string
  from: AgeDraft
  until: AgeDraft
  isLimited: boolean
  capacity: string
  ratio: string
  /** Places that families have; a new class has none. */
  taken: number
}

const YEAR = 12
const noAge: AgeDraft = { years: '', months: '' }

export const emptyClass = (): ClassDraft => ({
  key: crypto.randomUUID(),
  id: null,
  groupId: '',
  name: '',
  from: noAge,
  until: noAge,
  isLimited: true,
  capacity: String(DEFAULT_CAPACITY),
  ratio: '',
  taken: 0,
})

/** Whole years, both included: "2 to 5" goes up to the last day before the sixth birthday. */
const starter = (name: string, from: number, until: number): ClassDraft => ({
  ...emptyClass(),
  name: `${name} (${from}–${until})`,
  from: { years: String(from), months: '' },
  until: { years: String(until), months: '' },
})

type StarterNames = { nursery: string; toddlers: string; primary: string; teens: string }

/** What most churches begin with. */
export const starterClasses = ({ nursery, toddlers, primary, teens }: StarterNames): readonly ClassDraft[] => [
  starter(nursery, 0, 1),
  starter(toddlers, 2, 5),
  starter(primary, 6, 9),
  starter(teens, 10, 17),
]

const text = (value: number | null) => (value === null ? '' : String(value))

function fromDraft(months: number | null): AgeDraft {
  if (months === null) return noAge
  return { years: text(Math.floor(months / YEAR)), months: months % YEAR === 0 ? '' : text(months % YEAR) }
}

/** The last month of a year is the whole year. */
function untilDraft(months: number | null): AgeDraft {
  if (months === null) return noAge
  const rest = months % YEAR
  return { years: text(Math.floor(months / YEAR)), months: rest === YEAR - 1 ? '' : text(rest) }
}

export const classDraftOf = (one: EventClass): ClassDraft => ({
  key: one.id,
  id: one.id,
  groupId: one.groupId ?? '',
  name: one.name,
  from: fromDraft(one.ageFrom),
  until: untilDraft(one.ageUntil),
  isLimited: one.capacity !== null,
  capacity: text(one.capacity),
  ratio: text(one.ratio),
  taken: one.taken,
})

const isEmpty = ({ years, months }: AgeDraft) => years === '' && months === ''
const monthsOf = ({ years, months }: AgeDraft) => Number(years) * YEAR + Number(months)

export const ageFromOf = (age: AgeDraft): number | null => (isEmpty(age) ? null : monthsOf(age))
/** Years without months mean the whole of the last year. */
export function ageUntilOf(age: AgeDraft): number | null {
  if (isEmpty(age)) return null
  return age.months === '' ? monthsOf(age) + YEAR - 1 : monthsOf(age)
}

/** As the server takes it. */
export const classBodyOf = (draft: ClassDraft): ClassInput => ({
  id: draft.id,
  groupId: draft.groupId || null,
  name: draft.name.trim(),
  ageFrom: ageFromOf(draft.from),
  ageUntil: ageUntilOf(draft.until),
  capacity: draft.isLimited ? Number(draft.capacity) : null,
  ratio: draft.ratio === '' ? null : Number(draft.ratio),
})

const OLDEST = 1200
const MOST_PLACES = 100_000
const LARGEST_RATIO = 100

const isCount = (value: string, least: number, most: number) =>
  /^\d{1,6}$/.test(value) && Number(value) >= least && Number(value) <= most
const isAge = ({ years, months }: AgeDraft) =>
  (years === '' || isCount(years, 0, OLDEST / YEAR)) && (months === '' || isCount(months, 0, YEAR - 1))

type ClassFault = 'name' | 'from' | 'until' | 'order' | 'capacity' | 'ratio'

/** What is still wrong with a class, before the server is asked. */
export function classFaults(draft: ClassDraft): ReadonlySet<ClassFault> {
  const faults = new Set<ClassFault>()
  if (draft.name.trim() === '') faults.add('name')
  if (!isAge(draft.from)) faults.add('from')
  if (!isAge(draft.until)) faults.add('until')
  const [from, until] = [ageFromOf(draft.from), ageUntilOf(draft.until)]
  if (from !== null && until !== null && from > until) faults.add('order')
  if (draft.isLimited && !isCount(draft.capacity, 0, MOST_PLACES)) faults.add('capacity')
  if (draft.ratio !== '' && !isCount(draft.ratio, 1, LARGEST_RATIO)) faults.add('ratio')
  return faults
}
