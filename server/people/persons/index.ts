export { routes } from './routes.ts'

// One person: added, read, changed, held. `findMatching` gives the ids that a list's filter would show.
export { addPerson } from './add-person.ts'
export { attachPicture, editPerson } from './edit-person.ts'
export { lockPerson, readPerson } from './read-person.ts'
export { findMatching } from './list-people.ts'
export { checkPerson, faultOfBirthday, JOINED_EARLIEST, type PersonFields } from './check-person.ts'
export type { NewPerson, WritablePerson } from './person-store.ts'

// Many at once, with the words they are found by.
export { addPersons, writePeople } from './write-persons.ts'
export { countKinds, selectNames, selectNumbered } from './person-store.ts'

// Where people stand: archived, merged, confirmed, of a kind, erased. Who changes it has locked them, all in the order of ids.
export {
  archive,
  archiveMerged,
  archiveSince,
  deletePersons,
  lockActive,
  lockAnyway,
  lockArchived,
  lockMerges,
  lockOthersThan,
  lockTogether,
  lockUnconfirmed,
  lockUnmerged,
  peopleWritten,
  pointBack,
  restore,
  selectKept,
  selectMergedInto,
  selectPictures,
  selectUnusedPictures,
  setConfirmed,
  setKind,
  setMergedPicture,
  type MergedFields,
  type MergingPerson,
  type Pointer,
} from './standing-store.ts'

// How many people there are, and how many a plan allows.
export { mostPeople, planFor, refuseBeyondLargest, withinLargest } from './capacity.ts'
export { selectCapacity, type Capacity } from './figures-store.ts'
export { peopleSummary } from './people-summary.ts'
