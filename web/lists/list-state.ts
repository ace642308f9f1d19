import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * What a list shows, as it stands in the address: only what differs from the list's usual state, and each part a plain
 * text. A list adds its own filters (web/people/people-filter.ts is the model).
 */
export type ListState = { search?: string; sort?: string; columns?: string; page?: string }

export type ListShape = {
  /** Every way to sort; the first is the usual one. A minus in front means from the end. */
  sorts?: readonly string[]
  /** Columns that can be shown, in their order. */
  columns?: readonly string[]
  /** Those that are shown unless others were chosen. */
  shown?: readonly string[]
  /** It is read page by page, by their numbers. */
  isPaged?: boolean
}

const LONGEST_SEARCH = 100

/** Text of an address, without spaces around it; digits are read as a number there. What is no text is ''. */
export const textIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, LONGEST_SEARCH) : ''

/** One of these words, or undefined. */
export const wordIn = <Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find((word) => word === value)

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A calendar day (YYYY-MM-DD) that there is, or ''. */
export function dayIn(value: unknown): string {
  const text = textIn(value)
  const isDay = DAY.test(text) && text > '0001' && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
  return isDay ? text : ''
}

/** The number of a page behind the first, or ''. */
function pageIn(value: unknown): string {
  const text = textIn(value)
  return /^[1-9]\d{0,5}$/.test(text) && text !== '1' ? text : ''
}

const same = (one: readonly string[], other: readonly string[]) => one.join() === other.join()

function columnsIn({ columns = [], shown = columns }: ListShape, value: unknown): string {
  if (typeof value !== 'string') return ''
  const wanted = new Set(value.split(','))
  const known = columns.filter((column) => wanted.has(column))
  return known.length === 0 || same(known, shown) ? '' : known.join(',')
}

/** Takes from an address what makes sense for the list and leaves the rest, what is usual included. */
export function listStateOf(shape: ListShape, address: Record<string, unknown>): ListState {
  const search = textIn(address['search'])
  const sort = wordIn(shape.sorts?.slice(1) ?? [], address['sort'])
  const columns = columnsIn(shape, address['columns'])
  const page = shape.isPaged ? pageIn(address['page']) : ''
  return { ...(search && { search }), ...(sort && { sort }), ...(columns && { columns }), ...(page && { page }) }
}

/** The columns that are shown. */
export const shownColumns = ({ columns = [], shown = columns }: ListShape, state: ListState): readonly string[] =>
  state.columns?.split(',') ?? shown

type Address = Record<string, string | undefined>

/** The state as one text, to keep it under a name; `stateFrom` reads it. */
export const stateText = (state: Address): string =>
  new URLSearchParams(Object.entries(state).flatMap(([name, value]) => (value ? [[name, value]] : []))).toString()
export const stateFrom = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

const keyOf = (list: string) => `nx.list.${list}.columns`

/**
 * The columns that were chosen last are there again when the list is entered by its bare address; an address that says
 * anything is shown as it is.
 */
function useKeptColumns(list: string, state: Address, choose: (columns: string) => void) {
  const { columns = '' } = state
  const isEntered = useRef(false)
  const keep = useEffectEvent((shown: string) => {
    if (isEntered.current) {
      if (shown) localStorage.setItem(keyOf(list), shown)
      else localStorage.removeItem(keyOf(list))
      return
    }
    isEntered.current = true
    const kept = localStorage.getItem(keyOf(list))
    if (kept && Object.keys(state).length === 0) choose(kept)
  })
  useEffect(() => keep(columns), [columns])
}

type Held<State> = {
  /** What the device keeps the columns under: "people". */
  name: string
  shape: ListShape
  state: State
  /** The list's own reading of an address: types it and leaves out what makes no sense. */
  read: (address: Record<string, unknown>) => State
  /** Goes to the list in this state. `replace`: no step that "back" undoes. */
  go: (state: State, replace: boolean) => void
}

/** Search, sort and columns of a list for its table, and `change` for the filters of its own. */
export function useListState<State extends ListState & Address>({ name, shape, state, read, go }: Held<State>) {
  // Another search or filter is looked at from its first page.
  const change = (part: Address, replace = false) => go(read({ ...state, page: '', ...part }), replace)
  useKeptColumns(name, state, (columns) => change({ columns }, true))
  const { search = '', sort = shape.sorts?.[0] ?? '' } = state
  const { search: _, sort: __, columns: ___, page = '1', ...filters } = state
  return {
    state,
    search,
    sort,
    shown: shownColumns(shape, state),
    /** The filters that are on, the search not among them. */
    filters,
    filterCount: Object.keys(filters).length,
    /** Something is left out of the list. */
    isNarrowed: search !== '' || Object.keys(filters).length > 0,
    /** Names what the list looks for; sort and columns do not matter. */
    found: stateText({ ...filters, search }),
    /** One or more parts; '' takes a part away. */
    change,
    searchFor: (wanted: string) => change({ search: wanted }, true),
    page: Number(page),
    turnTo: (wanted: number) => change({ page: String(wanted) }),
    sortBy: (wanted: string) => change({ sort: wanted }),
    showColumns: (wanted: readonly string[]) => change({ columns: wanted.join(',') }, true),
    clearFilters: () => change(Object.fromEntries(Object.keys(filters).map((part) => [part, '']))),
    clearAll: () => change(Object.fromEntries([...Object.keys(filters), 'search'].map((part) => [part, '']))),
    text: stateText(state),
    open: (text: string) => go(read(stateFrom(text)), false),
  }
}
