import { Trans, useLingui } from '@lingui/react'
import type { ReactElement } from 'react'
import type { catalog } from './en.ts'
import type { catalog as billing } from './en-billing.ts'
import type { catalog as checkin } from './en-checkin.ts'
import type { catalog as church } from './en-church.ts'
import type { catalog as home } from './en-home.ts'
import type { catalog as inside } from './en-inside.ts'
import type { catalog as joining } from './en-joining.ts'
import type { catalog as messaging } from './en-messaging.ts'
import type { catalog as operator } from './en-operator.ts'
import type { catalog as people } from './en-people.ts'
import type { catalog as portal } from './en-portal.ts'
import type { catalog as signup } from './en-signup.ts'
import type { catalog as station } from './en-station.ts'

/** Every text has an id `area.screen.name`, written in en/<area>.json and fr/<area>.json. */
export type TextId =
  | keyof typeof catalog
  | keyof typeof billing
  | keyof typeof checkin
  | keyof typeof church
  | keyof typeof home
  | keyof typeof inside
  | keyof typeof joining
  | keyof typeof messaging
  | keyof typeof operator
  | keyof typeof people
  | keyof typeof portal
  | keyof typeof signup
  | keyof typeof station

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
