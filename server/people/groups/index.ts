export { routes } from './routes.ts'
export { addGroup, addToGroup, type NewGroup } from './groups.ts'
export {
  deleteEmptyGroups,
  groupName,
  joinGroups,
  joinGroupsOfMerged,
  leaveGroups,
  lockGroup,
  lockGroups,
  lockGroupsOfNames,
  makeGroups,
  selectGroups as listGroups,
  selectGroupsOf,
  selectUnknownGroups,
} from './group-store.ts'
