import type { changeUniqueCode as call } from '#contract/checkin/family.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { audit, takeGuesses } from '#server/identity/index.ts'
import { lockFamilyCodes, saveFamilyCode } from '#server/people/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { selectFamily } from './family-store.ts'
import { changeableFamily, refuseForeign } from './own-family.ts'
import type { Writing } from './writer-of.ts'

const SHAPE = /^[0-9A-Z]{7,20}$/

/**
 * Gives the own family another code, by which a station finds it. Existing clients show `response`: one that is taken, is
 * no code, or does not follow the present one is told in it. Throws `not_found`, `not_allowed`, `too_many_tries`.
 */
export async function changeCode(
  tx: Tx,
  { guardian, actor, at }: Writing,
  body: Received<typeof call>['body'],
): Promise<Answer<typeof call>> {
  const { familyId: id } = await changeableFamily(tx, guardian.personId)
  refuseForeign(body.familyId, id)
  refuseForeign(body.tenantId, guardian.tenantId)
  // Which codes others have is nothing to try out.
  await takeGuesses(tx, [{ kind: 'familyCode', who: guardian.accountId }], at)
  const [before, code] = [body.oldCode, body.newCode].map((typed) => typed.trim().toUpperCase()) as [string, string]
  if (!SHAPE.test(code)) return { status: false, response: 'Use 7 to 20 letters and digits.' }
  await lockFamilyCodes(tx, guardian.tenantId)
  const family = await selectFamily(tx, id)
  if (family?.code === code) return { status: true, response: 'Your code has been changed.' }
  if (family?.code !== before) return { status: false, response: 'This is not your current code.' }
  if (!(await saveFamilyCode(tx, { id, code }))) return { status: false, response: 'Another family has this code.' }
  await audit(tx, guardian.tenantId, actor, { act: 'family.changed', subjectId: id, details: { fields: ['code'] }, at })
  return { status: true, response: 'Your code has been changed.' }
}
