import { announcement } from '#server/platform/announcements.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { insertChurch, takeSlug, type NewChurch } from './church-store.ts'
import { isReserved } from './slugs.ts'

/** What a church is subscribed to from its first day. */
export type FirstPlan = {
  /** One of the installation's plans; left out: a trial, or one of its own. */
  id?: string
  name: string
  /** How many people it allows. */
  membershipSize: number
  /** First and last day, YYYY-MM-DD in the church's zone. */
  startedOn?: string
  expiresOn: string
}

/** A church is there, with nobody in it. */
export const churchMade = announcement<{ tenantId: string; plan: FirstPlan }>()

/** Makes a church with its plan and nobody in it. The transaction must be inside that church. */
export async function openChurch(
  tx: Tx,
  { plan, ...church }: NewChurch & { plan: FirstPlan },
  at: Date,
): Promise<void> {
  await insertChurch(tx, church, at)
  await churchMade.announce(tx, { tenantId: church.tenantId, plan })
}

/** Gives the church that was entered its address. Throws `slug_taken` for another church's and for reserved words. */
export async function claimSlug(tx: Tx, slug: string): Promise<void> {
  if (isReserved(slug) || !(await takeSlug(tx, slug))) throw new ApiError('slug_taken')
}
