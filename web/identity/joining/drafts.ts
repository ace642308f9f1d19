import type { Country } from '#contract/identity/countries.ts'
import { deviceZone } from '../../languages/format.tsx'

/** The church as it is being typed. */
export type ChurchDraft = { churchName: string; slug: string; isoCode: string; timeZone: string }
/** Its owner. The password stays in memory only. */
export type OwnerDraft = { firstName: string; lastName: string; email: string; password: string }
/** A sign-up whose code is on its way. */
export type Started = { signupId: string; expiresAt: string }

export const emptyChurch: ChurchDraft = { churchName: '', slug: '', isoCode: '', timeZone: '' }
export const emptyOwner: OwnerDraft = { firstName: '', lastName: '', email: '', password: '' }

/** The country that this device's clock belongs to; undefined when it says none. */
export function countryHere(countries: readonly Country[]): Country | undefined {
  const zone = deviceZone()
  return countries.find(({ timeZones }) => timeZones.includes(zone))
}

/** This device's zone where the country has it, else the country's most usual one. */
export function zoneIn({ timeZones }: Country): string {
  const zone = deviceZone()
  return timeZones.includes(zone) ? zone : (timeZones[0] ?? 'UTC')
}
