import { Trans, useLingui } from '@lingui/react'
import type { ReactElement } from 'react'
import type { catalogs, LoadCatalog } from './catalogs.ts'
import type notified from './en/notified.json'
import type registering from './en/registering.json'
import type { catalogs as portalCatalogs } from './portal-catalogs.ts'

type IdsOf<Catalogs extends Record<string, LoadCatalog>> = {
  [Name in keyof Catalogs]: keyof Awaited<ReturnType<Catalogs[Name]>>['default']
}[keyof Catalogs]

/** Every text has an id `area.screen.name`, written in en/<area>.json and fr/<area>.json. */
export type TextId =
  | IdsOf<typeof catalogs.en>
  | IdsOf<typeof portalCatalogs.en>
  | keyof typeof registering
  | keyof typeof notified

export type Values = Record<string, string | number>
export type Translate = (id: TextId, values?: Values) => string

/** `const t = useTexts()`, then `t('people.list.title')` or `t('people.list.count', { count })`. */
export function useTexts(): Translate {
  const { i18n } = useLingui()
  return (id, values) => i18n._(id, values)
}

type PhraseProps = {
  id: TextId
  values?: Record<string, string | number | ReactElement>
  parts?: Record<string, ReactElement>
}

/** A sentence with elements in it: `<Phrase id="…" parts={{ link: <a href="…" /> }} />` for "Try <link>again</link>". */
export const Phrase = ({ id, values, parts }: PhraseProps) => (
  <Trans id={id} {...(values ? { values } : {})} {...(parts ? { components: parts } : {})} />
)
