export { peopleImported } from './apply-batch.ts'
export { importQueues, importWorkers, peopleInUse } from './import-workers.ts'
export { routes } from './routes.ts'
