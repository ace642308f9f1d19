import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listViews, removeView, saveView, type ListName } from '#contract/identity/views.ts'
import { call } from '../api/call.ts'
import { keyOf, read } from '../api/queries.ts'

type Shown = {
  /** What the list shows now; `useListState` gives both. */
  text: string
  open: (text: string) => void
}

/** The saved views of a list, as the data table takes them: `views={useSavedViews('people', listing)}`. */
export function useSavedViews(list: ListName, { text, open }: Shown) {
  const client = useQueryClient()
  const [isWanted, setWanted] = useState(false)
  const query = useQuery({ ...read(listViews, { query: { list } }), enabled: isWanted })
  const onSettled = () => client.invalidateQueries({ queryKey: keyOf(listViews) })
  const save = useMutation({
    mutationFn: (view: { name: string; state: string; shared: boolean }) => call(saveView, { body: { list, ...view } }),
    onSettled,
  })
  const remove = useMutation({ mutationFn: (id: string) => call(removeView, { params: { id } }), onSettled })
  return {
    items: query.data,
    hasFailed: query.isError,
    onOpen: () => setWanted(true),
    state: text,
    open,
    save: save.mutateAsync,
    remove: remove.mutateAsync,
  }
}
