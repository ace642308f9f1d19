import { randomUUID } from 'node:crypto'
import {
  defaultKinds,
  listDefaultMessages,
  saveDefaultMessage,
  saveDefaultText,
  type DefaultKind,
  type DefaultMessage,
} from '#contract/messaging/default-messages.ts'
import { audit } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError, type Serve } from '../../platform/http/index.ts'
import { lockChurch, saveDraft } from '../drafts/index.ts'
import { selectApprovedMask } from '../senders/index.ts'
import { saveSetting, selectSettings, selectTexts } from './default-store.ts'

/** Until somebody changes it. */
const USUAL = { isOn: false, channel: 'sms', language: 'en', senderId: '', hour: 9 } as const

async function list(tx: Tx): Promise<DefaultMessage[]> {
  const [settings, texts] = [await selectSettings(tx), await selectTexts(tx)]
  return defaultKinds.map((kind) => {
    const kept = settings.find((setting) => setting.kind === kind)
    const { isOn, channel, language, senderId, hour } = kept ?? USUAL
    return {
      kind,
      setting: kind === 'receipt' ? null : { isOn, channel, language, senderId, hour },
      texts: texts.filter((text) => text.kind === kind).map(({ kind: _kind, ...text }) => text),
      problem: kept?.problem && kept.problemAt ? { reason: kept.problem, at: kept.problemAt.toISOString() } : null,
      sent: kept?.sent ?? 0,
    }
  })
}

async function one(tx: Tx, kind: DefaultKind): Promise<DefaultMessage> {
  const found = (await list(tx)).find((message) => message.kind === kind)
  if (!found) throw new ApiError('not_found')
  return found
}

/** What a church sends on the days of its people: texts, and whether they go by themselves. */
export function defaultMessageRoutes(serve: Serve): void {
  serve(listDefaultMessages, ({ read }) => read((tx) => list(tx)))

  serve(saveDefaultMessage, ({ caller, actor, params: { kind }, body, at, transact }) =>
    transact(async (tx) => {
      const { tenantId, accountId } = caller
      const { texts } = await one(tx, kind)
      if (body.isOn && !texts.some(({ language }) => language === body.language)) throw new ApiError('text_missing')
      if (body.isOn && body.channel === 'sms' && (await selectApprovedMask(tx, body.senderId)) === null)
        throw new ApiError('sender_not_approved')
      await saveSetting(tx, { ...body, kind, tenantId, accountId, at })
      const details = { occasion: kind, on: body.isOn, channel: body.channel }
      await audit(tx, tenantId, actor, { act: 'message.default_changed', details, at })
      return one(tx, kind)
    }),
  )

  serve(saveDefaultText, ({ caller, params: { kind, language }, body, at, transact }) =>
    transact(async (tx) => {
      const { tenantId, accountId } = caller
      // Two first texts of one language at once are one.
      await lockChurch(tx, tenantId)
      const { texts } = await one(tx, kind)
      const id = texts.find((text) => text.language === language)?.id ?? randomUUID()
      const { message, subject } = body
      const content = { senderId: '', message, ...(subject && { subject }) }
      const template = {
        id,
        version: body.version,
        channel: 'sms',
        state: 'template',
        content,
        destination: {},
      } as const
      await saveDraft(tx, { tenantId, accountId, at }, { ...template, occasion: { kind, language } })
      return one(tx, kind)
    }),
  )
}
