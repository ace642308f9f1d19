/** Churches from outside: their list, and their plan changed by hand. */
export { changeSubscription, grantDaysForTwo, churchRoutes } from './churches.ts'
