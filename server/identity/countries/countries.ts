import countryToCurrency, { type Countries } from 'country-to-currency'
import { getCountries, getCountryCallingCode, type CountryCode } from 'libphonenumber-js/max'
import type { Country } from '#contract/identity/countries.ts'
import { currencies } from '#contract/money.ts'
import { numericCodes } from './numeric-codes.ts'

/** What churches of a country pay in whose own currency we know no price or sign for. */
const ELSEWHERE = 'USD'

/** Where most people of a country with several zones live, and the zone of one that Intl gives none. */
const MAIN_ZONES: Readonly<Record<string, string>> = {
  AR: 'America/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CL: 'America/Santiago',
  CY: 'Asia/Nicosia',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Ponape',
  GL: 'America/Godthab',
  KI: 'Pacific/Tarawa',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
  XK: 'Europe/Belgrade',
}

/** Of the engine, and not yet of TypeScript's library. */
type ZonedLocale = Intl.Locale & { getTimeZones?: () => string[] | undefined }

const names = new Intl.DisplayNames('en', { type: 'region' })
let cache: readonly Country[] | undefined

/** Every country that can be dialled and has a number in ISO 3166, by English name. Made once. */
export const listCountries = (): readonly Country[] =>
  (cache ??= getCountries()
    .flatMap(countryOf)
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en')))

/** The country of a code; null: we know none. */
export const findCountry = (isoCode: string): Country | null =>
  listCountries().find((country) => country.isoCode === isoCode) ?? null

function countryOf(isoCode: CountryCode): Country[] {
  const id = numericCodes.get(isoCode)
  const timeZones = zonesOf(isoCode)
  const name = names.of(isoCode)
  if (id === undefined || timeZones.length === 0 || !name) return []
  return [
    { id, name, isoCode, currency: currencyOf(isoCode), dialCode: `+${getCountryCallingCode(isoCode)}`, timeZones },
  ]
}

function currencyOf(isoCode: string): string {
  const code = countryToCurrency[isoCode as Countries]
  const known = code && currencies.get(code)
  return known && !known.withdrawn ? code : ELSEWHERE
}

function zonesOf(isoCode: string): string[] {
  const main = MAIN_ZONES[isoCode]
  const zones = (new Intl.Locale(`und-${isoCode}`) as ZonedLocale).getTimeZones?.() ?? []
  return main ? [main, ...zones.filter((zone) => zone !== main)] : zones
}
