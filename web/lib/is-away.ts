import { ApiFailure } from './api.ts'

/** No answer came, or only that the server cannot be reached or cannot reach its database: what is kept here goes on. */
export const isAway = (failure: unknown): boolean =>
  failure instanceof ApiFailure && (failure.status === 0 || failure.code === 'unavailable' || failure.status >= 502)
