/** Contact files: uploaded, read in a process of their own, kept for thirty days, longer where a message needs them. */
export { contactFilesInUse, contactRoutes, forgetContacts, forgetContactsJob } from './routes.ts'
export { hasContactFile } from './contact-store.ts'
