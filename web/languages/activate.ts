import { setupI18n, type Messages } from '@lingui/core'
import { catalogs, places, type Place } from './catalogs.ts'
import { keepLanguage, type Language } from './languages.ts'

export const i18n = setupI18n()

/** Each with the loading of its texts, so that whoever comes second waits for them too. */
const entered = new Map<Place, Promise<void>>([['before', Promise.resolve()]])
let current: Language = 'en'

/** Loads a language and shows it; the screens redraw themselves. */
export async function activate(language: Language): Promise<void> {
  current = language
  const wanted = new Set([...entered.keys()].flatMap((place) => [...places[place]]))
  const loaded = await Promise.all([...wanted].map((name) => catalogs[language][name]()))
  for (const { default: texts } of loaded) i18n.load(language, texts as Messages)
  // Another language may have been chosen while this one was on its way.
  if (current !== language) return
  i18n.activate(language)
  document.documentElement.lang = language
  document.documentElement.dir = 'ltr'
}

/** Adds the texts of a place; once for the page's life, or again after they could not be loaded. */
export function speak(place: Place): Promise<void> {
  const known = entered.get(place)
  if (known) return known
  // Noted first: a language chosen meanwhile loads this place too.
  const loading = Promise.resolve().then(() => activate(current))
  entered.set(place, loading)
  loading.catch(() => entered.delete(place))
  return loading
}

export async function chooseLanguage(language: Language): Promise<void> {
  keepLanguage(language)
  await activate(language)
}
