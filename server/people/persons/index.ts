export { routes } from './routes.ts'
export { addPerson } from './add-person.ts'
export { mostPeople, planFor, refuseBeyondLargest, withinLargest } from './capacity.ts'
export { checkPerson, faultOfBirthday, JOINED_EARLIEST, type PersonFields } from './check-person.ts'
export { attachPicture, editPerson } from './edit-person.ts'
export { selectCapacity, type Capacity } from './figures-store.ts'
export { findMatching } from './list-people.ts'
export { peopleSummary } from './people-summary.ts'
export {
  countKinds,
  selectNames,
  selectNumbered,
  type NewPerson,
  type NumberedPerson,
  type WritablePerson,
} from './person-store.ts'
export { lockPerson } from './read-person.ts'
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
export { addPersons, writePeople } from './write-persons.ts'
