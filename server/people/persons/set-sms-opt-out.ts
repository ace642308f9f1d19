import type { PersonDetail } from '#contract/people/persons.ts'
import { audit } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { deleteOptOut, insertOptOut } from '../consent/store.ts'
import { lockPerson } from './lock-person.ts'
import { readPerson } from './read-person.ts'
import type { Writer } from './writer.ts'

/** Notes at the desk that a person wants no bulk SMS, or wants them again: for the number, whoever else has it. */
export async function setSmsOptOut(
  tx: Tx,
  { tenantId, actor, at }: Writer,
  { id, optedOut }: { id: string; optedOut: boolean },
): Promise<PersonDetail> {
  const { phone } = await lockPerson(tx, id)
  if (!phone) throw new ApiError('invalid_input', { fields: { phone: 'This person has no phone number.' } })
  const changed = optedOut
    ? await insertOptOut(tx, tenantId, { channel: 'sms', address: phone, source: 'desk', at })
    : await deleteOptOut(tx, 'sms', phone)
  const details = { channel: 'sms', optedOut }
  if (changed) await audit(tx, tenantId, actor, { act: 'person.opted_out', subjectId: id, details, at })
  return readPerson(tx, id, at)
}
