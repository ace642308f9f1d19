import { z } from 'zod'
import type { Answer } from '../calls/exchange.ts'
import { refusal } from '../calls/read.ts'
import { ProviderAway } from '../provider.ts'

const refused = z.object({
  code: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
})

/** Older answers have no code, only a sentence. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/duplicate transaction reference/i, 'duplicate_reference'],
  [/reference not found/i, 'transaction_not_found'],
  [/fully reversed/i, 'transaction_reversed'],
]

/** What Paystack answered with. Throws its refusal, by its code. */
export function data({ status, body }: Answer): unknown {
  if (status < 400 && body['status'] === true) return body['data']
  const { code, message = '' } = refused.parse(body)
  if (status < 400 && body['status'] !== false)
    throw new ProviderAway('The provider answered something that is not its protocol.')
  throw refusal(status, SENTENCES.find(([sentence]) => sentence.test(message))?.[1] ?? code)
}
