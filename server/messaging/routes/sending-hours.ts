import { listSendingHours, stateAgreement } from '#contract/messaging/sending-hours.ts'
import { audit } from '../../identity/index.ts'
import { ApiError, type Actor, type Caller, type Serve } from '../../platform/http/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import {
  canAgree,
  deleteAgreement,
  insertAgreement,
  selectAgreements,
  selectHours,
  type AgreementRecord,
} from './hours-store.ts'

export function hoursRoutes(serve: Serve): void {
  serve(listSendingHours, ({ transact }) =>
    transact(async (tx) => ({ hours: await selectHours(tx), agreements: (await selectAgreements(tx)).map(present) })),
  )
  serve(stateAgreement, ({ params: { isoCode }, body: { agreed }, transact, ...doing }) =>
    transact(async (tx) => {
      await changeAgreement(tx, doing, { isoCode, agreed })
      return { agreements: (await selectAgreements(tx)).map(present) }
    }),
  )
}

const present = ({ at, ...agreement }: AgreementRecord) => ({ ...agreement, at: at.toISOString() })

type Doing = { caller: Caller; actor: Actor; at: Date }

/**
 * A statement of the church, whoever of its staff makes it: it stands with name and time until it is withdrawn. The same
 * again changes nothing. Throws `not_found` where nothing can be agreed.
 */
async function changeAgreement(
  tx: Tx,
  { caller: { tenantId, accountId }, actor, at }: Doing,
  { isoCode, agreed }: { isoCode: string; agreed: boolean },
): Promise<void> {
  if (agreed && !(await canAgree(tx, isoCode))) throw new ApiError('not_found')
  const isNew = agreed
    ? await insertAgreement(tx, { tenantId, isoCode, accountId, at })
    : await deleteAgreement(tx, isoCode)
  if (!isNew) return
  const act = agreed ? 'church.sending_agreed' : 'church.sending_agreement_withdrawn'
  await audit(tx, tenantId, actor, { act, details: { isoCode }, at })
}
