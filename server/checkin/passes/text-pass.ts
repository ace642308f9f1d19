import { spacedCode } from '#contract/checkin/codes.ts'
import type { textPass as call } from '#contract/checkin/registration.ts'
import type { Answer } from '#contract/endpoint.ts'
import { takeAttempts } from '#server/identity/index.ts'
import { sendNotice } from '#server/messaging/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { GuardianCaller } from '#server/platform/http/index.ts'
import type { Enqueue } from '#server/platform/jobs/index.ts'
import { selectOwnPhone } from './pass-store.ts'
import { readPass } from './passes.ts'
import { shortName } from './short-name.ts'

/**
 * Sends the code of a registration to the guardian's own phone; it names no child. Throws `not_found`, and
 * `too_many_tries` after a few times: each costs the church units.
 */
export async function textPass(
  tx: Tx,
  enqueue: Enqueue,
  { guardian, id, at }: { guardian: GuardianCaller; id: string; at: Date },
): Promise<Answer<typeof call>> {
  const { tenantId, personId, church } = guardian
  const pass = await readPass(tx, { personId, churchName: church.name }, id)
  const phone = guardian.phone ?? (await selectOwnPhone(tx, personId))
  if (phone === null) return { sent: false, reason: 'no_phone' }
  await takeAttempts(tx, [{ kind: 'passText', who: `${tenantId} ${pass.id}` }], at)
  const text = `Your check-in code for ${shortName(pass.event.name)} at ${shortName(church.name)} is ${spacedCode(pass.code)}. Show it at the check-in desk.`
  const outcome = await sendNotice(tx, enqueue, { tenantId, isoCode: church.isoCode, phone, text }, at)
  return outcome === 'sent' ? { sent: true, reason: null } : { sent: false, reason: outcome }
}
