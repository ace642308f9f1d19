import { topics } from '#contract/messaging/topics.ts'
import { PUSH_MESSAGE_MAX_LENGTH, PUSH_TITLE_MAX_LENGTH, type PushQuote } from '#contract/messaging/push.ts'
import { personalise } from '#contract/messaging/segments.ts'
import { DEFAULT_NEUTRAL_NAME } from '#contract/messaging/sms.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { AreaField, TextField } from '../../ui/controls/field.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { LeaveGuard } from '../../ui/forms/index.ts'
import { IconDeviceMobile, IconSend } from '../../ui/icons.ts'
import { BrandMark } from '../../ui/marks/brand-mark.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { DestinationField } from '../destination/destination.tsx'
import { destinationOf } from '../draft/draft.ts'
import { ScheduleDialog } from '../sending/schedule-dialog.tsx'
import classes from './push.module.css'
import { useReach } from './queries.ts'
import { useWriting } from './use-send.ts'
import { bodyOf, categoryTexts, isUnsent, type Opened, type Written } from './written.ts'

type Form = ReturnType<typeof useWriting>

const KINDS = ['all', 'groups', 'persons'] as const

/** Whom it is for, what it is about, its title and its text. */
function Fields({ form: { written, change, missing } }: { form: Form }) {
  const t = useTexts()
  const { church } = useSession()
  const { title, message, category, to } = written
  const left = (text: string, most: number) => t('messaging.pushWrite.letters', { count: text.length, most })
  return (
    <>
      <DestinationField
        ref={null}
        offered={KINDS}
        allHint={t('messaging.pushWrite.allHint')}
        draft={to}
        onChange={(part) => change({ to: { ...to, ...part } })}
        everybody={church.people}
        error={missing.destination && t(missing.destination)}
      />
      <SelectField
        label={t('messaging.pushWrite.category')}
        hint={t('messaging.pushWrite.categoryHint')}
        value={category}
        onChange={(event) => {
          const chosen = topics.find((one) => one === event.target.value)
          if (chosen) change({ category: chosen })
        }}
      >
        {topics.map((one) => (
          <option key={one} value={one}>
            {t(categoryTexts[one])}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('messaging.pushWrite.subject')}
        aside={left(title, PUSH_TITLE_MAX_LENGTH)}
        error={missing.title && t(missing.title)}
        value={title}
        autoComplete="off"
        onChange={(event) => change({ title: event.target.value })}
      />
      <AreaField
        label={t('messaging.pushWrite.message')}
        aside={left(message, PUSH_MESSAGE_MAX_LENGTH)}
        hint={t('messaging.pushWrite.messageHint')}
        error={missing.message && t(missing.message)}
        rows={4}
        dir="auto"
        value={message}
        onChange={(event) => change({ message: event.target.value })}
      />
    </>
  )
}

type LinesProps = { reach: PushQuote; isStale: boolean }

function Lines({ reach, isStale }: LinesProps) {
  const t = useTexts()
  const { number } = useFormat()
  const line = (label: string, count: number) => (
    <div>
      <dt>{label}</dt>
      <dd className="num">{number(count)}</dd>
    </div>
  )
  return (
    <div className={isStale ? classes['stale'] : undefined}>
      <dl className={classes['lines']}>
        {line(t('messaging.pushWrite.chosen'), reach.chosen - reach.duplicates)}
        {reach.withoutDevice > 0 && line(t('messaging.pushWrite.withoutDevice'), reach.withoutDevice)}
        {reach.optedOut > 0 && line(t('messaging.pushWrite.switchedOff'), reach.optedOut)}
        <div className={classes['sum']}>
          <dt>{t('messaging.pushWrite.recipients')}</dt>
          <dd className="num">{number(reach.recipients)}</dd>
        </div>
      </dl>
      {reach.recipients === 0 && <Note tone="warn">{t('messaging.pushWrite.nobody')}</Note>}
    </div>
  )
}

/** Who gets it: only those who turned notifications on, and it costs nothing. */
function Reach({ written }: { written: Written }) {
  const t = useTexts()
  const { destination, category } = bodyOf(written)
  const { reach, isStale, failure } = useReach(destinationOf(written.to) && { destination, category })
  return (
    <Card title={t('messaging.pushWrite.reach')}>
      {reach ? (
        <Lines reach={reach} isStale={isStale} />
      ) : (
        <p className="muted">{t(failure ? 'messaging.pushWrite.reachFailed' : 'messaging.pushWrite.reachEmpty')}</p>
      )}
      <p className={`small ${classes['note']}`}>{t('messaging.pushWrite.free')}</p>
    </Card>
  )
}

/** As it stands on a locked screen. */
function Preview({ written: { title, message } }: { written: Written }) {
  const t = useTexts()
  const text = personalise(message, null, DEFAULT_NEUTRAL_NAME).trim()
  return (
    <section className={classes['screen']} aria-label={t('messaging.pushWrite.preview')}>
      <div className={classes['shown']} dir="auto">
        <BrandMark />
        <b className={title.trim() ? undefined : classes['blank']}>
          {title.trim() || t('messaging.pushWrite.subject')}
        </b>
        <p className={text ? undefined : classes['blank']}>{text || t('messaging.pushWrite.previewEmpty')}</p>
      </div>
    </section>
  )
}

type SendFormProps = {
  opened: Opened
  onSent: (id: string) => void
  onScheduled: () => void
  onDiscard: () => void
}

function Ways({ form, onDiscard }: { form: Form; onDiscard: () => void }) {
  const t = useTexts()
  return (
    <div className={classes['actions']}>
      <div className={classes['buttons']}>
        <Button kind="primary" icon={IconSend} busy={form.isSending} onClick={form.send}>
          {t('messaging.pushWrite.send')}
        </Button>
        <Button onClick={form.askTime}>{t('messaging.pushWrite.schedule')}</Button>
      </div>
      <Button onClick={onDiscard}>{t('messaging.pushWrite.discard')}</Button>
    </div>
  )
}

/** Everything one needs to write a push notification and send it. */
export function SendForm({ opened, onSent, onScheduled, onDiscard }: SendFormProps) {
  const t = useTexts()
  const form = useWriting(opened, onSent)
  const { written, isScheduling } = form
  const [day, clock] = opened.schedule?.goesAtLocal?.split('T') ?? []
  const words = {
    title: t('messaging.compose.leaveTitle'),
    text: t('messaging.pushWrite.leaveText'),
    leave: t('messaging.compose.leave'),
    stay: t('messaging.compose.stay'),
  }
  const mayBeTested = written.title.trim() !== '' && written.message.trim() !== ''
  return (
    <form className={classes['write']} noValidate onSubmit={(event) => event.preventDefault()}>
      <div className={classes['form']}>
        <Fields form={form} />
        <Ways form={form} onDiscard={onDiscard} />
      </div>
      <div className={classes['aside']}>
        <Reach written={written} />
        <Preview written={written} />
        <Button block icon={IconDeviceMobile} busy={form.isTesting} disabled={!mayBeTested} onClick={form.test}>
          {t('messaging.pushWrite.test')}
        </Button>
      </div>
      <LeaveGuard
        isUnsaved={isUnsent(written, opened.written) && !form.isLeaving}
        freeTo={paths.signIn}
        words={words}
      />
      {isScheduling && (
        <ScheduleDialog
          before={day && clock ? { day, clock } : null}
          body={null}
          schedule={form.schedule}
          onScheduled={() => form.leave(onScheduled)}
          onClose={form.closeTime}
        />
      )}
    </form>
  )
}
