import { announcement } from '../platform/announcements.ts'

// What happens to people and families and areas above must know, told within the transaction in which it happens. Who may
// not let it happen throws the refusal that the caller gets.

/** These people were archived, and are locked. */
export const peopleArchived = announcement<{ personIds: string[]; at: Date }>()

/** These people belong to these families no longer. */
export const peopleLeftFamilies = announcement<{ familyIds: string[]; personIds: string[]; at: Date }>()

/** A family is about to be removed: what belongs to it is there still. */
export const familyRemoved = announcement<{ familyId: string; at: Date }>()

/** What a reaction moved of some people, by their ids: plain values under names of its own, kept with the merge. */
export type Moved = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** The others were merged into the one who is kept; all are locked. */
export const peopleMerged = announcement<{ keepId: string; otherIds: string[]; at: Date }, Moved>()

/** Somebody is a person of their own again; `moved` is what reactions answered of them at the merge, all names together. */
export const personUnmerged = announcement<{
  personId: string
  keepId: string
  moved: Readonly<Record<string, unknown>>
}>()

/** Asks which of these people somebody has made something of: they are not taken back with the import that brought them. */
export const peopleInUse = announcement<{ personIds: string[] }, string[]>()
