import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listViews, removeView, saveView, type ListName } from '#contract/identity/views.ts'
import { call } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { read } from '../api/queries.ts'

type Shown = {
  /** What the list shows now; `useListState` gives both. */
  text: string
  open: (text: string) => void
}

/** The saved views of a list, as the data table takes them: `views={useSavedViews('people', listing)}`. */
export function useSavedViews(list: ListName, { text, open }: Shown) {
  const [isWanted, setWanted] = useState(false)
  const query = useQuery({ ...read(listViews, { query: { list } }), enabled: isWanted })
  const refreshes = [listViews]
  const save = useCall(
    (view: { name: string; state: string; shared: boolean }) => call(saveView, { body: { list, ...view } }),
    { refreshes },
  )
  const remove = useCall((id: string) => call(removeView, { params: { id } }), { refreshes })
  return {
    items: query.data,
    hasFailed: query.isError,
    onOpen: () => setWanted(true),
    state: text,
    open,
    save: save.send,
    remove: remove.send,
  }
}
