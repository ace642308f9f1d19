/** Contact files: uploaded, read in a process of their own, kept for thirty days. */
export { contactRoutes, forgetContacts, forgetContactsJob } from './routes.ts'
