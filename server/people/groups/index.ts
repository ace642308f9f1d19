export { routes } from './routes.ts'
export { addGroup, addToGroup, type NewGroup } from './groups.ts'
export { groupName, selectGroups as listGroups, selectGroupsOf } from './group-store.ts'

// Held until the transaction ends: whoever comes in finds the group there.
export { lockGroup, lockGroups, lockGroupsOfNames } from './group-store.ts'
export { joinGroups, joinGroupsOfMerged, leaveGroups } from './group-store.ts'

// The groups that a file of people names.
export { deleteEmptyGroups, makeGroups, selectUnknownGroups } from './group-store.ts'
