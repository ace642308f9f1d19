import { ApiError } from '#server/platform/http/index.ts'
import type { EventLook, Wanted } from './registration-store.ts'

/** Throws `not_found` for who is not of the family and for unknown classes, and `class_removed`. */
export function checkChildren(
  { people, classes }: Pick<EventLook, 'people' | 'classes'>,
  children: readonly Wanted[],
): void {
  if (new Set(children.map(({ personId }) => personId)).size < children.length)
    throw new ApiError('invalid_input', { fields: { children: 'Everybody once.' } })
  for (const { personId } of children) if (!people.includes(personId)) throw new ApiError('not_found')
  const chosen = children.map(({ classId }) => classes.find(({ id }) => id === classId))
  if (chosen.includes(undefined)) throw new ApiError('not_found')
  const gone = chosen.filter((one) => one?.isRemoved)
  if (gone.length > 0) throw new ApiError('class_removed', { fields: namesOf(gone) })
}

type Named = { id: string; name: string }

const namesOf = (classes: readonly (Named | undefined)[]): Record<string, string> =>
  Object.fromEntries(classes.flatMap((one) => (one ? [[one.id, one.name]] : [])))

/** The refusal of a whole request, because these classes are full: by id and name, and in a sentence. */
export function classFull(classes: readonly Named[]): ApiError {
  const names = [...new Set(classes.map(({ name }) => name))]
  const message = `${new Intl.ListFormat('en').format(names)} ${names.length > 1 ? 'are' : 'is'} full.`
  return new ApiError('class_full', { fields: namesOf(classes), message })
}

/** The same child in the registration of another family that it belongs to. */
export const registeredElsewhere = (): ApiError =>
  new ApiError('invalid_input', {
    fields: { children: 'Another family has already registered one of these children.' },
  })
