import { z } from 'zod/mini'
import { endpoint, type Access } from '../endpoint.ts'
import { id, idParams } from '../pages.ts'
import { pushCategory } from './topics.ts'

/** Whether this browser is told. */
const pushState = z.object({
  /** True: this session has a browser that is told. */
  on: z.boolean(),
})

/** A browser by which the person is told. */
const pushDevice = z.object({
  id,
  /** `Chrome on Android`; null: it did not say. */
  name: z.nullable(z.string()),
  isThis: z.boolean(),
  /** Instants, ISO 8601. */
  addedAt: z.string(),
  /** When a push service took something for it last; null: never yet. */
  lastTakenAt: z.nullable(z.string()),
})
export type PushDevice = z.infer<typeof pushDevice>

/** 65 and 16 bytes as base64url without padding (RFC 8291). */
const publicKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{87}$/))
const secret = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/))

export const pushStanding = z.extend(pushState, {
  /** The server’s VAPID key, as `applicationServerKey` takes it. */
  publicKey,
  /** All browsers of the person, the latest first. */
  devices: z.array(pushDevice),
  /** What the person can be told of, in the order to show. */
  categories: z.array(z.object({ name: pushCategory, on: z.boolean() })),
})

export type PushStanding = z.infer<typeof pushStanding>

/** What `PushSubscription.toJSON()` gives. Only the push services of the known browsers are written to. */
const pushSubscription = z.object({
  endpoint: z.string().check(z.maxLength(2048)),
  keys: z.object({ p256dh: publicKey, auth: secret }),
})

/** The same calls at the portal and at the pages of the staff: what is told to one's own browsers. */
const ownPush = <Base extends string, Who extends Access>(base: Base, access: Who) => ({
  read: endpoint({
    method: 'GET',
    path: `${base}`,
    access,
    summary:
      'Whether this browser is told by push, the key to subscribe with, all own devices and what they are told of',
    response: pushStanding,
    errors: [],
  }),
  /**
   * Ends with the session: who signs out is told nothing more. With the same again nothing changes; another subscription of
   * the same session takes the place of the one before.
   */
  open: endpoint({
    method: 'PUT',
    path: `${base}`,
    access,
    summary: 'Tell this browser by push',
    body: pushSubscription,
    response: pushState,
    errors: ['invalid_input'],
  }),
  close: endpoint({
    method: 'DELETE',
    path: `${base}`,
    access,
    summary: 'Tell this browser nothing more',
    response: pushState,
    errors: [],
  }),
  choose: endpoint({
    method: 'PUT',
    path: `${base}/categories/{category}`,
    access,
    summary: 'Switch on or off what one is told of by push, on all own devices',
    params: z.object({ category: pushCategory }),
    body: z.object({ on: z.boolean() }),
    response: z.object({ name: pushCategory, on: z.boolean() }),
    errors: ['invalid_input'],
  }),
  test: endpoint({
    method: 'POST',
    path: `${base}/devices/{id}/test`,
    access,
    summary: 'Send a test to one of one’s own devices; `lastTakenAt` of it tells when it was taken',
    params: idParams,
    response: z.object({}),
    errors: ['invalid_input', 'not_found', 'too_many_tries'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${base}/devices/{id}`,
    access,
    summary: 'Tell one of one’s own devices nothing more',
    params: idParams,
    response: z.object({}),
    errors: ['invalid_input', 'not_found'],
  }),
})

const staff = ownPush('/api/push', 'signed_in')
export const readStaffPush = staff.read
export const openStaffPush = staff.open
export const closeStaffPush = staff.close
export const chooseStaffPush = staff.choose
export const testStaffDevice = staff.test
export const removeStaffDevice = staff.remove

const guardian = ownPush('/api/checkin/push', 'guardian_always')
export const readPush = guardian.read
export const openPush = guardian.open
export const closePush = guardian.close
export const choosePush = guardian.choose
export const testDevice = guardian.test
export const removeDevice = guardian.remove
