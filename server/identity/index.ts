import { z } from 'zod/mini'
import type { Area } from '../platform/app-context.ts'
import { defineJob, jobWorker } from '../platform/jobs/index.ts'
import {
  sendResetMail,
  sendResetMailJob,
  serveClients,
  serveOwnAccount,
  servePasswords,
  serveSession,
} from './accounts/index.ts'
import { serveAudit } from './audit/index.ts'
import { sendSignupMail, sendSignupMailJob, serveChurch, serveSignup } from './churches/index.ts'
import { sweep } from './sessions/index.ts'
import { sendInviteMail, sendInviteMailJob, serveStaff, type AddPerson } from './staff/index.ts'
import { viewRoutes } from './views/index.ts'

/** The activity log of a church. */
export { audit, deviceName, exportChurchList, lastAct, type AuditDetails } from './audit/index.ts'
/**
 * `churchMade` is announced in the transaction that makes one: whoever stands above gives it what it needs of them.
 * `churchMoved` where its time zone changes.
 */
export {
  churchMade,
  churchMoved,
  claimSlug,
  listCountries,
  openChurch,
  selectOwnSlug,
  setFullSince,
  type FirstPlan,
} from './churches/index.ts'
/** Who calls, and whether the church is open to them. */
export {
  authenticator,
  endChurchSession,
  gateOf,
  graceBegins,
  staffAuthenticator,
  noteLastSeen,
  setSelfService,
  type Role,
  type Standing,
} from './sessions/index.ts'
/** Passwords, tokens and second factors, for whoever signs people in: guardians and operators have accounts of their own. */
export {
  bearerToken,
  emailKey,
  findMatches,
  hashPassword,
  hashRecoveryCode,
  hashToken,
  isWeakPassword,
  looksLikeToken,
  newRecoveryCodes,
  newSecret,
  newToken,
  stepOf,
  uriOf,
  verifyNothing,
  verifyPassword,
} from './credentials/index.ts'
/** How often something may be tried. */
export {
  accountAttempts,
  forgiveSignIn,
  neighboursOf,
  networkOf,
  returnAttempts,
  takeAttempt,
  takeAttempts,
  type Attempt,
} from './rate-limits/index.ts'
/** Accounts of the staff. `confirm…` ask somebody, or a colleague beside them, for the password again. */
export { confirmColleague, confirmPassword, createStaff, saveFirstStepsHidden } from './accounts/index.ts'
/** `staffChanged` is announced where somebody may do less or more than before, or leaves. */
export { couldAt, staffChanged, staffWith, type AbleMember, type AddPerson } from './staff/index.ts'
/** People who are merged, erased or asked for: their accounts and invitations follow. */
export { moveAccountsOfPeople, peopleWithAccount, returnAccountsOfPerson } from './accounts/index.ts'
export { forgetPeopleOfInvites, moveInvitesOfPeople, returnInvitesOfPerson } from './staff/index.ts'
/** Pictures of churches, people and events. */
export {
  copyPicture,
  deletePicture,
  deletePictures,
  findPicture,
  insertPicture,
  lastingAddress,
  pictureUrl,
  prepareEmailPicture,
  preparePicture,
  shownAddress,
  type NewPicture,
} from './pictures/index.ts'

/** Removes sessions, reset links, sign-ups, invitations and counted attempts that are over. */
const sweepSignInsJob = defineJob({ name: 'identity.sweep-sign-ins', payload: z.object({}) })

/**
 * Churches' accounts, sessions, abilities and the gate. Its calls stand in `contract/identity`. Whoever founds a church
 * or joins one becomes one of its people: `addPerson` is of the area above.
 */
export const identity = (addPerson: AddPerson): Area => ({
  routes: (serve, context) => {
    serveSession(serve, context)
    serveClients(serve, context)
    servePasswords(serve, context)
    serveSignup(serve, context, addPerson)
    serveChurch(serve, context)
    serveStaff(serve, context, addPerson)
    serveOwnAccount(serve, context)
    serveAudit(serve, context)
    viewRoutes(serve)
  },
  queues: [sendResetMailJob, sendSignupMailJob, sendInviteMailJob, sweepSignInsJob],
  workers: (context) => [
    jobWorker({ job: sendResetMailJob, handler: (account) => sendResetMail(context, account), concurrency: 2 }),
    jobWorker({ job: sendSignupMailJob, handler: (signup) => sendSignupMail(context, signup), concurrency: 2 }),
    jobWorker({ job: sendInviteMailJob, handler: (invite) => sendInviteMail(context, invite), concurrency: 2 }),
    jobWorker({
      job: sweepSignInsJob,
      handler: () => context.database.withoutTenant((tx) => sweep(tx, context.clock.now())),
      concurrency: 1,
      cron: '17 * * * *',
    }),
  ],
})
