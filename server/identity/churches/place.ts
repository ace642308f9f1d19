import { ApiError } from '#server/platform/http/index.ts'
import { findCountry } from '../countries/countries.ts'

/** Where a church is: its country gives the currency and must own the time zone. Throws `invalid_input`. */
export function placeOf({ isoCode, timeZone }: { isoCode: string; timeZone: string }): {
  isoCode: string
  currency: string
  timeZone: string
} {
  const country = findCountry(isoCode)
  if (!country) throw new ApiError('invalid_input', { fields: { isoCode: 'Choose a country from the list.' } })
  if (!country.timeZones.includes(timeZone))
    throw new ApiError('invalid_input', { fields: { timeZone: `This is no time zone of ${country.name}.` } })
  return { isoCode, currency: country.currency, timeZone }
}
