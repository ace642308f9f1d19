export { audit, faultsOf } from '#server/platform/backup/index.ts'
