import type { SmsQuote } from '#contract/messaging/sms.ts'

type Country = Pick<SmsQuote['countries'][number], 'isoCode' | 'people' | 'pages'>

/** More lines than these would hide what it costs. */
const NAMED_MOST = 4

/** The countries with most people by themselves, and all that are behind them as one without a name. */
export function foldedCountries(countries: readonly Country[]): Country[] {
  if (countries.length <= NAMED_MOST + 1) return [...countries]
  const [named, others] = [countries.slice(0, NAMED_MOST), countries.slice(NAMED_MOST)]
  const sum = (part: 'people' | 'pages') => others.reduce((total, country) => total + country[part], 0)
  const all = named.filter(({ isoCode }) => isoCode !== null)
  const unknown = named.filter(({ isoCode }) => isoCode === null)
  const rest = unknown.reduce(
    (total, { people, pages }) => ({ people: total.people + people, pages: total.pages + pages }),
    {
      people: sum('people'),
      pages: sum('pages'),
    },
  )
  return [...all, { isoCode: null, ...rest }]
}
