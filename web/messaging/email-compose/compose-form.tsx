import { lazy, Suspense, useEffect, useState } from 'react'
import { readKeptEmailPage } from '#contract/messaging/kept-emails.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { LeaveGuard } from '../../ui/forms/index.ts'
import { IconArrowBackUp, IconArrowForwardUp, IconEye, IconMail, IconTemplate } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { toast, undo } from '../../ui/toasts/index.ts'
import { SendMenu } from '../compose/send-menu.tsx'
import { DiscardDialog } from '../draft/discard-dialog.tsx'
import { EmailFrame } from '../email/email-frame.tsx'
import { Head, Whom } from './aside.tsx'
import { Blocks } from './blocks.tsx'
import classes from './compose.module.css'
import type { KeptWhole, Loaded } from './opened.ts'
import { useWriting, type Writing } from './use-writing.ts'
import { EMPTY, writtenFrom } from './written.ts'

const ScheduleDialog = lazy(async () => ({
  default: (await import('../sending/schedule-dialog.tsx')).ScheduleDialog,
}))
const TemplatesDialog = lazy(async () => ({ default: (await import('./templates-dialog.tsx')).TemplatesDialog }))
const ClashDialog = lazy(async () => ({ default: (await import('../draft/clash-dialog.tsx')).ClashDialog }))

type Ends = { onSent: (id: string) => void; onScheduled: () => void; onDraft: () => void; onDiscard: () => void }

type FormProps = { loaded: Loaded; onReload: () => void } & Ends

/** Whether it is kept, in a line. */
function KeptLine({ writing: { keeping, isTouched } }: { writing: Writing }) {
  const t = useTexts()
  const { time } = useFormat()
  if (keeping.failed && !keeping.isKept) return <span className="small">{t('messaging.draft.notKept')}</span>
  if (!isTouched || !keeping.at) return null
  return <span className="small muted num">{t('messaging.draft.kept', { time: time(keeping.at) })}</span>
}

type Dialogs = 'schedule' | 'templates' | 'discard' | null

type ToolsProps = { writing: Writing; isPreviewed: boolean; onPreview: () => void; ask: (what: Dialogs) => void }

function Tools({ writing, isPreviewed, onPreview, ask }: ToolsProps) {
  const t = useTexts()
  const { history, act } = writing
  return (
    <div className={classes['tools']}>
      <IconButton
        label={t('messaging.emailWrite.undo')}
        icon={IconArrowBackUp}
        disabled={history.past.length === 0}
        onClick={() => act({ kind: 'undo' })}
      />
      <IconButton
        label={t('messaging.emailWrite.redo')}
        icon={IconArrowForwardUp}
        disabled={history.future.length === 0}
        onClick={() => act({ kind: 'redo' })}
      />
      <span className={classes['gap']} />
      <Button icon={IconTemplate} onClick={() => ask('templates')}>
        {t('messaging.templates.title')}
      </Button>
      <Button icon={IconEye} aria-pressed={isPreviewed} onClick={onPreview}>
        {t('messaging.emailWrite.look')}
      </Button>
      <Button icon={IconMail} busy={writing.isTesting} onClick={writing.test}>
        {t('messaging.emailWrite.test')}
      </Button>
    </div>
  )
}

/** As the server draws what is kept: whenever something else is kept, it is drawn anew. */
function Preview({ writing: { keeping } }: { writing: Writing }) {
  const t = useTexts()
  if (keeping.version === 0) return <p className="muted">{t('messaging.emailWrite.lookEmpty')}</p>
  const address = `${readKeptEmailPage.path.replace('{id}', keeping.id)}?version=${keeping.version}`
  return <EmailFrame address={address} title={t('messaging.emailWrite.lookTitle')} />
}

/** What was done goes on its way before the page is left, and nobody is asked about it. */
function useLeaving() {
  const [goOn, setGoOn] = useState<(() => void) | null>(null)
  useEffect(() => goOn?.(), [goOn])
  return { isLeaving: goOn !== null, leave: (go: () => void) => setGoOn(() => go) }
}

