import type { ReactNode } from 'react'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId, type Translate } from '../../languages/index.ts'
import { Choices, DayRange, FilterButton, FilterChip, FilterChips } from '../filters/index.ts'

/** The filters of a list by their parts of the address, as `useListState` gives them. */
export type Filtered = {
  state: { readonly [part: string]: string | undefined }
  filterCount: number
  /** '' takes a part away. `replace`: no step that "back" undoes. */
  change: (part: Record<string, string>, replace?: boolean) => void
  clearFilters: () => void
}

/** One of a few words. */
type WordFilter = {
  part: string
  legend: TextId
  /** What the choice of none is called: "Any status". */
  any: TextId
  /** Before the value of the chip: "Status is". */
  is: TextId
  /** Few short words stand side by side, many below each other. */
  shape: 'chips' | 'list'
  /** By what stands in the address, in their order. */
  words: Record<string, TextId> | ((t: Translate) => Record<string, string>)
}

/** From one day to another. */
type DayFilter = {
  /** Parts of the address: first and last calendar day. */
  days: readonly [string, string]
  legend: TextId
  labels: readonly [TextId, TextId]
  is: readonly [TextId, TextId]
}

/** A filter that has to ask what there is to choose: its field, and its chip while it is on. */
type OwnFilter = { field: ReactNode; chip: ReactNode }

export type ListFilter = WordFilter | DayFilter | OwnFilter

type Filters = { filtering: Filtered; filters: readonly ListFilter[] }
type One<Kind extends ListFilter> = { filtering: Filtered; filter: Kind }

const wordsOf = ({ words }: WordFilter, t: Translate): [value: string, label: string][] =>
  typeof words === 'function'
    ? Object.entries(words(t))
    : Object.entries(words).map(([value, word]) => [value, t(word)])

const keyOf = (filter: ListFilter, index: number) =>
  'part' in filter ? filter.part : 'days' in filter ? filter.days[0] : index

function WordField({ filtering, filter }: One<WordFilter>) {
  const t = useTexts()
  const { part, legend, any, shape } = filter
  return (
    <Choices
      shape={shape}
      legend={t(legend)}
      choices={[{ value: '', label: t(any) }, ...wordsOf(filter, t).map(([value, label]) => ({ value, label }))]}
      value={filtering.state[part] ?? ''}
      onChange={(value) => filtering.change({ [part]: value })}
    />
  )
}

function DayFields({ filtering: { state, change }, filter }: One<DayFilter>) {
  const t = useTexts()
  const [from, to] = filter.days
  return (
    <DayRange
      legend={t(filter.legend)}
      fromLabel={t(filter.labels[0])}
      toLabel={t(filter.labels[1])}
      from={state[from]}
      to={state[to]}
      onFrom={(day) => change({ [from]: day }, true)}
      onTo={(day) => change({ [to]: day }, true)}
    />
  )
}

/** Opens the filters; `done` stands on the button that closes them on a phone. */
export const FiltersToChoose = ({ filtering, filters, done }: Filters & { done: string }) => (
  <FilterButton count={filtering.filterCount} done={done}>
    {filters.map((filter, index) => {
      if ('part' in filter) return <WordField key={filter.part} filtering={filtering} filter={filter} />
      if ('days' in filter) return <DayFields key={filter.days[0]} filtering={filtering} filter={filter} />
      return <Own key={keyOf(filter, index)}>{filter.field}</Own>
    })}
  </FilterButton>
)

const Own = ({ children }: { children: ReactNode }) => children

function WordChip({ filtering, filter }: One<WordFilter>) {
  const t = useTexts()
  const { part, is } = filter
  const [, word] = wordsOf(filter, t).find(([value]) => value === filtering.state[part]) ?? []
  return word && <FilterChip label={t(is)} value={word} onRemove={() => filtering.change({ [part]: '' })} />
}

function DayChips({ filtering, filter }: One<DayFilter>) {
  const t = useTexts()
  const format = useFormat()
  return filter.days.map((part, index) => {
    const [day, is] = [filtering.state[part], filter.is[index]]
    return (
      day &&
      is && (
        <FilterChip
          key={part}
          label={t(is)}
          value={format.day(day)}
          onRemove={() => filtering.change({ [part]: '' })}
        />
      )
    )
  })
}

/** The filters that are on, each with its way off. */
export function FiltersOn({ filtering, filters }: Filters) {
  if (filtering.filterCount === 0) return null
  return (
    <FilterChips onClearAll={filtering.clearFilters}>
      {filters.map((filter, index) => {
        if ('part' in filter) return <WordChip key={filter.part} filtering={filtering} filter={filter} />
        if ('days' in filter) return <DayChips key={filter.days[0]} filtering={filtering} filter={filter} />
        return <Own key={keyOf(filter, index)}>{filter.chip}</Own>
      })}
    </FilterChips>
  )
}
