import type { Area } from '#server/platform/house.ts'
import { jobWorker } from '#server/platform/jobs/index.ts'
import { sendResetMailJob, sweepSignInsJob } from './jobs.ts'
import { sendResetMail } from './reset/send-reset-mail.ts'
import { routes } from './routes.ts'
import { sweep } from './sessions/session-store.ts'

export { audit } from './audit/audit.ts'
export type { Audited, AuditDetails } from './audit/audit-store.ts'
export { insertChurch, type NewChurch } from './churches/church-store.ts'
export { gateOf, type Standing } from './churches/gate.ts'
export { hashPassword } from './passwords/passwords.ts'
export { deletePicture, findPicture, insertPicture, type NewPicture } from './pictures/picture-store.ts'
export { pictureUrl, preparePicture } from './pictures/pictures.ts'
export type { Role } from './roles.ts'
export { identify } from './sessions/identify.ts'
export { hashToken, looksLikeToken, newToken } from './tokens.ts'
export { createStaff } from './churches/staff.ts'
export type { NewStaff } from './churches/staff-store.ts'

/** Churches' accounts, sessions, abilities and the gate. Its calls stand in `contract/identity`. */
export const identity: Area = {
  routes,
  queues: [sendResetMailJob, sweepSignInsJob],
  workers: (house) => [
    jobWorker({ job: sendResetMailJob, handler: (account) => sendResetMail(house, account), concurrency: 2 }),
    jobWorker({
      job: sweepSignInsJob,
      handler: () => house.database.withoutTenant((tx) => sweep(tx, house.clock.now())),
      concurrency: 1,
      cron: '17 * * * *',
    }),
  ],
}
