import { useEffect, useEffectEvent, useState } from 'react'
import { listCountries, type Country } from '#contract/identity/countries.ts'
import { ApiFailure, call } from '../../lib/api.ts'
import { countryHere, zoneIn, type ChurchDraft } from './drafts.ts'

/** The countries; the first time, the one that this device is in is chosen. */
export function useCountries(draft: ChurchDraft, set: (change: Partial<ChurchDraft>) => void) {
  const [countries, setCountries] = useState<Country[] | null>(null)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [tries, setTries] = useState(0)
  const arrive = useEffectEvent((list: Country[]) => {
    setCountries(list)
    setFailure(null)
    const here = countryHere(list)
    if (here && !draft.isoCode) set({ isoCode: here.isoCode, timeZone: zoneIn(here) })
  })
  useEffect(() => {
    const leaving = new AbortController()
    call(listCountries, {}, { signal: leaving.signal })
      .then((list) => arrive(list))
      .catch((problem: unknown) => {
        if (problem instanceof ApiFailure) setFailure(problem)
      })
    return () => leaving.abort()
  }, [tries])
  return { countries, failure, retry: () => setTries(tries + 1) }
}
