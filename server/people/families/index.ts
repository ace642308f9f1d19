export { routes } from './routes.ts'
export { addFamilies, addFamily, type NewFamily } from './add-family.ts'
export { changeFamilyRole, editFamily, leaveFamiliesOfMerged, leaveFamily } from './edit-family.ts'
export { findFamilies, readFamily } from './list-families.ts'
export {
  deleteEmptyFamilies,
  insertFamilyMembers,
  joinFamiliesOfMerged,
  lockFamily,
  lockFamilyCodes,
  raiseVersions,
  saveFamilyCode,
  selectFamiliesOf,
} from './family-store.ts'
