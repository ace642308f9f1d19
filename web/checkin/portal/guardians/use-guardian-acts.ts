import { removeFamilyMember } from '#contract/checkin/family.ts'
import {
  addGuardian,
  editGuardian,
  listGuardians,
  type Guardian,
  type GrantTerms,
} from '#contract/checkin/guardians.ts'
import type { Result } from '#contract/endpoint.ts'
import { call } from '../../../api/call.ts'
import { useIdempotencyKey } from '../../../api/idempotency-key.ts'
import { putRead } from '../shared/use-read.ts'

export type GuardianList = Result<typeof listGuardians>

/** What the guardian's form gives. */
export type GuardianDraft = Pick<Guardian, 'firstName' | 'lastName' | 'phone' | 'gender' | 'pictureUrl'> & {
  terms: GrantTerms
}

/** Adds, changes and takes out; the list shows it as soon as the server has said yes. */
export function useGuardianActs(list: GuardianList) {
  const press = useIdempotencyKey()
  const show = (guardians: Guardian[]) => putRead(listGuardians, undefined, { ...list, guardians })
  const save = async (guardian: Guardian | null, body: GuardianDraft) => {
    if (guardian) {
      const saved = await call(editGuardian, { params: { id: guardian.personId }, body })
      return show(list.guardians.map((one) => (one.personId === saved.personId ? saved : one)))
    }
    const saved = await call(addGuardian, { body }, { idempotencyKey: press.keyFor(body) })
    press.done()
    return show([...list.guardians.filter(({ personId }) => personId !== saved.personId), saved])
  }
  const remove = async ({ personId }: Guardian) => {
    await call(removeFamilyMember, { query: { id: personId } })
    show(list.guardians.filter((one) => one.personId !== personId))
  }
  return { save, remove }
}
