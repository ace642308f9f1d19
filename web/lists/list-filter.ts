import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { listStateOf, textIn, useListState, wordIn, type ListShape, type ListState } from './list-state.ts'

/** Reads one part of an address; nothing where it makes no sense. */
type Part = (value: unknown) => string | undefined
type Parts = Record<string, Part>
/** What of a list is looked at; it stands in the address, so that a link and the way back show the same. */
type FilterOf<Read extends Parts> = ListState & {
  [Name in keyof Read]?: Exclude<ReturnType<Read[Name]>, '' | undefined>
}

/** One of these words. */
export const oneOf =
  <const Word extends string>(words: readonly Word[]) =>
  (value: unknown): Word | undefined =>
    wordIn(words, value)

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The id of something, or ''. */
export function idIn(value: unknown): string {
  const text = textIn(value)
  return UUID.test(text) ? text : ''
}

/** What a list is asked for: all but how it is shown. */
export function askedOf<State extends ListState>(state: State): Omit<State, 'sort' | 'columns'> {
  const { sort: _, columns: __, ...asked } = state
  return asked
}

type Listing<Read extends Parts> = {
  /** What the device keeps the columns under: "people". */
  name: string
  /** From `paths`. */
  path: string
  shape?: ListShape
  parts: Read
}

/**
 * The filter of a list: how it reads an address, and the hook of its page. Typing replaces the address; each filter is a
 * step that "back" undoes. With `params` it is one list among others on a page: looking at it in another way is no step.
 */
export function listFilter<Read extends Parts>({ name, path, shape = {}, parts }: Listing<Read>) {
  /** Takes from an address what makes sense and leaves the rest. */
  const of = (address: Record<string, unknown>) => {
    const read = Object.entries(parts).map(([part, readPart]) => [part, readPart(address[part])] as const)
    const known = Object.fromEntries(read.filter(([, value]) => value))
    return { ...listStateOf(shape, address), ...known } as FilterOf<Read>
  }
  const useFilter = (params?: { id: string }) => {
    // The router keeps what its validation left out beside what it answered, so the address is read once more.
    const address: Record<string, unknown> = useSearch({ strict: false })
    const state = useMemo(() => of(address), [address])
    const navigate = useNavigate()
    return useListState<FilterOf<Read>>({
      name,
      shape,
      state,
      read: of,
      go: (search, replace) =>
        // The router's own type knows only the pages that stand in it already.
        void navigate({
          to: path as '/tenant/people/$id',
          params: params as { id: string },
          // A number stands there as one, without quotation marks.
          search: { ...search, ...(search.page && { page: Number(search.page) }) } as object,
          replace: params !== undefined || replace,
          resetScroll: false,
        }),
    })
  }
  return { of, useFilter }
}
