import { z } from 'zod'
import type { Answer } from '../calls/exchange.ts'
import { read, refusal } from '../calls/read.ts'

const envelope = z.object({ status: z.enum(['success', 'error']), message: z.string().catch('') })

/** Flutterwave says why in sentences only. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/no transaction was found/i, 'transaction_not_found'],
  [/^no refunds?( was| were)?( found)?\b/i, 'no_refunds'],
  [/duplicate|already exists?/i, 'duplicate_reference'],
]

/** What Flutterwave answered with. Throws its refusal. */
export function data({ status, body }: Answer): unknown {
  const said = read(envelope, body)
  if (status < 400 && said.status === 'success') return body['data']
  throw refusal(status, SENTENCES.find(([sentence]) => sentence.test(said.message))?.[1])
}
