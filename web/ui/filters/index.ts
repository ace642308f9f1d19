export { Choices, type Choice } from './choices.tsx'
export { FilterButton } from './filter-button.tsx'
export { OneChoiceChip, OneChoiceFilter, type OneChoice } from './one-choice.tsx'
export { FilterChip, FilterChips } from './filter-chips.tsx'
