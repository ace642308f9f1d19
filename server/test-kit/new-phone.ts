const FIRST = 10_000
const BEGINNINGS = 80_000
/** The sandbox refuses what ends in 98 and loses what ends in 99, and 5555.. before the last two digits has a meaning too. */
const ENDINGS = 98

let numbers = 0

/** A Nigerian mobile number that nobody else of this process has, and at which what is sent arrives. */
export function newPhone(): string {
  numbers += 1
  const beginning = FIRST + (Math.floor(numbers / ENDINGS) % BEGINNINGS)
  return `+23480${beginning}0${String(numbers % ENDINGS).padStart(2, '0')}`
}
