import { listCountries } from '../../identity/index.ts'
import { areas, zonesOfCountry } from './areas.ts'

/** Where a number is from, as far as it tells: `zones` are all that it may be in. People may be elsewhere with it. */
export type Place = { isoCode: string | null; zones: readonly string[] }

/** So much of a number tells where it is from: `+2348`, `+1212`. */
export const PLACE_LETTERS = 5

/** Of countries that share a code, the one whose numbers it mostly is. */
const MAIN = new Set(['AU', 'CW', 'FI', 'GB', 'GP', 'IT', 'MA', 'NO', 'RE', 'RU', 'SH'])
const NORTH_AMERICA = '+1'
const UNITED_STATES = 'US'
const KAZAKHSTAN = /^\+7[67]/
const NOWHERE: Place = { isoCode: null, zones: ['UTC'] }

const known = new Map<string, Place>()

/** Numbers that begin with the same letters are from the same place. */
export function placeOf(address: string): Place {
  const letters = address.slice(0, PLACE_LETTERS)
  const place = known.get(letters) ?? find(letters)
  if (place !== NOWHERE) known.set(letters, place)
  return place
}

function find(letters: string): Place {
  if (letters.startsWith(NORTH_AMERICA)) return inNorthAmerica(letters.slice(NORTH_AMERICA.length))
  if (KAZAKHSTAN.test(letters)) return countries().get('KZ') ?? NOWHERE
  // The codes of countries have one to three digits, and none begins with another.
  const codes = [2, 3, 4].map((length) => letters.slice(0, length))
  return codes.flatMap((code) => countries().get(code) ?? [])[0] ?? NOWHERE
}

const inNorthAmerica = (code: string): Place =>
  areas.get(code) ?? { isoCode: UNITED_STATES, zones: zonesOfCountry(UNITED_STATES) }

let cache: ReadonlyMap<string, Place> | undefined

/** Places by dial code, and by country. */
function countries(): ReadonlyMap<string, Place> {
  if (cache) return cache
  const found = new Map<string, Place>()
  for (const { isoCode, dialCode, timeZones } of listCountries()) {
    const place = { isoCode, zones: timeZones }
    found.set(isoCode, place)
    if (!found.has(dialCode) || MAIN.has(isoCode)) found.set(dialCode, place)
  }
  return (cache = found)
}
