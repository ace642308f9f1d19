export { connect, type Database, type TenantId, type Tx } from './database.ts'
