import * as calls from '#contract/followup/welcome.ts'
import { peopleMerged, writerOf } from '../../people/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Serve } from '../../platform/http/index.ts'
import { moveClaims } from './entry-store.ts'
import { decide, listWaiting } from './review.ts'
import { changeForm, readForm } from './settings.ts'

/** The public page `/welcome/<church>`, outside the calls of the contract. */
export { serveWelcomePage } from './page.ts'
export { forgetWelcomeEntries, forgetWelcomeEntriesJob } from './forget.ts'

/** What was said on the form, as it was settled: for whoever makes a church with a past. */
export { insertEntry as keepWelcomeEntry } from './entry-store.ts'

/** How much of what was said on it waits for a decision. */
export { countWaiting } from './review-store.ts'

/** The form as the staff sees it, and what was said on it. */
export function welcomeRoutes(serve: Serve, { config: { publicUrl } }: AppContext): void {
  serve(calls.readWelcomeForm, ({ at, read }) => read((tx) => readForm(tx, { publicUrl, at })))
  serve(calls.changeWelcomeForm, ({ body, caller: { tenantId }, actor, at, transact }) =>
    transact((tx) => changeForm(tx, { tenantId, actor, publicUrl, at }, body)),
  )
  serve(calls.listWelcomeEntries, ({ read }) => read(listWaiting))
  serve(calls.decideWelcomeEntries, ({ body, transact, ...call }) => {
    const { tenantId, accountId: by } = call.caller
    return transact((tx) => decide(tx, { writer: writerOf(call), doer: { tenantId, by, at: call.at } }, body))
  })
}

/** What waits about somebody goes with whom a merge keeps. */
export const welcomeReactions = [
  peopleMerged.reaction(async (tx, merge) => {
    await moveClaims(tx, merge)
    return new Map()
  }),
]
