import { z } from 'zod'
import { safeBase } from '../calls/addresses.ts'
import { exchange, type Answer } from '../calls/exchange.ts'
import { jsonCaller, type Question } from '../calls/json-caller.ts'
import type { Patience } from '../calls/patience.ts'
import { read, refusal } from '../calls/read.ts'
import { ProviderAway } from '../provider.ts'

export type AskPayPal = {
  /** Answers with what came; throws PayPal's refusal by its issue. */
  ask: (question: Question) => Promise<unknown>
  /** The same for a body that must go as it is. */
  send: (question: Omit<Question, 'body' | 'method'> & { raw: Uint8Array<ArrayBuffer> }) => Promise<unknown>
}

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
/** A token is let go a minute before its end: a call takes its time. */
const MARGIN_SECONDS = 60

/** Calls PayPal with a token, which is kept until shortly before its end and had anew when PayPal no longer takes it. */
export function paypalCaller(keys: { url: string; clientId: string; clientSecret: string }): AskPayPal {
  const base = safeBase('PayPal', keys.url)
  const basic = Buffer.from(`${keys.clientId}:${keys.clientSecret}`).toString('base64')
  let token: { word: string; end: number } | null = null

  async function tokenFor(patience: Patience): Promise<string> {
    if (token && performance.now() < token.end) return token.word
    const answer = await exchange({
      url: `${base}/v1/oauth2/token`,
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
      signal: patience.signal,
    })
    const { access_token, expires_in } = read(granted, dataOf(answer))
    token = { word: access_token, end: performance.now() + (expires_in - MARGIN_SECONDS) * 1_000 }
    return access_token
  }

  async function withToken(patience: Patience, call: (word: string) => Promise<Answer>): Promise<unknown> {
    const answer = await call(await tokenFor(patience))
    if (answer.status !== 401) return dataOf(answer)
    token = null
    return dataOf(await call(await tokenFor(patience)))
  }

  return {
    ask: (question) => withToken(question.patience, (word) => jsonCaller(base, word)(question)),
    send: ({ path, raw, patience }) =>
      withToken(patience, (word) =>
        exchange({
          url: base + path,
          method: 'POST',
          headers: { authorization: `Bearer ${word}`, 'content-type': 'application/json' },
          body: raw,
          signal: patience.signal,
        }),
      ),
  }
}

const problem = z.object({
  name: z.string().optional().catch(undefined),
  details: z
    .array(z.object({ issue: z.string() }))
    .optional()
    .catch(undefined),
})

function dataOf({ status, body }: Answer): unknown {
  if (status < 400) return body
  // The same is under way at this moment; what became of it is to be asked anew.
  if (status === 409) throw new ProviderAway('The provider answered 409.')
  const { name, details } = problem.parse(body)
  throw refusal(status, details?.[0]?.issue ?? name)
}
