import { scheduler } from 'node:timers/promises'
import { personalise, segmentsOf } from '#contract/messaging/segments.ts'
import type { NameCount } from './audience-store.ts'

export type MessageText = { message: string; neutralName: string }
export type SegmentCount = {
  segmentsByName: Map<string, number>
  /** What most recipients get. */
  usual: number
  segments: number
  /** People by number of pages, fewest pages first. */
  lines: { people: number; pages: number }[]
}

/** Pages of the text that somebody with this first name will read. */
export const segmentsFor = ({ message, neutralName }: MessageText, firstName: string): number =>
  segmentsOf(personalise(message, firstName, neutralName)).segments

/** Names counted before other requests get a turn: some milliseconds. */
const NAMES_A_TURN = 500

/** Counts each different first name once, after personalisation. */
export async function countSegments(text: MessageText, names: readonly NameCount[]): Promise<SegmentCount> {
  const segmentsByName = new Map<string, number>()
  const people = new Map<number, number>()
  let segments = 0
  for (const [index, name] of names.entries()) {
    if (index % NAMES_A_TURN === NAMES_A_TURN - 1) await scheduler.yield()
    const pages = segmentsFor(text, name.firstName)
    segmentsByName.set(name.firstName, pages)
    people.set(pages, (people.get(pages) ?? 0) + name.people)
    segments += pages * name.people
  }
  const lines = [...people].map(([pages, count]) => ({ pages, people: count })).sort((a, b) => a.pages - b.pages)
  const usual = lines.reduce((most, line) => (line.people > most.people ? line : most), { pages: 1, people: 0 }).pages
  return { segmentsByName, usual, segments, lines }
}
