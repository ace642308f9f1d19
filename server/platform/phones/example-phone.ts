import { getExampleNumber, isSupportedCountry } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/examples.mobile.json'

/** A mobile number as it is dialled in a country, for showing how one is typed; null: none is known. */
export function examplePhone(isoCode: string): string | null {
  if (!isSupportedCountry(isoCode)) return null
  return getExampleNumber(isoCode, examples)?.formatNational() ?? null
}
