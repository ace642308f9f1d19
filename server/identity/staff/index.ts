/** Who works with Narthex in a church: how they come by invitation, what they may do, and how they go. */
export type { AddPerson } from './accept-invitation.ts'
export { sendInviteMail, sendInviteMailJob } from './invite-staff.ts'
export { serveStaff, staffChanged } from './staff.ts'
/** For people who are merged or erased: whose invitation it is. */
export { forgetPeopleOfInvites, moveInvitesOfPeople, returnInvitesOfPerson } from './invite-store.ts'
export { couldAt, findStaff, staffWith, type AbleMember } from './staff-store.ts'
