export { Choices } from './choices.tsx'
export { DayRange } from './day-range.tsx'
export { FilterButton } from './filter-button.tsx'
export { FilterChip, FilterChips } from './filter-chips.tsx'
