import { useEffect, useEffectEvent, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { isUnsent, type Draft } from '../draft/draft.ts'
import classes from './compose.module.css'
import { Aside } from './compose-aside.tsx'
import { Fields, type Form } from './compose-fields.tsx'
import { useCompose } from './use-compose.ts'
import type { SmsQuote } from '#contract/messaging/sms.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconCloudCheck, IconCloudOff } from '../../ui/icons.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { useLeavingLine } from '../quote/leaving-view.tsx'
import { SendMenu } from './send-menu.tsx'
import type { Kept, Opened } from './use-kept.ts'
import { ComposeDialogs, loads, SentDialog, UnsentGuard } from './ways-out.tsx'

type ActionBarProps = ComponentProps<typeof SendMenu> & {
  /** The cost in a line, for phones, where the figures are further down. */
  cost: { text: string; isTooMuch: boolean } | null
  onDiscard: () => void
}

/** Send with Schedule and Draft, and Discard; on phones they stay at the bottom of the screen. */
function ActionBar({ cost, onDiscard, ...menu }: ActionBarProps) {
  const t = useTexts()
  return (
    <div className={classes['actions']}>
      {cost && (
        <p className={`phone-only num ${classes['cost']} ${cost.isTooMuch ? classes['tooMuch'] : ''}`}>{cost.text}</p>
      )}
      <div className={classes['buttons']}>
        <SendMenu {...menu} />
        <Button onClick={onDiscard}>{t('messaging.compose.discard')}</Button>
      </div>
      <span className="vh" role="status">
        {menu.isSending ? t('messaging.compose.beingSent') : ''}
      </span>
    </div>
  )
}

/** The cost in one line: the units and for how many, or how many units are missing. */
function useCostLine(quote: SmsQuote | null): { text: string; isTooMuch: boolean } | null {
  const t = useTexts()
  if (!quote) return null
  if (quote.balanceAfter < 0)
    return { text: t('messaging.compose.unitsMissing', { count: -quote.balanceAfter }), isTooMuch: true }
  return {
    text: t('messaging.compose.costLine', { units: quote.units, count: quote.recipients }),
    isTooMuch: false,
  }
}

/** When the draft was kept last, or that it could not be. */
function KeptLine({ kept }: { kept: Kept }) {
  const t = useTexts()
  const { time } = useFormat()
  if (kept.where === 'nowhere') return <span className={classes['notKept']}>{t('messaging.draft.notKept')}</span>
  if (!kept.savedAt) return null
  const Sign = kept.where === 'device' ? IconCloudOff : IconCloudCheck
  return (
    <span className={`${classes['kept']} num`}>
      <Sign size={16} aria-hidden="true" />
      {kept.where === 'device'
        ? t('messaging.draft.keptHere')
        : t('messaging.draft.kept', { time: time(kept.savedAt) })}
    </span>
  )
}

/** Where it goes on: to the list of what was scheduled, of what was kept, or whence one came. */
type Lead = 'back' | 'scheduled' | 'draft'

type FormProps = {
  initial: Draft
  opened: Opened | null
  back: { to: string; label: string }
  buyUnits: string
  /** What is kept stands on a list. */
  hasLists: boolean
  /** Goes where the page leads to. */
  onLeave: (lead: Lead) => void
  /** Begins anew with what is kept now. */
  onReload: () => void
  /** What is to be said before anything is written. */
  children: ReactNode
}

/** The ways out of the page; what is thrown away on purpose is asked about once. */
function useWaysOut(form: Form, { initial, opened, hasLists, onLeave }: FormProps) {
  const t = useTexts()
  const [lead, setLead] = useState<Lead | null>(null)
  const { draft, kept } = form
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (lead) leave(lead)
  }, [lead])
  const discard = async () => {
    form.ask(null)
    // What could not be taken away stands among the drafts.
    await kept.discard().catch(() => null)
    setLead('back')
  }
  const keep = () =>
    kept.save().then(
      () => {
        toast.ok(t('messaging.draft.saved'))
        if (hasLists) setLead('draft')
      },
      () => toast.bad(t('messaging.draft.notSaved')),
    )
  const open = (what: keyof typeof loads) =>
    loads[what]().then(
      () => form.ask({ what }),
      () => toast.bad(t('messaging.compose.noInternet')),
    )
  return {
    open: (what: keyof typeof loads) => void open(what),
    isUnsent: lead === null && form.sentUnits === null && isUnsent(draft, initial) && !kept.isKept,
    leaveScheduled: () => setLead('scheduled'),
    discard: () => void discard(),
    /** What was opened and is kept as it stands is only left. */
    askDiscard: () =>
      isUnsent(draft, initial) && !(opened && kept.isKept) ? form.ask({ what: 'discard' }) : void discard(),
    keep: () => void keep(),
  }
}

/** Everything one needs to write a message and send it. */
export function ComposeForm(props: FormProps) {
  const t = useTexts()
  const messageRef = useRef<HTMLTextAreaElement>(null)
  const destinationRef = useRef<HTMLSelectElement>(null)
  const form = useCompose({ ...props, fields: { message: messageRef, destination: destinationRef } })
  const out = useWaysOut(form, props)
  const { quote } = form.quoting
  return (
    <>
      <PageHeader title={t('messaging.compose.title')} back={props.back} actions={<KeptLine kept={form.kept} />} />
      <form className={classes['compose']} noValidate onSubmit={(event) => event.preventDefault()}>
        <div className={classes['form']}>
          {props.children}
          <Fields
            form={form}
            messageRef={messageRef}
            destinationRef={destinationRef}
            onTemplates={() => out.open('templates')}
          />
          <ActionBar
            isSending={form.isSending}
            canSend={form.sender !== null}
            cost={useCostLine(quote)}
            leaving={useLeavingLine()(quote?.departures ?? [])}
            onSend={form.send}
            onSchedule={() => form.isReady() && out.open('schedule')}
            onDraft={out.keep}
            onDiscard={out.askDiscard}
          />
        </div>
        <Aside form={form} onTest={() => out.open('test')} />
        <UnsentGuard isUnsent={out.isUnsent} />
      </form>
      <ComposeDialogs
        form={form}
        opened={props.opened}
        onDiscard={out.discard}
        onScheduled={out.leaveScheduled}
        onReload={props.onReload}
      />
      {form.sentUnits !== null && <SentDialog units={form.sentUnits} onGoOn={() => props.onLeave('back')} />}
    </>
  )
}
