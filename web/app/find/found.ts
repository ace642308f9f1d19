import type { ReactNode } from 'react'
import { plain } from '../../people/words.ts'
import type { Translate } from '../../lib/languages/index.ts'
import type { Section } from '../shell/places.ts'

/** Something that was found, and the page that it opens. */
export type Found = {
  id: string
  /** Before the name: an icon or a face. */
  mark: ReactNode
  name: string
  aside?: ReactNode
  to: string
  params?: { id: string }
}

export type FoundGroup = { id: string; title: string; found: readonly Found[] }

/** The places whose words begin with every word that was typed, marks and case aside; nothing typed: all. */
export function placesOf(sections: readonly Section[], typed: string, t: Translate) {
  const wanted = plain(typed).split(/\s+/).filter(Boolean)
  return sections
    .flatMap(({ places }) => places)
    .map((place) => ({ place, name: t(place.label) }))
    .filter(({ name }) => {
      const words = plain(name).split(/\s+/)
      return wanted.every((part) => words.some((word) => word.startsWith(part)))
    })
}
