import { stopAddress } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { outcomesRecorded } from '../campaigns/index.ts'
import { countSoft, insertBounce } from './bounce-store.ts'
import { isHard } from './read-report.ts'

const SOFT_MOST = 3
const SOFT_WITHIN_MS = 30 * 24 * 60 * 60 * 1000
const CODE = /\b[245]\.\d{1,3}\.\d{1,3}\b/
const WORDS_MAX_LENGTH = 500

/**
 * Whatever says that an email was refused (our mail server at once, a report later) or marked as spam: one refusal for good or
 * one complaint stops the address, the third refusal for now within 30 days stops it until somebody decides.
 */
export const noteBounces = outcomesRecorded.reaction(async (tx, { tenantId, campaignId, channel, outcomes, at }) => {
  if (channel !== 'email') return
  for (const { position, state, reason, code: said } of outcomes) {
    const isComplaint = reason === 'marked_as_spam'
    // What never reached a mail server, or waits no longer, says nothing about the address.
    if (!isComplaint && (state !== 'failed' || reason === 'gateway_unreachable')) continue
    const code = CODE.exec(said ?? '')?.[0] ?? null
    const kind = isComplaint ? 'complaint' : isHard(code, said) ? 'hard' : 'soft'
    const words = said?.slice(0, WORDS_MAX_LENGTH) ?? null
    const address = await insertBounce(tx, tenantId, { campaignId, position, kind, code, words, at })
    if (address !== null && (kind !== 'soft' || (await isThird(tx, address, at))))
      await stopAddress(tx, tenantId, { address, reason: kind, words, at })
  }
})

const isThird = async (tx: Tx, address: string, at: Date): Promise<boolean> =>
  (await countSoft(tx, address, new Date(at.getTime() - SOFT_WITHIN_MS))) >= SOFT_MOST
