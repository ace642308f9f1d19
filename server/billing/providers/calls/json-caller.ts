import { exchange, type Answer } from './exchange.ts'
import type { Patience } from './patience.ts'

export type Question = {
  method: 'GET' | 'POST'
  path: string
  body?: object
  headers?: Record<string, string>
  patience: Patience
}

export type Ask = (question: Question) => Promise<Answer>

/** Calls in JSON with the secret key as a bearer. Answers with what came, refusals (4xx) too. */
export const jsonCaller =
  (base: string, key: string): Ask =>
  ({ method, path, body, headers, patience }) =>
    exchange({
      url: base + path,
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body ? JSON.stringify(body) : null,
      signal: patience.signal,
    })
