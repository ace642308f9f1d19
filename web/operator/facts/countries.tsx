import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listCountries } from '#contract/identity/countries.ts'
import { read } from '../../lib/queries.ts'

/** Names countries in the reader's language: NG is Nigeria. */
export function useCountryName(): (isoCode: string) => string {
  const { i18n } = useLingui()
  return useMemo(() => {
    const names = new Intl.DisplayNames(i18n.locale, { type: 'region' })
    return (isoCode) => names.of(isoCode) ?? isoCode
  }, [i18n.locale])
}

/** The countries, by name, as options of a select. */
export function CountryOptions() {
  const { i18n } = useLingui()
  const nameOf = useCountryName()
  const { data = [] } = useQuery({ ...read(listCountries), staleTime: Infinity })
  const countries = data
    .map(({ isoCode }) => ({ isoCode, name: nameOf(isoCode) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, i18n.locale))
  return countries.map(({ isoCode, name }) => (
    <option key={isoCode} value={isoCode}>
      {name}
    </option>
  ))
}
