import { useState } from 'react'
import type { DeskChange } from '#contract/operator/changes.ts'
import type { Settings } from '#contract/operator/settings.ts'
import { draftOf, settingsOf, twiceIn, type SettingsDraft } from './draft.ts'
import { useSaveSettings } from './use-settings.ts'

/** The settings being written. What another operator has saved meanwhile is replaced only by a second press. */
export function useSettingsForm(settings: Settings, onSaved: (change: DeskChange | null) => void) {
  const save = useSaveSettings()
  const [before, setBefore] = useState(settings)
  const [draft, setDraft] = useState(() => draftOf(settings))
  const [isOvertaken, setOvertaken] = useState(false)
  const isTwice = twiceIn(draft.approvalLimits) !== undefined || twiceIn(draft.bankAccounts) !== undefined
  const send = (reason: string) => {
    if (save.isPending || isTwice) return
    type Saved = { settings: Settings; isSaved: boolean; change: DeskChange | null }
    const answered = ({ settings: now, isSaved, change }: Saved) => {
      setBefore(now)
      setOvertaken(!isSaved)
      if (!isSaved) return
      setDraft(draftOf(now))
      onSaved(change)
    }
    save.mutate({ wanted: settingsOf(draft), before, reason }, { onSuccess: answered })
  }
  const takeTheirs = () => {
    setDraft(draftOf(before))
    setOvertaken(false)
  }
  return {
    draft,
    set: (change: Partial<SettingsDraft>) => setDraft((typed) => ({ ...typed, ...change })),
    send,
    isBusy: save.isPending,
    failure: save.error,
    isOvertaken,
    takeTheirs,
  }
}
