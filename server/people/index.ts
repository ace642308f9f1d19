import type { Area } from '../platform/app-context.ts'
import { jobWorker } from '../platform/jobs/index.ts'
import { forgetChanges, forgetChangesJob } from './changes/index.ts'
import { importQueues, importWorkers } from './imports/index.ts'
import { routes } from './routes.ts'

// What happens to people and families, announced within its transaction for areas above to react to.
export { peopleArchived, peopleMerged, personUnmerged } from './changes/index.ts'
export { peopleWritten } from './persons/index.ts'
export { familyRemoved, peopleLeftFamilies } from './families/index.ts'
export { peopleImported, peopleInUse } from './imports/index.ts'

// People: adding, reading and changing them one by one. `lockPerson` holds one to write to.
export {
  addPerson,
  addPersons,
  attachPicture,
  checkPerson,
  editPerson,
  lockPerson,
  readPerson,
} from './persons/index.ts'
export type { NewPerson, PersonFields, WritablePerson } from './persons/index.ts'
export { searchWordsOf, writerOf, type Writer } from './writing/index.ts'

// What is done to many at once: archived (can be undone), seen at a check-in, taken out with all that is known of them.
export { archivePeople, changeKind, confirmSeen, forgetPersons } from './changes/index.ts'

// Families, who belongs to them, and the codes that families are found by.
export {
  addFamilies,
  addFamily,
  changeFamilyRole,
  editFamily,
  findFamilies,
  leaveFamily,
  lockFamilyCodes,
  readFamily,
  saveFamilyCode,
  type NewFamily,
} from './families/index.ts'

// Groups.
export { addGroup, addToGroup, listGroups, type NewGroup } from './groups/index.ts'

// Leave to write to somebody: gateways take nothing without a permit.
export {
  allowAgain,
  countStopped,
  isPermit,
  optOut,
  permitted,
  permittedSince,
  refusedAddresses,
  releaseAddress,
  saveEmailChoice,
  stopAddress,
  selectCategoriesOff,
  selectOptOuts,
  selectStopped,
  selectWithoutCategory,
  switchCategory,
  type Bulk,
  type Channel,
  type Permit,
  type Purpose,
  type Refusal,
} from './consent/index.ts'

// The dashboard's figures.
export { peopleSummary } from './persons/index.ts'

// What is typed of people as it is kept; areas above clean with the same rules.
export { cleanEmail } from '../platform/clean-email.ts'
export { cleanName, cleanText } from '../platform/clean-name.ts'
export { foldText } from '../platform/fold-text.ts'
export { normalisePhone, splitPhones, type NormalisedPhone } from '../platform/phones/index.ts'

/** Persons, families, groups, imports, consent, and what is done to many people at once. Its calls stand in `contract/people`. */
export const people: Area = {
  routes,
  queues: [forgetChangesJob, ...importQueues],
  workers: (context) => [
    jobWorker({ job: forgetChangesJob, handler: () => forgetChanges(context), concurrency: 1, cron: '40 3 * * *' }),
    ...importWorkers(context),
  ],
}
