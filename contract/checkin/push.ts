import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Whether this browser is told of what cannot wait, such as a class that asks for a parent. */
const state = z.object({
  /** True: this session has a browser that is told. */
  on: z.boolean(),
})

/** 65 and 16 bytes as base64url without padding (RFC 8291). */
const publicKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{87}$/))
const secret = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/))

export const readPush = endpoint({
  method: 'GET',
  path: '/api/checkin/push',
  access: 'guardian_always',
  summary: 'Whether this browser is told by push, and the key to subscribe with',
  response: z.extend(state, {
    /** The server’s VAPID key, as `applicationServerKey` takes it. */
    publicKey,
  }),
  errors: [],
})

/**
 * Ends with the session: who signs out is told nothing more. With the same again nothing changes; another subscription of
 * the same session takes the place of the one before.
 */
export const openPush = endpoint({
  method: 'PUT',
  path: '/api/checkin/push',
  access: 'guardian_always',
  summary: 'Tell this browser by push',
  /** What `PushSubscription.toJSON()` gives. Only the push services of the known browsers are written to. */
  body: z.object({
    endpoint: z.string().check(z.maxLength(2048)),
    keys: z.object({ p256dh: publicKey, auth: secret }),
  }),
  response: state,
  errors: ['invalid_input'],
})

export const closePush = endpoint({
  method: 'DELETE',
  path: '/api/checkin/push',
  access: 'guardian_always',
  summary: 'Tell this browser nothing more',
  response: state,
  errors: [],
})
