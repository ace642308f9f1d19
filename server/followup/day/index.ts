/** Whom to care for today, what is late first; how fast people are reached. */
export { BANDS, readMyDay } from './my-day.ts'
