/** What comes back of emails: bounces, delivery reports, complaints; and the addresses that they stop. */
export { bounceRoutes } from './routes.ts'
export { stoppedAddressRoutes } from './stopped-addresses.ts'
export { noteBounces } from './note-bounces.ts'
