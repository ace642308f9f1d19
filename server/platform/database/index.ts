export { sendAlong, type Database, type TenantId, type Tx } from './database.ts'
export { spendKey } from './idempotency-store.ts'
export { directoryKey, enlist, enlistProviderPayment, knowChurch } from './directory-store.ts'
export { isRefusedBy } from './refused-by.ts'
