import type { Area } from '../platform/app-context.ts'
import { jobWorker } from '../platform/jobs/index.ts'
import { forgetActs, forgetActsJob } from './acts/forget/forget-acts.ts'
import { importQueues, importWorkers } from './import-steps/import-workers.ts'
import { routes } from './routes.ts'

export { forgetPersons } from './acts/erase/erase-people.ts'
export { confirmSeen } from './acts/confirm/confirm-people.ts'
export { archivePeople } from './acts/archive/archive-people.ts'
export { isPermit, optOut, permitted, type Permit, type Purpose } from './consent/permit.ts'
export type { Channel, Refusal } from './consent/store.ts'
export { addFamilies, type NewFamily } from './families/add-families.ts'
export { addFamily } from './families/add-family.ts'
export { changeFamilyRole, leaveFamily } from './families/change-membership.ts'
export { editFamily } from './families/edit-family.ts'
export { readFamily } from './families/read-family.ts'
export { lockFamilyCodes, saveFamilyCode } from './families/family-store.ts'
export { findFamilies } from './families/find-families.ts'
export { peopleSummary } from './figures/people-summary.ts'
export { addGroup, addToGroup, type NewGroup } from './groups/add-group.ts'
export { listGroups } from './groups/list-groups.ts'
export { cleanText } from '../platform/clean-name.ts'
export { cleanName, foldText } from './names/fold.ts'
export { addPerson } from './persons/add-person.ts'
export { addPersons, type NewPerson } from './persons/add-persons.ts'
export { checkPerson, type PersonFields } from './persons/check-person.ts'
export { cleanEmail } from './persons/clean-email.ts'
export { editPerson } from './persons/edit-person.ts'
export { lockPerson } from './persons/lock-person.ts'
export type { WritablePerson } from './persons/person-store.ts'
export { attachPicture } from './persons/attach-picture.ts'
export type { Writer } from './persons/writer.ts'
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
