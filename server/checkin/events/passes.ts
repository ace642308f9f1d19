import type { Pass, textPass as call } from '#contract/checkin/registration.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError, type GuardianCaller } from '../../platform/http/index.ts'
import { selectPass, selectPasses, type PassRow, selectOwnPhone } from './portal-store.ts'
import { spacedCode } from '#contract/checkin/codes.ts'
import type { Answer } from '#contract/endpoint.ts'
import { takeAttempts } from '../../identity/index.ts'
import { sendNotice } from '../../messaging/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { ownFamily, selectOwnFamily } from '../families/index.ts'

/** As much of a name as an SMS of one page bears. */
const LENGTH = 40

/** A name in a short message: cut, in whole signs. */
export function shortName(name: string): string {
  const signs = [...name]
  return signs.length > LENGTH ? `${signs.slice(0, LENGTH - 3).join('')}...` : name
}

export type Holder = { personId: string; churchName: string }

/** A registration of the guardian's own family. Throws `not_found`. */
export async function readPass(tx: Tx, { personId, churchName }: Holder, id: string): Promise<Pass> {
  const { familyId } = await ownFamily(tx, personId)
  const row = await selectPass(tx, id, familyId)
  if (!row) throw new ApiError('not_found')
  return passOf(row, churchName)
}

/** What the own family needs for events that are not over; without a family nothing. */
export async function listPasses(tx: Tx, { personId, churchName }: Holder, at: Date): Promise<Pass[]> {
  const family = await selectOwnFamily(tx, personId)
  return family ? (await selectPasses(tx, family.familyId, at)).map((row) => passOf(row, churchName)) : []
}

function passOf({ id, code, familyName, children, waiting, ...row }: PassRow, churchName: string): Pass {
  const { eventId, eventName: name, place, startsAt, endsAt, isCancelled: cancelled } = row
  const times = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
  return {
    id,
    code,
    churchName,
    event: { id: eventId, name, ...times, place, cancelled },
    familyName,
    children,
    waiting,
  }
}

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
