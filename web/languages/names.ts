import { useLingui } from '@lingui/react'
import { useMemo } from 'react'

/** Names countries in the reader's language: NG is Nigeria. */
export function useCountryName(): (isoCode: string) => string {
  const { i18n } = useLingui()
  return useMemo(() => {
    const names = new Intl.DisplayNames(i18n.locale, { type: 'region' })
    return (isoCode) => names.of(isoCode) ?? isoCode
  }, [i18n.locale])
}

/** Names languages in the reader's language: sw is Swahili. */
export function useLanguageName(): (code: string) => string {
  const { i18n } = useLingui()
  return useMemo(() => {
    const names = new Intl.DisplayNames(i18n.locale, { type: 'language' })
    return (code) => names.of(code) ?? code
  }, [i18n.locale])
}

/** Puts names into the order of a language; numbers in them count as numbers. */
export const nameOrder = (language: string): ((one: string, other: string) => number) =>
  new Intl.Collator(language, { numeric: true }).compare

/** Without marks and case: names are found with and without their marks, whatever way the keyboard wrote them. */
export const plain = (text: string): string => text.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
