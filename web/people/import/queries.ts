import { useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { listGroups } from '#contract/people/groups.ts'
import {
  applyImport,
  discardImport,
  listImportRows,
  listImports,
  planImport,
  readImport,
  summariseImport,
  undoImport,
  type ImportFile,
  type ImportPlan,
  type ImportRow,
} from '#contract/people/imports.ts'
import { listPeople } from '#contract/people/persons.ts'
import { call, type ApiFailure } from '../../api/call.ts'
import { useCall, useRefresh } from '../../api/use-call.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { keyOf, read } from '../../api/queries.ts'
import { sessionQuery } from '../../session/session.ts'
import { hasMovedOn } from './words.ts'
import { rowsQueryOf, type RowsFilter } from './import-filter.ts'
import { isMoving, paceOf } from './pace.ts'

export const importQuery = (id: string) => read(readImport, { params: { id } })

/** One import, looked at again as long as something happens with it and the page is in sight. */
const following = (id: string) => ({
  ...importQuery(id),
  refetchInterval: ({ state }: { state: { data: ImportFile | undefined } }) =>
    state.data ? paceOf(state.data) : false,
})

/** After a step the people, the groups, the list of imports and what the session counts are other than before. */
function useAfterStep(file: ImportFile | undefined): void {
  const client = useQueryClient()
  const state = file?.state
  const before = useRef(state)
  useEffect(() => {
    const hasEnded = before.current && state && isMoving(before.current) && !isMoving(state)
    before.current = state
    if (!hasEnded) return
    const changed = [listImports, listImportRows, listPeople, listGroups].map(keyOf)
    for (const queryKey of [...changed, sessionQuery.queryKey]) void client.invalidateQueries({ queryKey })
  }, [client, state])
}

export function useImport(id: string) {
  const query = useQuery(following(id))
  useAfterStep(query.data)
  return query
}

const byId = (results: UseQueryResult<ImportFile>[]) =>
  Object.fromEntries(results.flatMap(({ data }) => (data ? [[data.id, data]] : [])))

/** Past imports, the newest first, page by page; those at work are followed one by one. */
export function useImports() {
  const list = usePagedList<ImportFile>(keyOf(listImports), (page, signal) =>
    call(listImports, { query: page }, { signal }),
  )
  const running = list.rows.filter(({ state }) => isMoving(state))
  const fresh = useQueries({ queries: running.map(({ id }) => following(id)), combine: byId })
  const rows = useMemo(() => list.rows.map((row) => fresh[row.id] ?? row), [list.rows, fresh])
  return { ...list, rows }
}

/** What happens, or has happened, to each row of the file. */
export function useImportRows(file: ImportFile, filter: RowsFilter) {
  const { id } = file
  const query = rowsQueryOf(filter)
  return usePagedList<ImportRow>([...keyOf(listImportRows), id, runOf(file), query], (page, signal) =>
    call(listImportRows, { params: { id }, query: { ...query, ...page } }, { signal }),
  )
}

/** Why values or rows are left out, summed up; of one dry run. */
export const useReasons = (file: ImportFile) =>
  useQuery({
    queryKey: [...keyOf(summariseImport), file.id, runOf(file)],
    queryFn: ({ signal }) => call(summariseImport, { params: { id: file.id } }, { signal }),
  })

/** What the rows say belongs to one dry run: another one has other figures. */
const runOf = ({ state, appliedAt, plan }: ImportFile) => JSON.stringify([state === 'checked', appliedAt, plan])

/** An act answers how the import stands then; one that has moved on meanwhile is read again. */
function useImportCall<Sent = void>(id: string, work: (sent: Sent) => Promise<ImportFile>) {
  const client = useQueryClient()
  const { queryKey } = importQuery(id)
  const answer = async (sent: Sent) => {
    const file = await work(sent)
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, file)
    return file
  }
  return useCall(answer, useMovedOn(id))
}

/** What is known of an import is old, of this one only where it was refused for that. */
function useMovedOn(id: string) {
  const client = useQueryClient()
  const refresh = useRefresh()
  return {
    done: () => void refresh(listImports),
    failed: (failure: ApiFailure) => {
      if (!hasMovedOn(failure)) return
      void client.invalidateQueries({ queryKey: importQuery(id).queryKey })
      void refresh(listImports)
    },
  }
}

export const usePlanImport = (id: string) =>
  useImportCall(id, (plan: ImportPlan) => call(planImport, { params: { id }, body: plan }))
export const useApplyImport = (id: string) => useImportCall(id, () => call(applyImport, { params: { id } }))
export const useUndoImport = (id: string) => useImportCall(id, () => call(undoImport, { params: { id } }))

export const useDiscardImport = (id: string) => useCall(() => call(discardImport, { params: { id } }), useMovedOn(id))
