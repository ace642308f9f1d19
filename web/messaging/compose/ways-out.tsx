import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { LeaveGuard } from '../../ui/forms/index.ts'
import { Art } from '../../ui/states/index.ts'
import { DiscardDialog } from '../draft/discard-dialog.tsx'
import { choicesOf, neutralNameOf, quoteBodyOf } from '../draft/draft.ts'
import classes from './compose.module.css'
import type { useCompose } from './use-compose.ts'
import type { Opened } from './use-kept.ts'

const loadRoutes = () => import('../sending/routes-dialog.tsx')
const loadSchedule = () => import('../sending/schedule-dialog.tsx')
const loadTest = () => import('../sending/test-dialog.tsx')
const loadTemplates = () => import('../templates/templates-dialog.tsx')
const RoutesDialog = lazy(async () => ({ default: (await loadRoutes()).RoutesDialog }))
const ScheduleDialog = lazy(async () => ({ default: (await loadSchedule()).ScheduleDialog }))
const TestDialog = lazy(async () => ({ default: (await loadTest()).TestDialog }))
const TemplatesDialog = lazy(async () => ({ default: (await loadTemplates()).TemplatesDialog }))
const ClashDialog = lazy(async () => ({ default: (await import('../draft/clash-dialog.tsx')).ClashDialog }))

/** A dialog is asked for once it is here: without a network the page stays as it is. */
export const loads = { schedule: loadSchedule, test: loadTest, templates: loadTemplates }

const GO_ON_AFTER_MS = 3500

/** Says that the message is on its way, and goes on by itself. */
export function SentDialog({ units, onGoOn }: { units: number; onGoOn: () => void }) {
  const t = useTexts()
  const goOn = useEffectEvent(onGoOn)
  useEffect(() => {
    const timer = setTimeout(goOn, GO_ON_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const actions = (
    <Button kind="primary" onClick={onGoOn}>
      {t('messaging.compose.goOn')}
    </Button>
  )
  return (
    <Dialog open onClose={onGoOn} title={t('messaging.compose.sentTitle')} actions={actions}>
      <div className={classes['sent']} role="status">
        <Art picture="letter" />
        <p className="muted">{t('messaging.compose.unitsUsed', { count: units })}</p>
      </div>
    </Dialog>
  )
}

/** Asks before a message that nothing keeps is left behind. */
export function UnsentGuard({ isUnsent }: { isUnsent: boolean }) {
  const t = useTexts()
  const words = {
    title: t('messaging.compose.leaveTitle'),
    text: t('messaging.compose.leaveText'),
    leave: t('messaging.compose.leave'),
    stay: t('messaging.compose.stay'),
  }
  return <LeaveGuard isUnsaved={isUnsent} freeTo={paths.signIn} staysOnPage words={words} />
}

const timeIn = (opened: Opened | null) => {
  const [day, clock] = opened?.goesAtLocal?.split('T') ?? []
  return opened?.state === 'scheduled' && day && clock ? { day, clock } : null
}

type DialogsProps = {
  form: ReturnType<typeof useCompose>
  opened: Opened | null
  onDiscard: () => void
  onScheduled: () => void
  /** Begins anew with what is kept now. */
  onReload: () => void
}

/** What opens from the compose page; each is loaded when it does, the question before sending as soon as the page stands. */
export function ComposeDialogs({ form, opened, onDiscard, onScheduled, onReload }: DialogsProps) {
  const { dialog, ask, draft, sender, kept } = form
  const close = () => ask(null)
  // Fetched ahead: whoever presses Send when the network has just gone is asked all the same.
  useEffect(() => void loadRoutes(), [])
  return (
    <Suspense fallback={null}>
      {dialog?.what === 'route' && (
        <RoutesDialog quote={dialog.quote} onChoose={(route) => form.go(route.units, route)} onClose={close} />
      )}
      {dialog?.what === 'schedule' && (
        <ScheduleDialog
          before={timeIn(opened)}
          body={quoteBodyOf(form.shown, form.selected?.mask ?? null)}
          schedule={form.schedule}
          onScheduled={onScheduled}
          onClose={close}
        />
      )}
      {dialog?.what === 'test' && sender !== null && (
        <TestDialog
          senderId={sender}
          message={draft.message}
          neutralName={neutralNameOf(draft)}
          choices={choicesOf(form.shown)}
          onClose={close}
        />
      )}
      {dialog?.what === 'templates' && (
        <TemplatesDialog content={form.template.content} onUse={form.template.use} onClose={close} />
      )}
      {dialog?.what === 'discard' && <DiscardDialog onDiscard={onDiscard} onClose={close} />}
      {kept.theirs && (
        <ClashDialog
          theirs={kept.theirs}
          mine={draft.message}
          onKeepMine={kept.keepMine}
          onUseTheirs={onReload}
          onClose={kept.dismiss}
        />
      )}
    </Suspense>
  )
}
