export type Track = 'first_timer' | 'new_convert'
export type StageMeaning = 'entry' | 'contacted' | 'returned' | 'member'

export type Stage = {
  id: number
  track: Track
  name: string
  position: number
  /** What happens that brings somebody here by itself; null: only a person puts them here. */
  meaning: StageMeaning | null
  isRetired: boolean
}

/** A retired stage stays readable and is chosen by nobody. */
export const stageIsOpen = ({ isRetired }: Stage): boolean => !isRetired

export type Source = { id: number; name: string; position: number; isRetired: boolean }

const path = (track: Track, from: number, names: readonly [string, StageMeaning | null][]): Stage[] =>
  names.map(([name, meaning], index) => ({
    id: from + index,
    track,
    name,
    position: index + 1,
    meaning,
    isRetired: false,
  }))

/** What a church begins with; it changes them as it likes. */
export const DEFAULT_STAGES: readonly Stage[] = [
  ...path('first_timer', 1, [
    ['First visit', 'entry'],
    ['Contacted', 'contacted'],
    ['Second visit', 'returned'],
    ['Connected', null],
    ['Member', 'member'],
  ]),
  ...path('new_convert', 6, [
    ['Decision', 'entry'],
    ['Contacted', 'contacted'],
    ['Foundation class', null],
    ['Baptism', null],
    ['Member', 'member'],
  ]),
]

/** Nothing chosen is none of them: it reads "Not Specified". */
export const DEFAULT_SOURCES: readonly Source[] = ['Website', 'Friend', 'Social Media', 'Flyer'].map((name, index) => ({
  id: index + 1,
  name,
  position: index + 1,
  isRetired: false,
}))
