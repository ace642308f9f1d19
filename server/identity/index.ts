import type { Area } from '../platform/app-context.ts'
import { jobWorker } from '../platform/jobs/index.ts'
import { sendInviteMail } from './invites/send-invite-mail.ts'
import { sendInviteMailJob, sendResetMailJob, sendSignupMailJob, sweepSignInsJob } from './jobs.ts'
import { sendResetMail } from './reset/send-reset-mail.ts'
import { routes } from './routes.ts'
import { sweep } from './sessions/session-store.ts'
import type { Settling } from './settling.ts'
import { sendSignupMail } from './signup/send-signup-mail.ts'

export { audit } from './audit/audit.ts'
export type { Audited, AuditDetails } from './audit/audit-store.ts'
export { insertChurch, type NewChurch } from './churches/church-store.ts'
export { claimSlug } from './churches/claim-slug.ts'
export { gateOf, graceBegins, type Standing } from './churches/gate.ts'
export { listCountries } from './countries/countries.ts'
export { emailKey } from './email-key.ts'
export {
  accountAttempts,
  forgiveSignIn,
  returnAttempts,
  takeAttempt,
  takeAttempts,
  type Attempt,
} from './rate-limits/rate-limits.ts'
export { neighboursOf, networkOf } from './rate-limits/network.ts'
export { confirmColleague } from './own-account/confirm-colleague.ts'
export { confirmPassword } from './own-account/confirm-password.ts'
export { saveFirstStepsHidden } from './own-account/own-account-store.ts'
export { hashPassword, verifyNothing, verifyPassword } from './passwords/passwords.ts'
export { isWeakPassword } from './passwords/weak-password.ts'
export {
  copyPicture,
  deletePicture,
  deletePictures,
  findPicture,
  insertPicture,
  type NewPicture,
} from './pictures/picture-store.ts'
export { pictureUrl, preparePicture } from './pictures/pictures.ts'
export { shownAddress } from './pictures/signed-pictures.ts'
export type { Role } from './roles.ts'
export { hashRecoveryCode, newRecoveryCodes } from './second-factor/recovery-codes.ts'
export { newSecret, stepOf, uriOf } from './second-factor/totp.ts'
export { identify } from './sessions/identify.ts'
export { endChurchSession, setSelfService } from './sessions/session-store.ts'
export { bearerToken } from './sessions/session-cookie.ts'
export { deviceName } from './sessions/device-name.ts'
export { findMatches } from './sessions/find-matches.ts'
export { noteLastSeen } from './sessions/last-seen.ts'
export type { Settling } from './settling.ts'
export { hashToken, looksLikeToken, newToken } from './tokens.ts'
export { couldAt, staffWith, type AbleMember } from './staff/able-staff-store.ts'
export { moveAccountsOfPeople, peopleWithAccount, returnAccountsOfPerson } from './accounts/people-accounts-store.ts'
export { forgetPeopleOfInvites, moveInvitesOfPeople, returnInvitesOfPerson } from './staff/people-invites-store.ts'
export { createStaff } from './churches/staff.ts'
export type { NewStaff } from './churches/staff-store.ts'

/**
 * Churches' accounts, sessions, abilities and the gate. Its calls stand in `contract/identity`. `settling` is what a new
 * church and its staff need of areas above.
 */
export const identity = (settling: Settling): Area => ({
  routes: (serve, context) => routes(serve, context, settling),
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
