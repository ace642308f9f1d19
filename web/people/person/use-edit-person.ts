import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { editPerson, readPerson, type PersonDetail } from '#contract/people/persons.ts'
import { call } from '../../lib/api.ts'
import { read } from '../../lib/queries.ts'
import { hasCode } from '../shared/failure-text.ts'
import { usePeopleChanged } from '../shared/use-people-changed.ts'
import {
  bodyOf,
  draftOf,
  groupIdsOf,
  hasOtherGroups,
  isChanged,
  rebase,
  type DraftField,
  type PersonDraft,
} from './draft.ts'

/** What somebody else has written meanwhile, and the fields that were typed here too. */
export type Meanwhile = { theirs: PersonDraft; clashes: readonly DraftField[] }

/** A person being changed. When somebody else was faster, their changes come in beside what was typed here. */
export function useEditPerson(person: PersonDetail, onSaved: (person: PersonDetail) => void) {
  const client = useQueryClient()
  const changed = usePeopleChanged()
  const [base, setBase] = useState(person)
  const [draft, setDraft] = useState(() => draftOf(person))
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  const before = draftOf(base)
  const params = { id: person.id }
  const takeIn = (fresh: PersonDetail) => {
    const theirs = draftOf(fresh)
    const { draft: both, clashes } = rebase(draft, before, theirs)
    setBase(fresh)
    setDraft(both)
    setMeanwhile({ theirs, clashes })
  }
  const edit = useMutation({
    mutationFn: async () => {
      const groups = hasOtherGroups(draft, before)
        ? { groupIds: groupIdsOf(draft), groupsBefore: groupIdsOf(before) }
        : {}
      const body = { ...bodyOf(draft), ...groups, version: base.version }
      try {
        return await call(editPerson, { params, body })
      } catch (failure) {
        if (!hasCode(failure, 'changed_meanwhile')) throw failure
        takeIn(await call(readPerson, { params }))
        return null
      }
    },
    onSuccess: (saved) => {
      if (!saved) return
      client.setQueryData(read(readPerson, { params }).queryKey, saved)
      void changed()
      onSaved(saved)
    },
  })
  const change = (part: Partial<PersonDraft>) => {
    // What was refused is being changed.
    if (edit.isError) edit.reset()
    setDraft((typed) => ({ ...typed, ...part }))
  }
  return { draft, change, edit, meanwhile, isUnsaved: isChanged(draft, before) }
}
