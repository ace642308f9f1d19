import { z } from 'zod'
import { minorFrom } from '../amounts.ts'
import { ProviderAway, ProviderRefusal } from '../provider.ts'
import { isSafe } from './addresses.ts'

/** Reads what a provider answered; ProviderAway when it is not what its protocol says. What it was stays unsaid. */
export function read<T>(shape: z.ZodType<T>, answer: unknown): T {
  const parsed = shape.safeParse(answer)
  if (!parsed.success) throw new ProviderAway('The provider answered something that is not its protocol.')
  return parsed.data
}

/** A provider's name of a thing, that we keep. */
export const providerId = z.string().min(1).max(255)

/** The same, where the provider writes a number. */
export const numberId = z
  .int()
  .nonnegative()
  .transform((id) => String(id))

/** Where a payer is sent. */
export const pageUrl = z
  .url()
  .max(4_000)
  .refine((url) => isSafe(url))

export const currencyCode = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .transform((code) => code.toUpperCase())

/** Our minor units of an amount that a provider says in major ones. */
export function minorSaid(major: string | number, currency: string): number {
  const minor = minorFrom(major, currency)
  if (minor === null) throw new ProviderAway('The provider answered an amount that its currency does not have.')
  return minor
}

const CODE = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/

/**
 * The provider will not do what was asked. Its own code is kept where it is one; a sentence of its own could name the
 * payer, and stays out.
 */
export function refusal(status: number, code: unknown): ProviderRefusal {
  if (status === 401 || status === 403) return new ProviderRefusal('The provider refused our key.', 'unauthorized')
  const word = typeof code === 'string' && CODE.test(code) ? code : `http_${status}`
  return new ProviderRefusal(`The provider refused: ${status} ${word}.`, word)
}
