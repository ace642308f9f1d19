import { useQuery } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import { scheduleDraft } from '#contract/messaging/schedules.ts'
import { listDrafts, type SmsDraftContent } from '#contract/messaging/drafts.ts'
import { readOptOutLink } from '#contract/messaging/opt-out-link.ts'
import type { SmsQuote } from '#contract/messaging/sms.ts'
import { call } from '../../api/call.ts'
import { useCall, useRefresh } from '../../api/use-call.ts'
import { read } from '../../api/queries.ts'
import { useTexts } from '../../languages/index.ts'
import { toast, undo, ORDINARY } from '../../ui/toasts/index.ts'
import { emptyDraft, missingIn, quoteBodyOf, sendBodyOf, type Draft, type Missing } from '../draft/draft.ts'
import { savedBodyOf } from '../draft/saved.ts'
import { useQuote, type Quoting } from '../quote/use-quote.ts'
import { selectedSender, senderState, useSenderIds } from '../sender/sender-ids.ts'
import { hasChoice, type QuotedRoute } from '../sending/routes.ts'
import { failureText } from './send-request.ts'
import { useKept, type Opened } from './use-kept.ts'
import { useSend } from './use-send.ts'

/** What was missing at the last press, as far as it is still missing. */
const stillMissing = (before: Missing, now: Missing): Missing => ({
  ...(before.message && now.message && { message: now.message }),
  ...(before.destination && now.destination && { destination: true }),
})

/** Where the cursor goes when something is missing. */
type Fields = { message: RefObject<HTMLElement | null>; destination: RefObject<HTMLElement | null> }

/** The dialog in sight. */
type Asked = { what: 'route'; quote: SmsQuote } | { what: 'schedule' | 'test' | 'discard' | 'templates' } | null

/** The line behind a message, and whether this one has it: as its writer wants, else as the church has set it. */
type OptOutLink = { isOn: boolean; line: string; footer: string }

/** Null until it is known; the server goes by the church’s setting then. */
function useOptOutLink({ optOutLink }: Draft): OptOutLink | null {
  const { data } = useQuery(read(readOptOutLink))
  if (!data) return null
  const isOn = optOutLink ?? data.isOn
  return { isOn, line: data.line, footer: isOn ? `\n${data.line}` : '' }
}

/** Which sender ID stands in the field, and whether it may send. */
function useSender(draft: Draft) {
  const senderIds = useSenderIds()
  const selected = selectedSender(senderIds.data ?? [], draft.senderId)
  const sender = selected && senderState(selected) === 'approved' ? selected.mask : null
  return { senderIds, selected, sender }
}

type Change = (part: Partial<Draft>) => void

/** The words alone: who gets a message and how it goes is chosen each time. */
function useTemplate({ message, neutralName }: Draft, change: Change) {
  const t = useTexts()
  return {
    content: savedBodyOf({ ...emptyDraft, message, neutralName }, null).content,
    /** Takes a template’s words; what stood there can be had back. */
    use: ({ message: words, neutralName: friend = emptyDraft.neutralName }: SmsDraftContent) => {
      change({ message: words, neutralName: friend })
      if (message.trim() === '' || message === words) return
      const back = undo(t('ui.toast.undo'), () => change({ message, neutralName }))
      toast.ok(t('messaging.templates.used'), back)
    },
  }
}

/** The cost as it is agreed to at a press. */
function useLooking({ agreed }: Quoting) {
  const t = useTexts()
  return useCall(agreed, {
    failed: (failure) => {
      const text = failureText(failure)
      if (text) toast.bad(t(text), { duration: ORDINARY })
    },
  })
}

/** Does what takes the draft along; a save by itself meanwhile would be of a version that is over. */
async function takingAlong(setResting: (isResting: boolean) => void, work: () => Promise<void>): Promise<void> {
  setResting(false)
  try {
    await work()
  } catch (cause) {
    setResting(true)
    throw cause
  }
}

/** At a time of the church’s clocks, by a route; null: the one that stands. */
type GoingBy = { localTime: string; routeId: string | null }

