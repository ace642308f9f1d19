import { useTexts } from '../../languages/index.ts'
import type { Section } from '../shell/places.ts'
import { placesOf, type FoundGroup } from './found.ts'

/** The places that one may enter, by their words. */
export function usePlaceGroup(sections: readonly Section[], typed: string): FoundGroup {
  const t = useTexts()
  const found = placesOf(sections, typed, t).map(({ name, place: { path, icon: Icon } }) => ({
    id: path,
    mark: <Icon size={20} stroke={1.75} aria-hidden="true" />,
    name,
    to: path,
  }))
  return { id: 'places', title: t('ui.find.places'), found }
}
