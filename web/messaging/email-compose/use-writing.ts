import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useReducer, useState } from 'react'
import { getAllSentEmails, quoteEmail, testEmail, type EmailQuote } from '#contract/messaging/emails.ts'
import { listKeptEmails, sendKeptEmail } from '#contract/messaging/kept-emails.ts'
import { call } from '../../api/call.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { keyOf } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { useSettled } from '../../device/clock.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { LONG, toast } from '../../ui/toasts/index.ts'
import type { Opened } from '../compose/use-kept.ts'
import { destinationOf } from '../draft/draft.ts'
import { begin, step } from './history.ts'
import { useKeeping } from './use-keeping.ts'
import { contentOf, missingIn, whomOf, type Missing, type Written } from './written.ts'

const failures: Partial<Record<string, TextId>> = {
  network: 'messaging.compose.noInternet',
  timeout: 'messaging.emailWrite.tookTooLong',
  no_recipients: 'messaging.emailWrite.nobody',
  too_many_recipients: 'messaging.emailWrite.tooMany',
  quote_changed: 'messaging.emailWrite.quoteChanged',
  not_enough_units: 'messaging.emailWrite.noUnits',
  domain_needed: 'messaging.emailWrite.domainNeeded',
  already_sent: 'messaging.emailWrite.alreadySent',
  changed_meanwhile: 'messaging.draft.changedMeanwhile',
  too_many_drafts: 'messaging.draft.tooMany',
}

const PAUSE_MS = 400

export type Reach = {
  quote: EmailQuote | null
  isStale: boolean
  /** The figures that a press would agree to are on their way. */
  isWaiting: boolean
  failure: Error | null
  refresh: () => void
}

/** Who would get it and what it costs, asked after a pause. */
function useReach(written: Written): Reach {
  const wanted = destinationOf(written.to) && JSON.stringify({ destination: whomOf(written), topic: written.topic })
  const settled = useSettled(wanted, PAUSE_MS)
  const query = useQuery({
    queryKey: [...keyOf(quoteEmail), settled],
    queryFn: ({ signal }) => call(quoteEmail, { body: JSON.parse(settled ?? '') as never }, { signal }),
    enabled: settled !== null && wanted !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return {
    quote: wanted === null ? null : (query.data ?? null),
    isStale: wanted !== settled || query.isFetching,
    isWaiting: wanted !== null && (wanted !== settled || query.isFetching),
    failure: query.error,
    refresh: () => void query.refetch(),
  }
}

function useTest() {
  const t = useTexts()
  return useCall((written: Written) => call(testEmail, { body: { content: contentOf(written) } }), {
    done: ({ to }) => toast.ok(t('messaging.emailWrite.tested', { to })),
    failed: ({ code }) =>
      toast.bad(t(code === 'too_many_tries' ? 'messaging.emailWrite.testsOver' : 'messaging.emailWrite.testFailed')),
  })
}

type Sending = { save: () => Promise<number>; id: string; onSent: (id: string) => void; onRefused: () => void }

/** Sends the kept draft as it stands: once, however often the answer is lost. */
function useSending({ save, id, onSent, onRefused }: Sending) {
  const t = useTexts()
  const { keyFor, done } = useIdempotencyKey()
  const send = async (agreed: { quotedUnits: number; overDays?: true }) => {
    const body = { version: await save(), ...agreed }
    return call(sendKeptEmail, { params: { id }, body }, { idempotencyKey: keyFor(body) })
  }
  return useCall(send, {
    refreshes: [getAllSentEmails, listKeptEmails],
    done: (sent) => {
      done()
      toast.ok(t('messaging.emailWrite.sent'))
      onSent(sent.id)
    },
    failed: ({ code }) => {
      onRefused()
      toast.bad(t(failures[code] ?? 'messaging.emailWrite.sendingFailed'), { duration: LONG })
    },
  })
}

/** What is written, what is missing of it, how it is kept, and the ways it goes. */
export function useWriting(initial: Written, opened: Opened | null, onSent: (id: string) => void) {
  const [history, act] = useReducer(step, initial, begin)
  const [shown, setShown] = useState(false)
  const [isResting, setResting] = useState(true)
  const [overDays, spread] = useState(false)
  const written = history.now
  const isTouched = written !== initial
  const keeping = useKeeping({ opened, written, isTouched, isResting })
  const reach = useReach(written)
  const test = useTest()
  const sending = useSending({
    save: keeping.save,
    id: keeping.id,
    onSent,
    onRefused: () => {
      setResting(true)
      reach.refresh()
    },
  })
  const missing: Missing = missingIn(written)
  const whenWhole = (go: () => void) => () => {
    setShown(true)
    if (Object.keys(missing).length === 0) go()
  }
  return {
    history,
    written,
    act,
    change: (on: string, part: Partial<Written>) => act({ kind: 'change', on, part }),
    missing: shown ? missing : {},
    isShown: shown,
    keeping,
    isTouched,
    reach,
    overDays,
    spread,
    isSending: sending.busy,
    whenWhole,
    send: whenWhole(() => {
      if (!reach.quote || reach.isStale) return
      setResting(false)
      sending.run({ quotedUnits: reach.quote.units, ...(overDays && { overDays }) })
    }),
    schedule: async (localTime: string) => {
      setResting(false)
      try {
        await keeping.schedule(localTime)
      } catch (cause) {
        setResting(true)
        throw cause
      }
    },
    /** Only the words have to be there. */
    test: () => {
      setShown(true)
      if (!missing.subject && !missing.blocks) test.run(written)
    },
    isTesting: test.busy,
    stop: () => setResting(false),
  }
}

export type Writing = ReturnType<typeof useWriting>
