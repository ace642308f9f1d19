import { z } from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { Ability } from './abilities.ts'

type Schema = z.ZodMiniType

/** What a JSON body may weigh where its call says nothing else (`bodyBytes`). */
export const BODY_BYTES = 64 * 1024

/** The `response` of a call that answers a file. */
export const fileAnswer = z.unknown()

/**
 * Who may call.
 * - `public`: nobody needs to be signed in.
 * - `signed_in`: any staff session, whatever the gate (the session's own calls: who am I, sign out).
 * - `staff`: the same while the church's gate is open; what is answered is up to their abilities.
 * - `guardian`: a guardian at the portal of a church whose gate is open; `guardian_always`: whatever its gate.
 * - `operator`: an operator of the installation, at the desk; no church's staff ever passes.
 * - `{ ability }`: staff who have that ability, while the church's gate is open; with `whileGated` also while
 *   its subscription is expired or its capacity exceeded.
 */
export type Access =
  | 'public'
  | 'signed_in'
  | 'staff'
  | 'guardian'
  | 'guardian_always'
  | 'operator'
  | { ability: Ability; whileGated?: true }

/** One call of the API: what goes in, what comes out, how it may fail. Server and web both read this object. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Parameters stand in braces: `/api/messaging/sms/{id}`. Matched without regard to case. */
  path: string
  access: Access
  /** One sentence for the API's documentation. */
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  /** Bytes of the largest JSON body, where it takes more than `BODY_BYTES`. */
  bodyBytes?: number
  /** Signed over the bytes of its body, which is read after the signature was checked: a webhook. */
  signed?: true
  /** The call takes one file in this multipart field. */
  multipart?: { field: string; maxBytes: number }
  response: Schema
  /** Answers a file instead of JSON; `response` then only says so (`fileAnswer`). A refusal is JSON as everywhere. */
  download?: true
  /** Answers messages as long as the caller listens (server-sent events); `response` is one message. */
  stream?: true
  /** Of `signed_in` calls: passes for a station that was locked too, which otherwise may do self-service only. */
  whileLocked?: true
  /** Of `operator` calls: passes before the operator has a second factor. */
  whileEnrolling?: true
  /** Of `operator` calls: the operator has typed the password within the last 15 minutes. */
  recentPassword?: true
  errors: readonly ErrorCode[]
  /** Honours an `Idempotency-Key`: spends, sends or registers. */
  idempotent?: true
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Part<E, K extends string> = E extends Record<K, infer S extends Schema> ? S : never
type Parts = 'params' | 'query' | 'body'

/** What a caller hands over: only the parts that the endpoint names. */
export type CallArgs<E extends Endpoint> = {
  [K in Parts as Part<E, K> extends never ? never : K]: z.input<Part<E, K>>
} & (E extends { multipart: object } ? { file: File } : unknown)

/** What the act receives after validation; the parts are never merged, so a body cannot override a path. */
export type Received<E extends Endpoint> = {
  [K in Parts as Part<E, K> extends never ? never : K]: z.output<Part<E, K>>
}

/** What the server answers. */
export type Answer<E extends Endpoint> = z.input<E['response']>

/** What the caller gets. */
export type Result<E extends Endpoint> = z.output<E['response']>
