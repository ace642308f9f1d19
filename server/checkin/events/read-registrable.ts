import type { ClassChoice, readRegistrable as call, Registrable } from '#contract/checkin/registration.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ageInMonths, suggestClass } from './suggest-class.ts'
import { guardianPicture, portalEvent, upcoming } from './portal-events.ts'
import { selectChoices, type Choice, selectFamilyName, selectRegistrable, type RegistrableRow } from './portal-store.ts'
import { ownFamily } from '../families/index.ts'

/** An event with its classes and the own family’s people. Throws `not_found`. */
export async function readRegistrable(
  tx: Tx,
  { personId, eventId, at }: { personId: string; eventId: string; at: Date },
): Promise<Answer<typeof call>> {
  const { familyId } = await ownFamily(tx, personId)
  const [event, familyName, choices, people] = await Promise.all([
    portalEvent(tx, eventId, familyId),
    selectFamilyName(tx, familyId),
    selectChoices(tx, eventId),
    selectRegistrable(tx, eventId, [familyId]),
  ])
  return {
    event: upcoming(event, at),
    familyName,
    classes: choices.map(classChoice),
    people: people.map((person) => registrable(person, choices, event.day)),
  }
}

const classChoice = ({ id, name, ageFrom, ageUntil, placesLeft }: Choice): ClassChoice => ({
  id,
  name,
  ageFrom,
  ageUntil,
  placesLeft,
})

function registrable(person: RegistrableRow, choices: Choice[], day: string): Registrable {
  const { personId, firstName, lastName, role, pictureId, classId, state, last, waiting } = person
  const ageMonths = ageInMonths(person, day)
  return {
    personId,
    firstName,
    lastName,
    role,
    ageMonths,
    pictureUrl: guardianPicture(pictureId),
    classId,
    suggestedClassId: suggestClass(choices, { last, ageMonths }),
    cameLastTime: last !== null,
    waiting,
    state,
  }
}
