import type { ImportReason } from '#contract/people/imports.ts'
import type { PersonInput } from '#contract/people/persons.ts'

type Known = Pick<PersonInput, 'gender' | 'maritalStatus' | 'birthDay' | 'birthMonth' | 'birthYear' | 'address'>

/** A person as a row of a file tells of it, ready to be written; null: the file says nothing. `groups` are names. */
export type CheckedPerson = Known & {
  firstName: string
  lastName: string
  /** E.164. */
  phone: string | null
  email: string | null
  kind: PersonInput['kind'] | null
  /** YYYY-MM-DD. */
  joinedOn: string | null
  groups: string[]
}

/** What is to be said of a row: in which column (by its heading or letter; null: the row as a whole), why, what stood there. */
export type RowNote = { column: string | null; reason: ImportReason; value: string | null }

/** Something read from a cell, with what of it was left out, or why it cannot be. */
export type Reading<T> =
  | { value: T; leftOut?: { reason: ImportReason; text: string } | undefined }
  | { reason: ImportReason }
