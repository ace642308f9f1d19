export { familyRemoved, routes } from './routes.ts'
export { addFamilies, addFamily, type NewFamily } from './add-family.ts'
export { changeFamilyRole, editFamily, leaveFamiliesOfMerged, leaveFamily, peopleLeftFamilies } from './edit-family.ts'
export { findFamilies, readFamily } from './list-families.ts'

// Who belongs to families; people are locked before families, everywhere.
export { insertFamilyMembers, joinFamiliesOfMerged, lockFamily, raiseVersions } from './family-store.ts'
export { deleteEmptyFamilies, selectFamiliesOf } from './family-store.ts'

// Codes that families are found by at the station.
export { lockFamilyCodes, saveFamilyCode } from './family-store.ts'
