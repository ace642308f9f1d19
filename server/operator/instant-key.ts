import { z } from 'zod/mini'

/** An instant in a page's cursor: as we write it, and one that PostgreSQL knows. */
export const instantKey = z
  .string()
  .check(
    z.refine(
      (text) =>
        /^\d{4}-/.test(text) &&
        text > '0001' &&
        Number.isFinite(Date.parse(text)) &&
        new Date(text).toISOString() === text,
    ),
  )
