import type { TextId } from '../../languages/index.ts'
import type { Icon } from '../../ui/controls/button.tsx'
import { useRouter } from '@tanstack/react-router'

/** A place that one may go to. */
export type Place = {
  path: string
  label: TextId
  /** Shorter word for the tabs of phones; without one the place stands behind "More" there. */
  tab?: TextId
  icon: Icon
  /** Addresses below this one belong to the place too; empty: only its own. */
  covers: string
  /** Another address that belongs to it with all below. */
  also?: string
  /** Addresses below those that are another place's. */
  except?: string
  /** Shown beside it: how many there are. */
  count?: number
}

export type Section = { title?: TextId; places: readonly Place[] }

const TABS_AT_MOST = 4

/** The tabs of phones, and what stands behind "More" there. */
export function tabsOf(sections: readonly Section[]): { tabs: Place[]; rest: Place[] } {
  const places = sections.flatMap((section) => section.places)
  const tabs = places.filter(({ tab }) => tab).slice(0, TABS_AT_MOST)
  return { tabs, rest: places.filter((place) => !tabs.includes(place)) }
}

const without = (path: string) => path.replace(/\/+$/, '')

/** A link marks itself for every address below its own; which place covers what is for `isHere` to say. */
export const EXACTLY = { exact: true }

const isWithin = (here: string, place: string) => here === place || here.startsWith(`${place}/`)

export function isHere({ path, covers, also, except }: Place, pathname: string): boolean {
  const here = without(pathname)
  if (covers === '') return here === path
  if (except && here.startsWith(except)) return false
  return isWithin(here, covers) || (also !== undefined && isWithin(here, also))
}

/** Tells whether an address has a page, so that nothing links to what is not there. */
export function useHasPage(): (path: string) => boolean {
  const router = useRouter()
  return (path) => Object.hasOwn(router.routesByPath, path)
}
