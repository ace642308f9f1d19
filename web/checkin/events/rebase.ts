import type { ClassDraft } from './class-draft.ts'
import type { EventDraft } from './draft.ts'

const fields = ['name', 'place', 'day', 'starts', 'ends', 'lastDay', 'opensAt', 'closesAt'] as const
export type EventField = (typeof fields)[number] | 'classes'

type Classes = readonly ClassDraft[]

/** How many places are taken changes by itself. */
const same = (one: Classes | ClassDraft | undefined, other: Classes | ClassDraft | undefined) => {
  const said = (value: unknown) => JSON.stringify(value, (key, part: unknown) => (key === 'taken' ? undefined : part))
  return said(one) === said(other)
}

/** Theirs where I did not touch a class; mine where I did. What they took away is gone, what they added is there. */
function rebaseClasses(mine: Classes, before: Classes, theirs: Classes): Classes {
  const find = (classes: Classes, key: string) => classes.find((one) => one.key === key)
  const kept = mine.flatMap((own) => {
    const [was, now] = [find(before, own.key), find(theirs, own.key)]
    if (!was) return [own]
    if (!now) return []
    return [same(own, was) ? now : { ...own, taken: now.taken }]
  })
  return [...kept, ...theirs.filter(({ key }) => !find(before, key) && !find(mine, key))]
}

/**
 * Brings a draft up to what somebody else has written meanwhile: what was not touched here becomes theirs, what was
 * typed here stays. `clashes` are the fields that both have changed, to different values.
 */
export function rebaseEvent(mine: EventDraft, before: EventDraft, theirs: EventDraft) {
  const touched = fields.filter((field) => mine[field] !== before[field])
  const clashing = touched.filter((field) => theirs[field] !== before[field] && theirs[field] !== mine[field])
  const kept = Object.fromEntries(touched.map((field) => [field, mine[field]]))
  const isTouched = !same(mine.classes, before.classes)
  const classes = isTouched ? rebaseClasses(mine.classes, before.classes, theirs.classes) : theirs.classes
  const areClashing = isTouched && !same(theirs.classes, before.classes) && !same(theirs.classes, mine.classes)
  const clashes: readonly EventField[] = areClashing ? [...clashing, 'classes'] : clashing
  const draft: EventDraft = { ...theirs, ...kept, classes }
  return { draft, clashes }
}
