/** Lists as somebody likes to see them, one's own or shared with the staff. */
export { viewRoutes } from './views.ts'
export { deleteOwnViews } from './views-store.ts'
