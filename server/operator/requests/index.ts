/** What churches ask of operators: payments to confirm, refuse or pay back, sender IDs to approve. */
export { paymentActs } from './payments.ts'
export { requestRoutes } from './routes.ts'
