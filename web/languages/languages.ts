/** Languages that have a whole catalog, each named in itself. */
export const languages = { en: 'English', fr: 'Français' } as const
export type Language = keyof typeof languages

const KEY = 'nx.language'
const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag)

/** What the user chose on this device, else the first language of the browser that we speak, else English. */
export function preferredLanguage(): Language {
  const wishes = [localStorage.getItem(KEY) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2).toLowerCase())
  return wishes.find(isLanguage) ?? 'en'
}

export const keepLanguage = (language: Language) => localStorage.setItem(KEY, language)
