/** A church's activity log: noted in the transaction of the act, never changed, read and exported by owners. */
export { audit, lastAct, type AuditDetails } from './audit-store.ts'
export { exportChurchList } from './export-church-list.ts'
export { instantIn, serveAudit } from './list-audit.ts'
/** How the log and lists of sessions name a browser. */
export { deviceName } from './device-name.ts'
