/** Push to many people: taken on as a campaign, listed, and its routes. */
export { bulkPushRoutes } from './routes.ts'
export { pushAudience, sendBulkPush } from './send-bulk-push.ts'
