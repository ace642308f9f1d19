import * as calls from '#contract/messaging/email-domain.ts'
import { takeAttempts } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Serve } from '../../platform/http/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { checkDomain } from './check-domain.ts'
import { changeSender, domainFrom, nameDomain, removeDomain, renewKey } from './domain-acts.ts'
import { makeKey } from './dkim-key.ts'
import { selectDomain } from './domain-store.ts'
import { readEmailSettings } from './email-settings.ts'

/** In whose name a church's emails go: its sender, its domain and what proves that. */
export function emailDomainRoutes(serve: Serve, context: AppContext): void {
  const { config, database } = context
  const settingsAt = (tenantId: string, at: Date) =>
    database.withTenant(tenantId, (tx) => readEmailSettings(tx, { config, at }))

  serve(calls.readEmailSettings, ({ at, read }) => read((tx) => readEmailSettings(tx, { config, at })))

  serve(calls.updateEmailSender, ({ caller: { tenantId }, actor, body, at, transact }) =>
    transact(async (tx) => {
      await changeSender(tx, { tenantId, actor, at }, body)
      return readEmailSettings(tx, { config, at })
    }),
  )

  serve(calls.claimEmailDomain, async ({ caller: { tenantId, accountId }, actor, body, at, transact }) => {
    const domain = domainFrom(body.domain, [config.emails.domain, new URL(config.publicUrl).hostname])
    const isNew = await transact(async (tx) => {
      if ((await selectDomain(tx))?.domain === domain) return false
      await takeAttempts(tx, [{ kind: 'emailDomain', who: accountId }], at)
      return true
    })
    if (isNew) {
      const key = await makeKey(tenantId, config.secretKey)
      await transact((tx) => nameDomain(tx, { tenantId, actor, at }, { domain, key }))
      await checkDomain(context, tenantId)
    }
    return settingsAt(tenantId, at)
  })

  serve(calls.checkEmailDomain, async ({ caller: { tenantId, accountId }, at, transact }) => {
    await transact(async (tx) => {
      if (!(await selectDomain(tx))) throw new ApiError('not_found')
      await takeAttempts(tx, [{ kind: 'emailDomainCheck', who: accountId }], at)
    })
    await checkDomain(context, tenantId)
    return settingsAt(tenantId, at)
  })

  serve(calls.renewEmailKey, async ({ caller: { tenantId, accountId }, actor, at, transact }) => {
    await transact(async (tx) => {
      if (!(await selectDomain(tx))) throw new ApiError('not_found')
      await takeAttempts(tx, [{ kind: 'emailDomain', who: accountId }], at)
    })
    const key = await makeKey(tenantId, config.secretKey)
    await transact((tx) => renewKey(tx, { tenantId, actor, at }, key))
    return settingsAt(tenantId, at)
  })

  serve(calls.removeEmailDomain, ({ caller: { tenantId }, actor, at, transact }) =>
    transact(async (tx) => {
      await removeDomain(tx, { tenantId, actor, at })
      return readEmailSettings(tx, { config, at })
    }),
  )
}
