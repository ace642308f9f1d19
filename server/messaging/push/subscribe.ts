import { createECDH } from 'node:crypto'
import type { Config } from '../../platform/config/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { pushServiceOf } from './gateways/push-service.ts'
import { saveSubscription, type NewSubscription } from './device-store.ts'

type Subscribing = Omit<NewSubscription, 'p256dh' | 'auth'> & { keys: { p256dh: string; auth: string } }

/**
 * Binds a browser to the session of somebody who signed in; the one that the session had before is told no more. The caller
 * holds the session. Throws `invalid_input` for an address that is no push service’s and for keys that are none.
 */
export async function subscribe(
  tx: Tx,
  { pushSandbox }: Pick<Config, 'pushSandbox'>,
  { keys, ...subscribing }: Subscribing,
): Promise<void> {
  if (pushServiceOf(subscribing.endpoint, pushSandbox) === null)
    throw new ApiError('invalid_input', { fields: { endpoint: 'This push service is not supported.' } })
  if (!isPoint(keys.p256dh))
    throw new ApiError('invalid_input', { fields: { 'keys.p256dh': 'This is not a valid public key.' } })
  await saveSubscription(tx, { ...subscribing, ...keys })
}

/** Whether a key is an uncompressed point of the curve: nothing could be encrypted for any other. */
function isPoint(key: string): boolean {
  const bytes = Buffer.from(key, 'base64url')
  if (bytes[0] !== 4) return false
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  try {
    curve.computeSecret(bytes)
    return true
  } catch {
    return false
  }
}
