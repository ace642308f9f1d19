/** What an email says besides what was written, in the language that it is written in. */
const words = {
  en: { choose: 'Choose what you receive or unsubscribe' },
  fr: { choose: 'Choisir ce que vous recevez ou vous désabonner' },
} as const

const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur']

export const directionOf = (language = 'en'): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr')

export const footWords = (language = 'en'): (typeof words)['en' | 'fr'] => words[language === 'fr' ? 'fr' : 'en']

/** Days in the language of the rest; those that Node has no words for are English. */
export const localeOf = (language = 'en'): string =>
  Intl.DateTimeFormat.supportedLocalesOf(language).length > 0 ? language : 'en'

const part = (date: Date, locale: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(date)

/** A day as a calendar leaf shows it. */
export function dayOf(date: string, locale: string): { month: string; day: string; weekday: string } {
  const at = new Date(`${date}T12:00:00Z`)
  return {
    month: part(at, locale, { month: 'short' }),
    day: part(at, locale, { day: 'numeric' }),
    weekday: part(at, locale, { weekday: 'short' }),
  }
}

/** The same in one line. */
export const longDayOf = (date: string, locale: string): string =>
  part(new Date(`${date}T12:00:00Z`), locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
