export { importQueues, importWorkers } from './import-workers.ts'
export { routes } from './routes.ts'
