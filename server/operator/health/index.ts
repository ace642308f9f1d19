/** How gateways, mail, database and jobs do. */
export { healthRoutes } from './health.ts'
