import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { listCountries } from '#contract/identity/countries.ts'
import { read } from '../../api/queries.ts'
import { nameOrder, useCountryName } from '../../languages/names.ts'

/** The countries, by name, as options of a select. */
export function CountryOptions() {
  const { i18n } = useLingui()
  const nameOf = useCountryName()
  const byName = nameOrder(i18n.locale)
  const { data = [] } = useQuery({ ...read(listCountries), staleTime: Infinity })
  const countries = data
    .map(({ isoCode }) => ({ isoCode, name: nameOf(isoCode) }))
    .toSorted((one, other) => byName(one.name, other.name))
  return countries.map(({ isoCode, name }) => (
    <option key={isoCode} value={isoCode}>
      {name}
    </option>
  ))
}
