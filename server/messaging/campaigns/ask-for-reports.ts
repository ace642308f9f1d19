import { z } from 'zod/mini'
import type { TenantId } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { defineJob, isQueued } from '../../platform/jobs/index.ts'
import { outcomeOf, referenceOf } from './ask-gateway.ts'
import { GatewayBusy, type Gateway, type GatewayAnswer } from '../gateways/index.ts'
import {
  saveReportsDue,
  selectAwaited,
  selectReportsDue,
  selectWithoutReceipt,
  type AwaitedRecipient,
  type Outcome,
} from './outcome-store.ts'
import { recordOutcomes, isLastAsking, isPastHope, nextReportsDue } from './record-outcomes.ts'

/** Starts an asking for every send that is due one. */
export const findReportsDueJob = defineJob({ name: 'messaging.find-reports-due', payload: z.object({}) })

/** Asks a gateway about the messages of one campaign that have no receipt, those behind `after`. */
export const askForReportsJob = defineJob({
  name: 'messaging.ask-for-reports',
  payload: z.object({ tenantId: z.uuid(), campaignId: z.uuid(), after: z.int() }),
  options: { retryLimit: 2 },
})

const REFERENCES_A_CALL = 500
/** After so many calls the job goes to the back of the queue. */
const CALLS_A_TURN = 10

export async function findReportsDue({ database, enqueue, clock }: AppContext): Promise<void> {
  const due = await database.withoutTenant((tx) => selectReportsDue(tx, clock.now()))
  for (const campaign of due)
    await database.withTenant(campaign.tenantId, async (tx) => {
      const { campaignId } = campaign
      if (!(await isQueued(tx, askForReportsJob, { campaignId })))
        await enqueue(tx, askForReportsJob, { ...campaign, after: 0 })
    })
}

type Asking = { tenantId: TenantId; campaignId: string; after: number }

/**
 * Asks what became of messages without a receipt, and books what the gateway knows; a receipt that comes later still counts.
 * After three days what was accepted and is still unsaid has no report. A gateway that does not answer is asked again, for
 * one day more.
 */
export async function askForReports(
  context: AppContext,
  gatewayOf: (name: string) => Gateway,
  { tenantId, campaignId, after }: Asking,
  signal: AbortSignal,
): Promise<void> {
  const campaign = await context.database.withTenant(tenantId, (tx) => selectAwaited(tx, campaignId))
  if (!campaign) return
  const { finishedAt } = campaign
  const isLast = isLastAsking(finishedAt, context.clock.now())
  let through = after
  for (let calls = 0; calls < CALLS_A_TURN && !signal.aborted; calls++) {
    const page = { after: through, limit: REFERENCES_A_CALL }
    const awaited = await context.database.withTenant(tenantId, (tx) => selectWithoutReceipt(tx, campaignId, page))
    if (awaited.length === 0) return finishAsking(context, { tenantId, campaignId }, finishedAt)
    const answers = await ask(gatewayOf, { campaignId, first: campaign.gateway, awaited }).catch((failure: unknown) => {
      if (failure instanceof GatewayBusy) return failure
      if (isPastHope(finishedAt, context.clock.now())) return []
      throw failure
    })
    if (answers instanceof GatewayBusy) return goOn(context, { tenantId, campaignId, after: through }, answers.seconds)
    const news = answers.flatMap(newsIn)
    const taken = new Set(awaited.filter(({ state }) => state === 'sent').map(({ position }) => position))
    for (const { position } of news) taken.add(position)
    const at = context.clock.now()
    // Of two outcomes the one further on counts: whoever has a report keeps it.
    const all = isLast ? [...news, ...[...taken].map(withoutReport)] : news
    await context.database.withTenant(tenantId, (tx) => recordOutcomes(tx, { tenantId, campaignId }, all, at))
    through = awaited.at(-1)?.position ?? through
  }
  return goOn(context, { tenantId, campaignId, after: through })
}

type Awaited = { campaignId: string; first: string; awaited: AwaitedRecipient[] }

/** Asks each gateway about the messages that it took. */
async function ask(
  gatewayOf: (name: string) => Gateway,
  { campaignId, first, awaited }: Awaited,
): Promise<GatewayAnswer[]> {
  const answers: GatewayAnswer[] = []
  for (const [name, recipients] of Map.groupBy(awaited, ({ gateway }) => gateway ?? first)) {
    const messages = recipients.map(({ position, gatewayId }) => ({
      reference: referenceOf(campaignId, position),
      id: gatewayId,
    }))
    const asked = new Set(messages.map(({ reference }) => reference))
    const told = await gatewayOf(name).lookUp(messages)
    answers.push(...told.filter(({ reference }) => asked.delete(reference)))
  }
  return answers
}

/** What an answer adds to a message that was handed over. A gateway that forgot it, or refuses it now, says nothing about then. */
const newsIn = (answer: GatewayAnswer): Outcome[] => (NEWS.has(answer.status) ? [outcomeOf(answer)] : [])

const NEWS = new Set<GatewayAnswer['status']>(['accepted', 'delivered', 'failed'])

const withoutReport = (position: number): Outcome => ({
  position,
  state: 'no_report',
  accepted: true,
  reason: null,
  code: null,
})

type Of = { tenantId: TenantId; campaignId: string }

const finishAsking = ({ database, clock }: AppContext, { tenantId, campaignId }: Of, finishedAt: Date): Promise<void> =>
  database.withTenant(tenantId, (tx) => saveReportsDue(tx, campaignId, nextReportsDue(finishedAt, clock.now())))

const goOn = (context: AppContext, asking: Asking, seconds?: number): Promise<void> =>
  context.database.withTenant(asking.tenantId, async (tx) => {
    await context.enqueue(tx, askForReportsJob, asking, seconds === undefined ? {} : { startAfter: seconds })
  })
