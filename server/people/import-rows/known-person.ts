import type { PersonFields } from '../persons/check-person.ts'

/** A person who is in the church, as a row of a file is compared with it. */
export type KnownPerson = PersonFields & {
  id: string
  version: number
  isArchived: boolean
  groups: { id: string; name: string }[]
}
