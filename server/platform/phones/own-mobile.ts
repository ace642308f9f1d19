import { getCountryCallingCode, Metadata, type CountryCode } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/examples.mobile.json'

/** What the library knows of a country and does not declare; 0 where there is none. */
type Plan = {
  nationalNumberPattern?: () => string
  nationalPrefix?: () => string | 0 | undefined
  nationalPrefixForParsing?: () => string | 0 | undefined
  nationalPrefixTransformRule?: () => string | 0 | undefined
  type?: (kind: 'MOBILE') => { pattern: () => string } | undefined
}

const shapes = new Map<CountryCode, { shape: RegExp; code: string } | null>()

/**
 * A mobile of the church's own country as nearly all are written, without the library's seven microseconds: of a hundred
 * thousand typed ones they are a second. Undefined: the library decides.
 */
export function ownMobile(digits: string, country: CountryCode): string | undefined {
  let own = shapes.get(country)
  if (own === undefined) shapes.set(country, (own = shapeOf(country)))
  const national = own?.shape.exec(digits)?.[1]
  return own && national ? `+${own.code}${national}` : undefined
}

/** By the library's own patterns. Null: what stands before a number there is more than a sign that may be left out. */
function shapeOf(country: CountryCode) {
  const metadata = new Metadata()
  metadata.selectNumberingPlan(country)
  const plan = metadata.numberingPlan as Plan | undefined
  const prefix = plan?.nationalPrefix?.() || ''
  const [mobile, any] = [plan?.type?.('MOBILE')?.pattern(), plan?.nationalNumberPattern?.()]
  const isPlain = (plan?.nationalPrefixForParsing?.() || '') === prefix && !plan?.nationalPrefixTransformRule?.()
  if (!mobile || !any || !isPlain) return null
  const code = getCountryCallingCode(country)
  const rest = `\\d{${(examples[country]?.length ?? 1) - 1}}`
  // What is a number with its prefix too keeps it.
  const before = `\\+${code}|${prefix && `(?!(?:${any})$)${prefix}|`}`
  return { code, shape: new RegExp(`^(?:${before})(?=[1-9]${rest}$)((?:${mobile}))$`) }
}
