import { useSettled } from '../device/clock.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getSearchedUsers, SEARCH_MIN_LENGTH } from '#contract/people/persons.ts'
import { read } from '../api/queries.ts'

const PAUSE_MS = 300

/** Persons found by at least three letters, asked after a pause in typing. */
export function usePersonSearch(typed: string) {
  const wanted = typed.trim()
  const searchText = useSettled(wanted, PAUSE_MS)
  const isLongEnough = wanted.length >= SEARCH_MIN_LENGTH
  const query = useQuery({
    ...read(getSearchedUsers, { query: { searchText } }),
    enabled: searchText.length >= SEARCH_MIN_LENGTH && isLongEnough,
    placeholderData: keepPreviousData,
  })
  const isSettled = searchText === wanted && !query.isFetching && !query.isPlaceholderData
  return {
    found: isLongEnough ? (query.data ?? []) : [],
    isLongEnough,
    isSettled,
    failure: isSettled ? query.error : null,
  }
}
