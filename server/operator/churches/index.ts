/** Churches from outside: their list, and their plan changed by hand. */
export { changeSubscription, churchRoutes } from './churches.ts'
