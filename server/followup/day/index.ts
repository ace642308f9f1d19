/** Whom to care for today, what is late first; how fast people are reached. */
export { readMyDay } from './my-day.ts'