/** Everything one needs to write an email and send it. */
export function ComposeForm({ loaded, onReload, ...ends }: FormProps) {
  const t = useTexts()
  const { opened } = loaded
  const { isLeaving, leave } = useLeaving()
  const writing = useWriting(loaded.written, opened, (id) => leave(() => ends.onSent(id)))
  const { written, act, keeping, missing } = writing
  const [addresses, setAddresses] = useState(loaded.addresses)
  const [isPreviewed, preview] = useState(false)
  const [dialog, ask] = useState<Dialogs>(null)
  const [day = '', clock = ''] = opened?.goesAtLocal?.split('T') ?? []

  const use = ({ content, addresses: shown }: KeptWhole) => {
    ask(null)
    setAddresses((before) => new Map([...before, ...shown]))
    act({ kind: 'replace', written: { ...writtenFrom(content, null), to: written.to } })
    toast.ok(
      t('messaging.templates.used'),
      undo(t('ui.toast.undo'), () => act({ kind: 'undo' })),
    )
  }
  const look = () => {
    if (!isPreviewed && opened?.state !== 'scheduled') void keeping.save().catch(() => null)
    preview(!isPreviewed)
  }
  const keepAsDraft = () =>
    void keeping.save().then(
      () => {
        toast.ok(t('messaging.draft.saved'))
        leave(ends.onDraft)
      },
      () => toast.bad(t('messaging.draft.notSaved')),
    )
  const discard = () => {
    writing.stop()
    void keeping.discard()
    leave(ends.onDiscard)
  }
  const words = {
    title: t('messaging.compose.leaveTitle'),
    text: t('messaging.compose.leaveText'),
    leave: t('messaging.compose.leave'),
    stay: t('messaging.compose.stay'),
  }
  return (
    <form className={classes['page']} noValidate onSubmit={(event) => event.preventDefault()}>
      <PageHeader
        title={t('messaging.emailList.send')}
        back={{ to: paths.sentEmails, label: t('messaging.emailList.title') }}
        actions={<KeptLine writing={writing} />}
      />
      <div className={classes['write']}>
        <div className={classes['main']}>
          <Tools writing={writing} isPreviewed={isPreviewed} onPreview={look} ask={ask} />
          {missing.blocks && <Note tone="bad">{t(missing.blocks)}</Note>}
          {isPreviewed ? (
            <Preview writing={writing} />
          ) : (
            <Blocks
              writing={writing}
              addresses={addresses}
              onPicture={(id, address) => setAddresses((before) => new Map([...before, [id, address]]))}
            />
          )}
        </div>
        <div className={classes['aside']}>
          <Head writing={writing} />
          <Whom writing={writing} />
          <div className={classes['ways']}>
            <SendMenu
              isSending={writing.isSending}
              canSend={!writing.isSending && !writing.reach.isWaiting}
              leaving=""
              onSend={writing.send}
              onSchedule={writing.whenWhole(() => ask('schedule'))}
              onDraft={keepAsDraft}
            />
            <Button onClick={() => (writing.isTouched ? ask('discard') : leave(ends.onDiscard))}>
              {t('messaging.compose.discard')}
            </Button>
          </div>
        </div>
      </div>
      <LeaveGuard
        isUnsaved={writing.isTouched && !keeping.isKept && !isLeaving && written !== EMPTY}
        freeTo={paths.signIn}
        staysOnPage
        words={words}
      />
      <Suspense fallback={null}>
        {dialog === 'schedule' && (
          <ScheduleDialog
            before={opened?.state === 'scheduled' ? { day, clock } : null}
            body={null}
            schedule={({ localTime }) => writing.schedule(localTime)}
            onScheduled={() => leave(ends.onScheduled)}
            onClose={() => ask(null)}
          />
        )}
        {dialog === 'templates' && <TemplatesDialog written={written} onUse={use} onClose={() => ask(null)} />}
        {dialog === 'discard' && <DiscardDialog onDiscard={discard} onClose={() => ask(null)} />}
        {keeping.theirs && (
          <ClashDialog
            theirs={keeping.theirs}
            mine={written.subject}
            onKeepMine={keeping.keepMine}
            onUseTheirs={onReload}
            onClose={keeping.dismiss}
          />
        )}
      </Suspense>
    </form>
  )
}
