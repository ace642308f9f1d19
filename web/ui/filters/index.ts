export { Choices, type Choice } from './choices.tsx'
export { FilterButton } from './filter-button.tsx'
export { FilterChip, FilterChips } from './filter-chips.tsx'
