import type { Area } from '#server/platform/house.ts'
import { routes } from './routes.ts'

export { identifyOperator } from './sessions/identify-operator.ts'

/** The desk of whoever runs the installation. Its calls stand in `contract/operator`. */
export const operator: Area = { routes, queues: [], workers: () => [] }
