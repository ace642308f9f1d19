/** What somebody may have only so many of at once, on all servers of an installation together. */
export { holdSlot } from './slots.ts'
