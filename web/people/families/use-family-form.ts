import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addFamily, editFamily, readFamily, type FamilyRow } from '#contract/people/families.ts'
import { call } from '../../lib/api.ts'
import { usePressKey } from '../../lib/press-key.ts'
import { read } from '../../lib/queries.ts'
import { hasCode } from '../shared/failure-text.ts'
import { usePeopleChanged } from '../shared/use-people-changed.ts'
import { bodyOf, emptyFamily, familyDraftOf, isFamilyChanged, type FamilyDraft } from './draft.ts'
import { rebaseFamily, type FamilyField } from './rebase.ts'

/** What somebody else has written meanwhile, and the fields that were typed here too. */
export type FamilyMeanwhile = { theirs: FamilyDraft; clashes: readonly FamilyField[] }

/**
 * A family being written down (null) or changed. When somebody else was faster, their changes come in beside what was
 * typed here.
 */
export function useFamilyForm(family: FamilyRow | null, onSaved: (family: FamilyRow) => void) {
  const client = useQueryClient()
  const changed = usePeopleChanged()
  const press = usePressKey()
  const [base, setBase] = useState(family)
  const [draft, setDraft] = useState(() => (family ? familyDraftOf(family) : emptyFamily))
  const [meanwhile, setMeanwhile] = useState<FamilyMeanwhile | null>(null)
  const before = base ? familyDraftOf(base) : emptyFamily
  const takeIn = (fresh: FamilyRow) => {
    const theirs = familyDraftOf(fresh)
    const { draft: both, clashes } = rebaseFamily(draft, before, theirs)
    setBase(fresh)
    setDraft(both)
    setMeanwhile({ theirs, clashes })
  }
  const save = useMutation({
    mutationFn: async () => {
      const body = bodyOf(draft)
      if (!base) return call(addFamily, { body }, { idempotencyKey: press.keyFor(body) })
      const params = { id: base.id }
      try {
        return await call(editFamily, { params, body: { ...body, version: base.version } })
      } catch (failure) {
        if (!hasCode(failure, 'changed_meanwhile')) throw failure
        takeIn(await call(readFamily, { params }))
        return null
      }
    },
    onSuccess: (saved) => {
      if (!saved) return
      press.done()
      client.setQueryData(read(readFamily, { params: { id: saved.id } }).queryKey, saved)
      void changed()
      onSaved(saved)
    },
  })
  const change = (part: Partial<FamilyDraft>) => {
    // What was refused is being changed.
    if (save.isError) save.reset()
    setDraft((typed) => ({ ...typed, ...part }))
  }
  return { draft, change, save, meanwhile, isUnsaved: isFamilyChanged(draft, before) }
}
