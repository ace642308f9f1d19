import { type Country, checkSlug } from '#contract/identity/countries.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { deviceZone } from '../../device/clock.ts'

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

/** Long enough to finish a word. */
const PAUSE_MS = 400
/** What the contract takes for an address, as a field's `pattern` wants it. */
export const SLUG_PATTERN = '[a-z0-9]+(-[a-z0-9]+)*'
const SLUG = new RegExp(`^${SLUG_PATTERN}$`)

type Named = { churchName: string; slug: string }
type Look = { about: string; free: boolean }

/**
 * The church's name in addresses: suggested from its name until somebody types one, and looked up while it is typed;
 * `saved` is the one that the church has already. When it cannot be looked up nothing is said: the server decides at the
 * end.
 */
export function useSlug({ churchName, slug }: Named, set: (change: { slug: string }) => void, saved = '') {
  const [isTyped, setTyped] = useState(saved !== '')
  const [look, setLook] = useState<Look | null>(null)
  const ask = useEffectEvent(async (name: string) => {
    const answer = await call(checkSlug, { query: { name } }).catch(() => null)
    if (answer) setLook({ about: name, free: answer.free && answer.slug === name })
  })
  useEffect(() => {
    if (!SLUG.test(slug) || slug.length < 3 || slug === saved) return
    const timer = setTimeout(() => void ask(slug), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [slug, saved])
  const suggest = async () => {
    if (isTyped || churchName.trim() === '') return
    const answer = await call(checkSlug, { query: { name: churchName } }).catch(() => null)
    if (answer) set({ slug: answer.slug })
  }
  const known = look?.about === slug && slug !== saved ? look : null
  return {
    state: known ? (known.free ? ('free' as const) : ('taken' as const)) : ('unknown' as const),
    suggest: () => void suggest(),
    type: (typed: string) => {
      setTyped(true)
      set({ slug: typed.toLowerCase().replaceAll(/\s+/g, '-') })
    },
  }
}
