import type { ClassChoice, Registrable } from '#contract/checkin/registration.ts'

/** What is meant for one person: whether they come, and into which class. */
export type Choice = { isComing: boolean; classId: string | null }
/** By person id. */
export type Choices = Readonly<Record<string, Choice>>
/** Places left by class id, as the server said last; null: unlimited. */
export type Places = ReadonlyMap<string, number | null>

export const placesOf = (classes: readonly ClassChoice[]): Places =>
  new Map(classes.map(({ id, placesLeft }) => [id, placesLeft]))

/** Once in class, or home again, nothing is changed here. */
export const isFixed = ({ state }: Registrable): boolean => state === 'checked_in' || state === 'checked_out'

/** The classes of an event, and what is left in them. */
type Rooms = { classes: readonly ClassChoice[]; places: Places }

const NOBODY: Choice = { isComing: false, classId: null }

/**
 * Places left when everything chosen here is taken: choosing a class takes one, and gives one back to the class the
 * person is registered in. Below zero: others were faster.
 */
export function placesAfter(
  places: Places,
  people: readonly Registrable[],
  choices: Choices,
): Map<string, number | null> {
  const left = new Map(places)
  const move = (classId: string | null, by: number) => {
    const now = classId === null ? undefined : left.get(classId)
    if (classId !== null && typeof now === 'number') left.set(classId, now + by)
  }
  for (const person of people) {
    const { isComing, classId } = choices[person.personId] ?? NOBODY
    if (!isComing || classId === person.classId) continue
    move(classId, -1)
    if (classId !== null) move(person.classId, 1)
  }
  return left
}

/** The registered class, else the suggested one while it has a place, else the first with a place that is for this age. */
function classFor(person: Registrable, { classes, left }: { classes: Rooms['classes']; left: Places }): string | null {
  if (person.classId) return person.classId
  const suggested = person.suggestedClassId
  const hasPlace = (id: string): boolean => left.has(id) && (left.get(id) ?? 1) > 0
  if (suggested === null || hasPlace(suggested)) return suggested
  // A class without any age is for nobody in particular.
  const isFor = (one: ClassChoice): boolean =>
    (one.ageFrom !== null || one.ageUntil !== null) && person.ageMonths !== null && fits(one, person)
  return classes.find((one) => isFor(one) && hasPlace(one.id))?.id ?? null
}

/** What stands there before anything is pressed, for people of whom nothing was chosen yet. Earlier ones have the first choice. */
export function withDefaults(people: readonly Registrable[], { classes, places }: Rooms, chosen: Choices): Choices {
  return people.reduce<Choices>((choices, person) => {
    if (choices[person.personId]) return choices
    const isComing = person.state !== 'none' || (person.cameLastTime && person.waiting === null)
    const left = placesAfter(places, people, choices)
    const classId = isComing ? classFor(person, { classes, left }) : null
    return { ...choices, [person.personId]: { isComing, classId } }
  }, chosen)
}

/** Ticked or unticked; who is ticked gets the class that fits. */
export function tick(
  person: Registrable,
  isComing: boolean,
  { people, classes, places, choices }: Rooms & { people: readonly Registrable[]; choices: Choices },
): Choices {
  const others = { ...choices, [person.personId]: NOBODY }
  if (!isComing) return others
  return {
    ...others,
    [person.personId]: { isComing, classId: classFor(person, { classes, left: placesAfter(places, people, others) }) },
  }
}

/** Classes without a place are not offered, but for the one that this person has. */
export const offered = (
  classes: readonly ClassChoice[],
  left: ReadonlyMap<string, number | null>,
  own: readonly (string | null)[],
): ClassChoice[] => classes.filter(({ id }) => own.includes(id) || (left.get(id) ?? 1) > 0)

/** Whether a class is meant for somebody of this age; so it is where nobody knows it. */
export const fits = ({ ageFrom, ageUntil }: ClassChoice, { ageMonths }: Registrable): boolean =>
  ageMonths === null || ((ageFrom ?? 0) <= ageMonths && ageMonths <= (ageUntil ?? Infinity))

/**
 * Full classes of the own age that a person may wait for. Full is also one whose last places others of the family have
 * chosen; nobody waits for the place that is `theirs` already.
 */
export const full = (
  classes: readonly ClassChoice[],
  left: Places,
  person: Registrable,
  theirs: string | null = null,
): ClassChoice[] =>
  classes.filter(
    (one) => one.id !== person.classId && one.id !== theirs && (left.get(one.id) ?? 1) <= 0 && fits(one, person),
  )

/** Those whose class has fewer places than were chosen here: the last ones of the list. */
export function pushedOut(places: Places, people: readonly Registrable[], choices: Choices): ReadonlySet<string> {
  const out = new Set<string>()
  let taken: Choices = {}
  for (const { personId, classId } of people) {
    const choice = choices[personId] ?? NOBODY
    const tried = { ...taken, [personId]: choice }
    const left = choice.classId ? placesAfter(places, people, tried).get(choice.classId) : null
    const isNew = choice.isComing && choice.classId !== classId
    if (isNew && typeof left === 'number' && left < 0) out.add(personId)
    else taken = tried
  }
  return out
}

export type Tally = { coming: number; withoutClass: number; toRegister: { personId: string; classId: string }[] }

/** How many come, how many of them still need a class, and who is new or moves. */
export function tally(people: readonly Registrable[], choices: Choices): Tally {
  const coming = people.flatMap((person) => {
    const choice = choices[person.personId] ?? NOBODY
    return choice.isComing ? [{ person, classId: choice.classId }] : []
  })
  return {
    coming: coming.length,
    withoutClass: coming.filter(({ classId }) => classId === null).length,
    toRegister: coming.flatMap(({ person, classId }) =>
      classId !== null && classId !== person.classId ? [{ personId: person.personId, classId }] : [],
    ),
  }
}
