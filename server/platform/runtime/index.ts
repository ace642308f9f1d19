/** Time as it is, as it is moved, and as calendars and clocks on walls show it. */
export {
  addDays,
  addMonths,
  dayIn,
  daysBetween,
  instantOf,
  instantsOf,
  isDay,
  movableClock,
  nextShown,
  systemClock,
  wallTime,
  type Clock,
  type Day,
  type MovableClock,
} from './clock.ts'
export { createLog, type Log } from './log.ts'
/** Answers whose time must not tell anything. */
export { startPad, type StartPad } from './pad.ts'
/** Work that waits for its turn, and for whom it is done. */
export { noteWhoAsks, takingTurns } from './turns.ts'
