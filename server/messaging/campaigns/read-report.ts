import type { AuditAct } from '#contract/identity/audit.ts'
import type { CampaignReport } from '#contract/messaging/sent-sms.ts'
import { lastAct } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { presentCampaign, readSentSms } from './list-sent.ts'
import type { CampaignRecord } from './sent-store.ts'
import { waitingOf } from './waiting.ts'

const acts: Partial<Record<CampaignRecord['state'], AuditAct>> = {
  paused: 'message.paused',
  cancelled: 'message.cancelled',
}

/** Who brought it to where it stands; null: it goes, or has gone, its way. */
export async function steeredBy(tx: Tx, { id, state }: CampaignRecord): Promise<CampaignReport['steered']> {
  const act = acts[state]
  const last = act && (await lastAct(tx, { subjectId: id, act }))
  return last ? { by: last.actorName, at: last.at.toISOString() } : null
}

/** One sent SMS with all that its report says of it as a whole; `not_found` also for another church's. */
export async function readReport(tx: Tx, id: string, at: Date): Promise<CampaignReport> {
  const campaign = await readSentSms(tx, id)
  return {
    ...presentCampaign(campaign),
    optOutLink: campaign.optOutLink,
    steered: await steeredBy(tx, campaign),
    waiting: await waitingOf(tx, campaign, at),
  }
}
