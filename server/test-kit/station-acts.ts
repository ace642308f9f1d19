import { randomUUID } from 'node:crypto'
import type { ActOutcome, StationAct } from '#contract/checkin/offline.ts'

export type Act<Kind extends StationAct['kind']> = Extract<StationAct, { kind: Kind }>

type Door = { eventId: string; classId: string; code: string }

/** A family of a father and children who have come for the first time. */
export const walkInAct = (
  { eventId, classId, code }: Door,
  given: Partial<Act<'walk_in'>> = {},
  firstNames = ['Kemi'],
): Act<'walk_in'> => ({
  kind: 'walk_in',
  eventId,
  press: null,
  familyId: randomUUID(),
  code,
  parent: { personId: randomUUID(), firstName: 'Yemi', lastName: 'Cole', phone: '0803 555 0101', role: 1 },
  children: firstNames.map((firstName) => ({
    personId: randomUUID(),
    firstName,
    lastName: 'Cole',
    years: 3,
    classId,
    allergy: 'Peanuts',
  })),
  ...given,
})

/** What was said to each act: done, or why not. */
export const said = (outcomes: ActOutcome[]): string[] => outcomes.map(({ outcome, reason }) => reason ?? outcome)
