import { readOptOutLink, saveOptOutLink } from '#contract/messaging/opt-out-link.ts'
import { audit } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Serve } from '../../platform/http/index.ts'
import { newFooter, sampleFooter } from './link.ts'
import { saveLinkSetting, selectLinkSetting } from './opt-out-store.ts'

/** What stands behind a new bulk message: its link, unless the sender or else the church does not want one. */
export async function footerOf(
  tx: Tx,
  { publicUrl, wanted }: { publicUrl: string; wanted: boolean | undefined },
): Promise<string> {
  return (wanted ?? (await selectLinkSetting(tx))) ? newFooter(publicUrl) : ''
}

/** Whether the bulk messages of a church have a link, and what that looks like. */
export function linkSettingRoutes(serve: Serve, { config }: AppContext): void {
  const line = sampleFooter(config.publicUrl).trim()
  serve(readOptOutLink, ({ transact }) => transact(async (tx) => ({ isOn: await selectLinkSetting(tx), line })))

  serve(saveOptOutLink, ({ caller: { tenantId }, actor, body: { isOn }, at, transact }) =>
    transact(async (tx) => {
      if (isOn !== (await selectLinkSetting(tx))) {
        await saveLinkSetting(tx, tenantId, { isOn, at })
        const details = { fields: ['optOutLink'], optOutLink: isOn }
        await audit(tx, tenantId, actor, { act: 'church.profile_changed', details, at })
      }
      return { isOn, line }
    }),
  )
}
