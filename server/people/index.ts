import type { Area } from '../platform/app-context.ts'
import { jobWorker } from '../platform/jobs/index.ts'
import { forgetActs, forgetActsJob } from './changes/forget-changes.ts'
import { importQueues, importWorkers } from './imports/import-workers.ts'
import { routes } from './routes.ts'

export { forgetPersons } from './changes/erase-people.ts'
export { confirmSeen } from './changes/archive-people.ts'
export { archivePeople } from './changes/archive-people.ts'
export { isPermit, optOut, permitted, type Permit, type Purpose } from './consent/permit.ts'
export type { Channel, Refusal } from './consent/store.ts'
export { addFamilies, type NewFamily } from './families/add-family.ts'
export { addFamily } from './families/add-family.ts'
export { changeFamilyRole, leaveFamily } from './families/edit-family.ts'
export { editFamily } from './families/edit-family.ts'
export { readFamily } from './families/list-families.ts'
export { lockFamilyCodes, saveFamilyCode } from './families/family-store.ts'
export { findFamilies } from './families/list-families.ts'
export { peopleSummary } from './persons/people-summary.ts'
export { addGroup, addToGroup, type NewGroup } from './groups/groups.ts'
export { listGroups } from './groups/groups.ts'
export { cleanText } from '../platform/clean-name.ts'
export { cleanName, foldText } from './words.ts'
export { addPerson } from './persons/add-person.ts'
export { addPersons, type NewPerson } from './persons/write-persons.ts'
export { checkPerson, type PersonFields } from './persons/check-person.ts'
export { cleanEmail } from './words.ts'
export { editPerson } from './persons/edit-person.ts'
export { lockPerson } from './persons/read-person.ts'
export type { WritablePerson } from './persons/person-store.ts'
export { attachPicture } from './persons/edit-person.ts'
export type { Writer } from './writer.ts'
export { normalisePhone, splitPhones, type NormalisedPhone } from '../platform/phones/index.ts'

/** Persons, groups, search and consent. Its calls stand in `contract/people`. */
export const people: Area = {
  routes,
  queues: [forgetActsJob, ...importQueues],
  workers: (context) => [
    jobWorker({ job: forgetActsJob, handler: () => forgetActs(context), concurrency: 1, cron: '40 3 * * *' }),
    ...importWorkers(context),
  ],
}
