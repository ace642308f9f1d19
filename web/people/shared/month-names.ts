import { useFormat, type Format } from '../../languages/format.tsx'

/** January to December in the reader's language. */
export const useMonthNames = (): readonly string[] => useFormat().months()

/** A birthday as far as it is known: "June 3", "June 1990", "1990"; '' for none. */
export const useBirthday = (): Format['birthday'] => useFormat().birthday
