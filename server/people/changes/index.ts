export { routes } from './routes.ts'
export { archivePeople, confirmSeen } from './archive-people.ts'
export { forgetPersons } from './erase-people.ts'
export { forgetChanges, forgetChangesJob } from './forget-changes.ts'
