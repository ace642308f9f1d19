import type { z } from 'zod'

/** The caller's mistake: answered with 400 and this sentence. */
export class BadInput extends Error {
  readonly statusCode = 400
}

/** The value as the schema reads it, or BadInput with a sentence that names the first wrong place. */
export function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const place = issue?.path.join('.') || 'input'
  throw new BadInput(`${place}: ${issue?.message ?? 'cannot be read'}`)
}
