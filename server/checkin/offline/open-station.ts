import type { openStation as call } from '#contract/checkin/offline.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { audit } from '#server/identity/index.ts'
import { cleanName } from '#server/people/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor, type Caller } from '#server/platform/http/index.ts'
import { insertStation } from './station-store.ts'
import { isPublicKey } from './verify-act.ts'

type Opening = { caller: Caller; actor: Actor; at: Date; body: Received<typeof call>['body'] }

/** Makes a device a station. Throws `invalid_input` for a name of no letters and for a key that is none. */
export async function openStation(tx: Tx, { caller, actor, at, body }: Opening): Promise<Answer<typeof call>> {
  const { tenantId, accountId } = caller
  const name = cleanName(body.name)
  const faults: Record<string, string> = {}
  if (name === '') faults['name'] = 'A name is needed.'
  if (!isPublicKey(body.publicKey)) faults['publicKey'] = 'This is not a valid key.'
  if (Object.keys(faults).length > 0) throw new ApiError('invalid_input', { fields: faults })
  const stationId = await insertStation(tx, tenantId, { name, accountId, publicKey: body.publicKey, at })
  await audit(tx, tenantId, actor, { act: 'station.opened', details: { name }, at })
  return { stationId }
}
