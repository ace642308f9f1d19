import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams } from '../pages.ts'
import { peopleFilter, personKind } from './persons.ts'

/** Days that a change of people can be undone. */
export const UNDO_DAYS = 7
/** People of one change, which is made while its caller waits; more: `too_many_people`. */
export const CHANGE_MOST = 20_000

const SELECTED_MOST = 1_000

/** People ticked one by one, or everybody who matches the list's filter but for those unticked again. */
export const peopleSelection = z.union([
  z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(SELECTED_MOST)) }),
  z.strictObject({
    matching: z.object(peopleFilter),
    except: z._default(z.array(id).check(z.maxLength(SELECTED_MOST)), []),
  }),
])
export type PeopleSelection = z.input<typeof peopleSelection>

/** What was done: to how many, and under which id it can be undone (null: nothing changed). */
export const changeResult = z.object({ changeId: z.nullable(id), people: z.int() })
export type ChangeResult = z.infer<typeof changeResult>

/** People who came by the portal, whom the church takes in by this: they count for its plan from then on. */
export const confirmPeople = endpoint({
  method: 'POST',
  path: '/api/people/confirm',
  access: { ability: 'people.write' },
  summary: 'Confirm people who signed up by themselves; who is confirmed already is not counted',
  body: z.object({ people: peopleSelection }),
  response: z.object({ people: z.int() }),
  errors: ['invalid_input', 'too_many_people', 'beyond_largest_plan'],
  idempotent: true,
})

/** Staff cannot be archived: they are left out, and `leftOut` names them. Where there is nobody else: `has_account`. */
export const archivePeople = endpoint({
  method: 'POST',
  path: '/api/people/archive',
  access: { ability: 'people.write', whileGated: true },
  summary: 'Archive people: found only among the archived, no messages, not counted for the plan',
  body: z.object({ people: peopleSelection }),
  response: z.extend(changeResult, { leftOut: z.array(z.string()) }),
  errors: ['invalid_input', 'has_account', 'too_many_people'],
  idempotent: true,
})

/**
 * Who was merged comes back only by undoing the merge: one of them among `ids` is refused (`already_merged`), met by a
 * filter they stay where they are.
 */
export const restorePeople = endpoint({
  method: 'POST',
  path: '/api/people/restore',
  access: { ability: 'people.write' },
  summary: 'Bring archived people back',
  body: z.object({ people: peopleSelection }),
  response: changeResult,
  errors: ['invalid_input', 'already_merged', 'too_many_people', 'beyond_largest_plan'],
  idempotent: true,
})

/**
 * Only archived people, and with them whoever was merged into them; others are left. What was sent and paid stays as it was
 * (docs/decisions/0009). Cannot be undone. `expected` says how many are chosen, not counting who was merged into them:
 * when it is another number by now, nobody is erased (`changed_meanwhile`). Needed with `matching`.
 */
export const erasePeople = endpoint({
  method: 'POST',
  path: '/api/people/erase',
  access: { ability: 'people.write', whileGated: true },
  summary: 'Erase archived people for ever',
  body: z.object({ people: peopleSelection, expected: z.optional(z.int()) }),
  response: z.object({ people: z.int() }),
  errors: ['invalid_input', 'has_account', 'changed_meanwhile', 'too_many_people'],
  idempotent: true,
})

export const addPeopleToGroup = endpoint({
  method: 'POST',
  path: '/api/people/add-to-group',
  access: { ability: 'people.write' },
  summary: 'Add people to a group; who is in it already is not counted',
  body: z.object({ people: peopleSelection, groupId: id }),
  response: changeResult,
  errors: ['invalid_input', 'not_found', 'too_many_people'],
  idempotent: true,
})

export const removePeopleFromGroup = endpoint({
  method: 'POST',
  path: '/api/people/remove-from-group',
  access: { ability: 'people.write' },
  summary: 'Take people out of a group',
  body: z.object({ people: peopleSelection, groupId: id }),
  response: changeResult,
  errors: ['invalid_input', 'not_found', 'too_many_people'],
  idempotent: true,
})

export const changePeopleKind = endpoint({
  method: 'POST',
  path: '/api/people/change-kind',
  access: { ability: 'people.write' },
  summary: 'Make people members, first-timers or new converts',
  body: z.object({ people: peopleSelection, kind: personKind }),
  response: changeResult,
  errors: ['invalid_input', 'too_many_people'],
  idempotent: true,
})

/** Changes that can still be undone, the latest first; an import stands among the imports. */
export const listChanges = endpoint({
  method: 'GET',
  path: '/api/people/changes',
  access: { ability: 'people.write', whileGated: true },
  summary: 'What was done to people lately and can be undone',
  response: z.array(
    z.object({
      id,
      kind: z.enum(['archive', 'restore', 'add_to_group', 'remove_from_group', 'change_kind', 'merge']),
      /** Instant. */
      at: z.string(),
      /** Who did it, by name; null: not there any more. */
      by: z.nullable(z.string()),
      people: z.int(),
      /** For one person their name. */
      name: z.nullable(z.string()),
    }),
  ),
  errors: [],
})

/**
 * Undoes a change for everybody whom nobody has changed since; `kept` says how many were left as they are now. A second
 * time, or after UNDO_DAYS: `not_undoable`, as for an import, which has a call of its own.
 */
export const undoChange = endpoint({
  method: 'POST',
  path: '/api/people/changes/{id}/undo',
  access: { ability: 'people.write', whileGated: true },
  summary: 'Undo a change of people',
  params: idParams,
  response: z.object({ people: z.int(), kept: z.int() }),
  errors: ['invalid_input', 'not_found', 'not_undoable', 'beyond_largest_plan'],
})

/** Fields of which a merge keeps one person's value. */
export const mergeFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'kind',
  'gender',
  'maritalStatus',
  'birthday',
  'address',
  'joinedOn',
  'picture',
] as const

/**
 * One person is kept, gets the groups and families of the others, and the chosen fields of them; the others are
 * archived and point to the one who is kept. `people` of the answer counts those. `take` names whose value of a field is kept (absent: the kept person's, or
 * the first that is not empty). Who was merged or archived already is refused, so merges cannot go in a circle.
 */
export const mergePeople = endpoint({
  method: 'POST',
  path: '/api/people/merge',
  access: { ability: 'people.write' },
  summary: 'Merge people who are one',
  body: z.object({
    keepId: id,
    mergeIds: z.array(id).check(z.minLength(1), z.maxLength(4)),
    take: z._default(z.partialRecord(z.enum(mergeFields), id), {}),
  }),
  response: changeResult,
  errors: ['invalid_input', 'not_found', 'already_merged', 'has_account', 'registered_now'],
  idempotent: true,
})

const duplicate = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  joinedOn: z.string(),
})

/**
 * People who may be one: the same phone or e-mail and a similar name, or the very same name. The surest first; at most
 * five together, as many as one merge takes.
 */
export const listDuplicates = endpoint({
  method: 'GET',
  path: '/api/people/duplicates',
  access: { ability: 'people.read' },
  summary: 'People who may be there twice',
  query: z.object({ limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))) }),
  response: z.object({
    items: z.array(z.object({ why: z.enum(['phone', 'email', 'name']), people: z.array(duplicate) })),
    /** True when there are more than these. */
    more: z.boolean(),
  }),
  errors: ['invalid_input'],
})
