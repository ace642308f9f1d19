import { useState } from 'react'
import type { ClassChoice, Registrable } from '#contract/checkin/registration.ts'
import {
  full,
  offered,
  placesAfter,
  pushedOut,
  tally,
  tick,
  withDefaults,
  type Choice,
  type Choices,
  type Places,
} from './choices.ts'
import { usePlaces } from './use-places.ts'

type Given = { eventId: string; classes: readonly ClassChoice[]; people: readonly Registrable[] }

const NOBODY: Choice = { isComing: false, classId: null }

/** What is left in the chosen class, to be shown: null where nothing has to be counted. */
function leftIn(left: ReadonlyMap<string, number | null>, person: Registrable, { classId }: Choice): number | null {
  const places = classId === null ? null : (left.get(classId) ?? null)
  // Whoever has the place already does not take the last one.
  if (places === null || places < 0 || (places === 0 && classId === person.classId)) return null
  return places
}

/** What was chosen, and where everybody was registered at that time. */
type Made = { choices: Choices; registered: Readonly<Record<string, string | null>> }

const made = (people: readonly Registrable[], choices: Choices): Made => ({
  choices,
  registered: Object.fromEntries(people.map(({ personId, classId }) => [personId, classId])),
})

/**
 * What is meant now. Who joined the family since comes, or they would not have been added here; who was registered, moved
 * or taken out since, here or elsewhere, is where the church has them; a class that was taken away is chosen by nobody.
 */
function current({ choices, registered }: Made, { people, classes }: Given, places: Places): Choices {
  return people.reduce<Choices>((sum, person) => {
    const { personId, state, classId } = person
    const before =
      choices[personId] ?? tick(person, true, { people, classes, places, choices: sum })[personId] ?? NOBODY
    const isMoved = personId in registered && registered[personId] !== classId
    const meant = isMoved ? { isComing: state !== 'none', classId } : before
    const known = classes.some(({ id }) => id === meant.classId) ? meant.classId : classId
    return { ...sum, [personId]: { isComing: meant.isComing || state !== 'none', classId: known } }
  }, {})
}

/** Who comes into which class, as it is meant now, counted with what is left. */
export function useChoices(given: Given) {
  const { eventId, classes, people } = given
  const places = usePlaces(eventId, classes)
  const [kept, setKept] = useState(() => made(people, withDefaults(people, { classes, places }, {})))
  const choices = current(kept, given, places)
  const left = placesAfter(places, people, choices)
  const out = pushedOut(places, people, choices)
  const keep = (next: Choices) => setKept(made(people, next))
  const put = (personId: string, choice: Choice) => keep({ ...choices, [personId]: choice })
  return {
    tally: tally(people, choices),
    of: (person: Registrable) => {
      const choice = choices[person.personId] ?? NOBODY
      const isOut = out.has(person.personId)
      return {
        choice,
        options: offered(classes, left, [choice.classId, person.classId]),
        full: full(classes, left, person, isOut ? null : choice.classId),
        left: leftIn(left, person, choice),
        isOut,
      }
    },
    /** The others who are to get a place in this class, and for whom there is one. */
    taking: (classId: string, { personId }: Registrable) =>
      people.filter((one) => {
        const choice = choices[one.personId] ?? NOBODY
        const isNew = choice.isComing && choice.classId === classId && one.classId !== classId
        return isNew && one.personId !== personId && !out.has(one.personId)
      }),
    tick: (person: Registrable, isComing: boolean) =>
      keep(tick(person, isComing, { people, classes, places, choices })),
    choose: (person: Registrable, classId: string) => put(person.personId, { isComing: true, classId }),
    /** Nobody has anything more in mind for this person: they wait, or stay at home. */
    drop: ({ personId }: Registrable) => put(personId, NOBODY),
  }
}