type Scheduling = {
  kept: ReturnType<typeof useKept>
  opened: Opened | null
  bodyBy: (routeId: string | null) => ReturnType<typeof savedBodyOf>
}

/** Lets what stands on the page go at a time; a schedule that was opened is changed as a whole. */
function useSchedule({ kept, opened, bodyBy }: Scheduling) {
  const refresh = useRefresh()
  return async ({ localTime, routeId }: GoingBy) => {
    const version = kept.hasBegun() && opened?.state !== 'scheduled' ? await kept.save() : kept.version()
    await call(scheduleDraft, { params: { id: kept.id }, body: { ...bodyBy(routeId), localTime, version } })
    await refresh(listDrafts)
  }
}

type Compose = { initial: Draft; opened: Opened | null; fields: Fields; buyUnits: string }

/** The draft, its sender, its cost and its ways out. */
export function useCompose({ initial, opened, fields, buyUnits }: Compose) {
  const t = useTexts()
  const [draft, setDraft] = useState(initial)
  const change: Change = (part) => setDraft((before) => ({ ...before, ...part }))
  const template = useTemplate(draft, change)
  const [asked, setAsked] = useState<Missing>({})
  const [dialog, ask] = useState<Asked>(null)
  const [sentUnits, setSentUnits] = useState<number | null>(null)
  const { senderIds, selected, sender } = useSender(draft)
  const quoting = useQuote(quoteBodyOf(draft, selected?.mask ?? null))
  const missing = missingIn(draft, sender)
  const link = useOptOutLink(draft)
  /** As it stands on the screen, also what the church has set. */
  const shown: Draft = { ...draft, optOutLink: link?.isOn ?? draft.optOutLink }
  const bodyOf = (written: Draft) => savedBodyOf(written, selected?.mask ?? null)
  const [isResting, setResting] = useState(true)
  const kept = useKept({ opened, text: JSON.stringify(bodyOf(draft)), isTouched: draft !== initial, isResting })
  const sending = useSend({
    onQuoteChanged: quoting.refresh,
    keep: async (chosen) =>
      kept.hasBegun()
        ? { id: kept.id, version: await kept.save(JSON.stringify(bodyOf({ ...shown, ...chosen }))) }
        : null,
    buyUnits,
    missing: (units) => units - (quoting.quote?.balance ?? 0),
  })
  const looking = useLooking(quoting)

  /** Says the first thing that is missing; true: nothing is. */
  const isReady = (): boolean => {
    setAsked(missing)
    if (missing.message) fields.message.current?.focus()
    else if (missing.destination) fields.destination.current?.focus()
    else if (sender === null) toast.warn(t('messaging.compose.noSender'))
    else return true
    return false
  }
  const go = (quotedUnits: number, route?: QuotedRoute) => {
    ask(null)
    if (sender === null) return
    setResting(false)
    sending.run(
      { body: sendBodyOf({ ...shown, ...(route && { routeId: route.id }) }, sender), quotedUnits },
      {
        done: ({ status, unitsUsed }) => (status ? setSentUnits(unitsUsed) : setResting(true)),
        failed: () => setResting(true),
      },
    )
  }
  const send = () => {
    if (sending.busy || looking.busy || sentUnits !== null || !isReady()) return
    looking.run(undefined, {
      done: (quote) => (hasChoice(quote) ? ask({ what: 'route', quote }) : go(quote.units)),
    })
  }
  const scheduleAt = useSchedule({
    kept,
    opened,
    bodyBy: (routeId) => bodyOf({ ...shown, routeId: routeId ?? shown.routeId }),
  })
  return {
    draft,
    shown,
    link,
    change,
    sender,
    selected,
    senderIds,
    quoting,
    kept,
    missing: stillMissing(asked, missing),
    dialog,
    ask,
    template: {
      ...template,
      use: (content: SmsDraftContent) => {
        ask(null)
        template.use(content)
        fields.message.current?.focus()
      },
    },
    isReady,
    send,
    go,
    schedule: (going: GoingBy) => takingAlong(setResting, () => scheduleAt(going)),
    isSending: sending.busy || looking.busy,
    sentUnits,
  }
}
