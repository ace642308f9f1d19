import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listChurches } from '#contract/operator/churches.ts'
import { SEARCH_MIN_LENGTH } from '#contract/people/persons.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { read } from '../../api/queries.ts'
import { IconBuildingChurch } from '../../ui/icons.ts'
import { useSettled } from '../../device/clock.ts'
import { FindBox, statusOf, type FoundGroup, usePlaceGroup } from './find-box.tsx'
import type { FindProps } from './use-find.tsx'

const PAUSE_MS = 300
const CHURCHES_AT_MOST = 8

function useChurchSearch(typed: string) {
  const wanted = typed.trim()
  const isLongEnough = wanted.length >= SEARCH_MIN_LENGTH
  const search = useSettled(wanted, PAUSE_MS)
  const query = useQuery({
    ...read(listChurches, { query: { search, limit: CHURCHES_AT_MOST } }),
    enabled: isLongEnough && search === wanted,
    placeholderData: keepPreviousData,
  })
  const isFresh = search === wanted && !query.isFetching && !query.isPlaceholderData
  return {
    churches: isLongEnough ? (query.data?.items ?? []) : [],
    isLongEnough,
    isSettled: !isLongEnough || isFresh,
    hasFailed: query.isError,
  }
}

/** Quick search at the operator's desk: its places, and churches by name. */
export function Find({ sections, onClose }: FindProps) {
  const t = useTexts()
  const [typed, setTyped] = useState('')
  const { churches, ...search } = useChurchSearch(typed)
  const groups: FoundGroup[] = [
    usePlaceGroup(sections, typed),
    {
      id: 'churches',
      title: t('ui.find.churches'),
      found: churches.map(({ id, name, city }) => ({
        id,
        mark: <IconBuildingChurch size={20} stroke={1.75} aria-hidden="true" />,
        name,
        ...(city && { aside: city }),
        to: paths.consoleChurch,
        params: { id },
      })),
    },
  ]
  const count = groups.reduce((sum, { found }) => sum + found.length, 0)
  return (
    <FindBox
      typed={typed}
      onType={setTyped}
      placeholder={t('ui.find.inDesk')}
      groups={groups}
      isSettled={search.isSettled}
      status={statusOf({ ...search, typed, count, isAsked: true }, t)}
      onClose={onClose}
    />
  )
}
