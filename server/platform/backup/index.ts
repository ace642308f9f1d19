export { audit, faultsOf, IN_MOTION } from './audit-store.ts'
export { backUp } from './backup-store.ts'
export { restore } from './restore-store.ts'
