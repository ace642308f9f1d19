/** Accounts of a church's staff: password, second factor, reset, what everybody does with the own one. Signs them in. */
export { createStaff, confirmColleague, confirmPassword } from './accounts.ts'
/** For whoever changes the staff of a church, in its transaction. */
export { emptyAccount, insertAccount, lockOwners, saveFirstStepsHidden, saveRoles } from './account-store.ts'
/** For people who are merged: whose account it is. */
export { moveAccountsOfPeople, peopleWithAccount, returnAccountsOfPerson } from './account-store.ts'
export { clearFactor } from './factor-store.ts'
export { serveOwnAccount } from './own-account.ts'
export { sendResetMail, sendResetMailJob, servePasswords } from './reset-password.ts'
export { serveClients, serveSession } from './sign-in.ts'
