/** Push to many people: taken on as a campaign, listed, and its routes. */
export { bulkPushRoutes } from './routes.ts'
export { pushAudience, sendBulkPush, type BulkPush, type Pusher } from './send-bulk-push.ts'
