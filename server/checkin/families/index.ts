import { portalReactions } from './people-reactions.ts'
import type { Area } from '../../platform/app-context.ts'
import { defineJob, jobWorker } from '../../platform/jobs/index.ts'
import { forgetSignUps, forgetSignUpsJob } from './accounts/forget-sign-ups.ts'
import { sendGuardianCode, sendGuardianCodeJob } from './accounts/reset-code.ts'
import { accountRoutes } from './account-routes.ts'
import { sweepGuardians } from './accounts/session-store.ts'
import { familyRoutes } from './family-routes.ts'
import { guardianRoutes } from './guardian-routes.ts'
import { forgetPictures, forgetPicturesJob } from './pictures.ts'
import { pushRoutes } from './push-routes.ts'
import { z } from 'zod/mini'

/** Who calls: the guardian behind a session at the portal, and how one comes to have an account and a session. */
export { guardianAuthenticator, openGuardianSession } from './accounts/guardian-session.ts'
export { createGuardian } from './accounts/sign-up-guardian.ts'

/** The family in which a guardian looks after children; throws `not_found` where there is none, the store answers null. */
export { ownFamily } from './own-family.ts'
export { selectOwnFamily } from './family-store.ts'

/** Parts of statements of the rooms above: where the own family is found, in which order its people stand, by which code it is found. */
export { codeOf, inFamilyOrder, ownFamilyOf } from './family-store.ts'

/** Notes of care. Whoever keeps what was ticked as read hears when they change. */
export { addCare, careChanged } from './care-notes.ts'
export { selectCare } from './family-store.ts'

/** What was said of who may collect a child, by the family and by the church. `bansOf` is a part of statements. */
export { grantGuardian } from './grants.ts'
export {
  bansOf,
  selectBans,
  selectGrants,
  selectPeopleOf,
  spendPasses,
  type Ban,
  type PersonOfFamily,
  type StoredGrant,
} from './grant-store.ts'

/** The rule: may this person take this child home, on this day, at this visit. */
export { eventDay, mayCollect, verdictOf, type Grant, type Visit } from './may-collect.ts'
export { likenessOf, type Likeness } from './like-name.ts'

/** Removes guardians' sessions and codes that are over. */
const sweepGuardiansJob = defineJob({ name: 'checkin.sweep-guardians', payload: z.object({}) })

/** Families at the portal: guardians' accounts and sessions, the family and its guardians, grants, notes of care. */
export const families: Area = {
  routes: (serve, context) => {
    accountRoutes(serve, context)
    familyRoutes(serve, context)
    guardianRoutes(serve)
    pushRoutes(serve, context)
  },
  queues: [sendGuardianCodeJob, sweepGuardiansJob, forgetPicturesJob, forgetSignUpsJob],
  workers: (context) => [
    jobWorker({ job: sendGuardianCodeJob, handler: (asked) => sendGuardianCode(context, asked), concurrency: 2 }),
    jobWorker({
      job: sweepGuardiansJob,
      handler: () => context.database.withoutTenant((tx) => sweepGuardians(tx, context.clock.now())),
      concurrency: 1,
      cron: '27 * * * *',
    }),
    jobWorker({ job: forgetPicturesJob, handler: () => forgetPictures(context), concurrency: 1, cron: '37 * * * *' }),
    jobWorker({ job: forgetSignUpsJob, handler: () => forgetSignUps(context), concurrency: 1, cron: '15 3 * * *' }),
  ],
  reactions: portalReactions,
}
