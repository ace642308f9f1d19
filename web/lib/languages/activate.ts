import { setupI18n, type Messages } from '@lingui/core'
import { keepLanguage, type Language } from './languages.ts'

/** The build replaces each sentence by its parsed form, which TypeScript cannot see. */
type Catalog = { catalog: Record<string, unknown> }
type Load = () => Promise<Catalog>

/** Texts by where they are read: a page loads only those of the places that were entered. */
type Place = 'before' | 'inside' | 'joining' | 'operator'

const catalogs: Record<Language, Record<Place, Load>> = {
  en: {
    before: () => import('./en.ts'),
    inside: () => import('./en-inside.ts'),
    joining: () => import('./en-joining.ts'),
    operator: () => import('./en-operator.ts'),
  },
  fr: {
    before: () => import('./fr.ts'),
    inside: () => import('./fr-inside.ts'),
    joining: () => import('./fr-joining.ts'),
    operator: () => import('./fr-operator.ts'),
  },
}

export const i18n = setupI18n()

const entered = new Set<Place>(['before'])
let current: Language = 'en'

/** Loads a language and shows it; the screens redraw themselves. */
export async function activate(language: Language): Promise<void> {
  current = language
  const parts = await Promise.all([...entered].map((place) => catalogs[language][place]()))
  for (const { catalog } of parts) i18n.load(language, catalog as Messages)
  // Another language may have been chosen while this one was on its way.
  if (current !== language) return
  i18n.activate(language)
  document.documentElement.lang = language
  document.documentElement.dir = 'ltr'
}

/** Adds the texts of a place behind the first page; once for the page's life. */
export async function speak(place: Exclude<Place, 'before'>): Promise<void> {
  if (entered.has(place)) return
  entered.add(place)
  await activate(current)
}

export async function chooseLanguage(language: Language): Promise<void> {
  keepLanguage(language)
  await activate(language)
}
