/** Churches: how one is made, signs itself up, where it is, what it is called and by which address it is found. */
export { churchMade, claimSlug, openChurch, type FirstPlan } from './open-church.ts'
export { selectOwnSlug, setFullSince } from './church-store.ts'
export { listCountries } from './countries.ts'
export { churchMoved, serveChurch } from './profile.ts'
export { sendSignupMail, sendSignupMailJob } from './send-signup-mail.ts'
export { serveSignup } from './sign-up.ts'
