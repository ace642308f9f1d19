export { connect, sendAlong, type Database, type TenantId, type Tx } from './database.ts'
export { directoryKey, enlist, enlistProviderPayment, knowChurch, type DirectoryKind } from './directory-store.ts'
export { isRefusedBy } from './refused-by.ts'
