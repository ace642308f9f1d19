export { audit, faultsOf, IN_MOTION } from '#server/platform/backup/index.ts'
