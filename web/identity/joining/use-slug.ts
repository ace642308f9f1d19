import { useEffect, useEffectEvent, useState } from 'react'
import { checkSlug } from '#contract/identity/countries.ts'
import { call } from '../../api/call.ts'

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
