/** How an email looks: drawn from what was written, once, and made personal for each recipient. */
export { drawEmail, type DrawnEmail } from './draw-email.ts'
export { personalParts } from './personal-parts.ts'
/** What cleans the HTML of others: loaded when it is asked for. */
export const loadCleaning = () => import('./clean-html.ts')
