import { useState, type ReactNode } from 'react'
import { MergeDialog } from '../merge/merge-dialog.tsx'
import type { Chosen } from './act-dialog.tsx'
import { ArchiveDialog } from './archive-dialog.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { KindDialog } from './kind-dialog.tsx'
import { useQuickActs } from './use-quick-acts.ts'

const dialogs = { group: GroupDialog, kind: KindDialog, archive: ArchiveDialog, erase: EraseDialog }
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
export function usePeopleActs() {
  const [asked, ask] = useState<Asked | null>(null)
  const quick = useQuickActs()
  return { ...quick, ask, dialog: dialogOf(asked, () => ask(null)) }
}

export type PeopleActs = ReturnType<typeof usePeopleActs>
