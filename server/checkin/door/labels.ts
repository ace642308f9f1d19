import type { Labels } from '#contract/checkin/station.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { selectLabelChildren, selectLabelHead, type LabelChild } from './day-store.ts'

type Wanted = {
  registrationId: string
  /** Null: everybody who is in class, or all of them while nobody is. */
  personIds: readonly string[] | null
  at: Date
  /**
   * Printed by a station that was locked: whoever stands there typed a phone number and is otherwise unknown. Allergies
   * stay, for the child's sake; medical notes and who may not collect do not.
   */
  selfService?: boolean
}

/** A sticker for each child and the tag of their guardian. Throws `not_found`. */
export async function labelsOf(
  tx: Tx,
  { registrationId, personIds, at, selfService = false }: Wanted,
): Promise<Labels> {
  const head = await selectLabelHead(tx, registrationId)
  if (!head) throw new ApiError('not_found')
  const children = chosen(await selectLabelChildren(tx, registrationId), personIds)
  const since = children.flatMap(({ checkedInAt }) => checkedInAt?.getTime() ?? [])
  return {
    registrationId: registrationId.toLowerCase(),
    ...head,
    familyName: head.familyName ?? '',
    at: (since.length > 0 ? new Date(Math.min(...since)) : at).toISOString(),
    children: children.map(({ checkedInAt: _in, checkedOutAt: _out, ...child }) =>
      selfService ? { ...child, medical: [], hasCustodyFlag: false } : child,
    ),
  }
}

function chosen(children: LabelChild[], personIds: readonly string[] | null): LabelChild[] {
  if (personIds) {
    const wanted = new Set(personIds.map((id) => id.toLowerCase()))
    return children.filter(({ personId }) => wanted.has(personId))
  }
  const here = children.filter(({ checkedInAt, checkedOutAt }) => checkedInAt && !checkedOutAt)
  return here.length > 0 ? here : children
}
