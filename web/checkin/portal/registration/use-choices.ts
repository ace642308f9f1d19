import { useState, useEffect } from 'react'
import { type ClassChoice, type Registrable, watchPlaces } from '#contract/checkin/registration.ts'
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
  placesOf,
} from './choices.ts'
import type { Result } from '#contract/endpoint.ts'
import { addressOf } from '../../../api/call.ts'

/** When the server cannot tell more people at the moment, it is asked again later. */
const AGAIN_MS = 30_000

type Message = Result<typeof watchPlaces>

/** Listens until the returned function is called. The browser itself comes back after the line was cut. */
function listen(eventId: string, onPlaces: (places: Places) => void): () => void {
  let source: EventSource | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    source = new EventSource(addressOf(watchPlaces, { params: { id: eventId } }))
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const message = JSON.parse(data) as Message
      onPlaces(new Map(message.map(({ classId, placesLeft }) => [classId, placesLeft])))
    }
    // Refused, not cut: the browser would not ask again. The last numbers stay; the server is exact anyway.
    source.onerror = () => {
      if (source?.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN_MS)
    }
  }
  const close = () => {
    clearTimeout(again)
    source?.close()
  }
  // Nobody looks at a page in the background, and a phone should not be kept awake.
  const follow = () => {
    close()
    if (document.visibilityState === 'visible') open()
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    close()
  }
}

/** Places left of each class as they change; what was read with the event until the first message. */
function usePlaces(eventId: string, classes: readonly ClassChoice[]): Places {
  const [live, setLive] = useState<{ since: readonly ClassChoice[]; places: Places }>()
  useEffect(() => listen(eventId, (places) => setLive({ since: classes, places })), [eventId, classes])
  return live?.since === classes ? live.places : placesOf(classes)
}

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
