import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Chosen } from './change-dialog.tsx'
import { useQuickChanges } from './use-people-change.ts'

/** A list is looked at far more often than anything is done with it: each dialog is loaded when it is asked for. */
const dialogs = {
  group: lazy(async () => ({ default: (await import('./group-dialog.tsx')).GroupDialog })),
  kind: lazy(async () => ({ default: (await import('./kind-dialog.tsx')).KindDialog })),
  archive: lazy(async () => ({ default: (await import('./archive-dialog.tsx')).ArchiveDialog })),
  erase: lazy(async () => ({ default: (await import('./erase-dialog.tsx')).EraseDialog })),
}
const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }))

type Asked =
  | { act: keyof typeof dialogs; chosen: Chosen; onDone: () => void }
  | { act: 'merge'; ids: readonly string[]; onDone: (keptId: string) => void }

function dialogOf(asked: Asked | null, onClose: () => void): ReactNode {
  if (!asked) return null
  if (asked.act === 'merge') return <MergeDialog ids={asked.ids} onClose={onClose} onDone={asked.onDone} />
  const Act = dialogs[asked.act]
  return <Act chosen={asked.chosen} onClose={onClose} onDone={asked.onDone} />
}

/**
 * What can be done with people: `ask` opens the dialog of an act, the others act at once. Held by the page, since the
 * menus that they stand in are gone when they answer.
 */
export function usePeopleChanges() {
  const [asked, ask] = useState<Asked | null>(null)
  const quick = useQuickChanges()
  const dialog = <Suspense fallback={null}>{dialogOf(asked, () => ask(null))}</Suspense>
  return { ...quick, ask, dialog }
}

export type PeopleChanges = ReturnType<typeof usePeopleChanges>
