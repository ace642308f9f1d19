import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react'
import type { EventRow } from '#contract/checkin/events.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { LeaveGuard, MeanwhileNote } from '../../ui/forms/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import board from './board.module.css'
import { failureText, fieldsOf } from '../failure-text.ts'
import { BannerCard } from './banner-card.tsx'
import type { ClassDraft } from './class-draft.ts'
import { ClassesField } from './classes-field.tsx'
import { emptyEvent, type EventDraft, type EventFault } from './draft.ts'
import { RepeatCard, SeriesCard } from './repeat-card.tsx'
import { useEventForm, type EventForming, type Saved, type EventMeanwhile } from './use-event-form.ts'
import { WhenFields, type FieldsProps } from './when-fields.tsx'
import type { EventField } from './rebase.ts'

/** From when until when families can register. */
function RegistrationCard({ draft, change, faultOf }: FieldsProps) {
  const t = useTexts()
  return (
    <Card title={t('checkin.form.registration')}>
      <div className={board['fields']}>
        <TextField
          type="datetime-local"
          label={t('checkin.form.opensAt')}
          aside={t('checkin.form.optional')}
          hint={draft.opensAt === '' ? t('checkin.form.opensAtOnce') : undefined}
          value={draft.opensAt}
          error={faultOf('opensAt')}
          onChange={(event) => change({ opensAt: event.target.value })}
        />
        <TextField
          type="datetime-local"
          label={t('checkin.form.closesAt')}
          aside={t('checkin.form.optional')}
          hint={draft.closesAt === '' ? t('checkin.form.closesAtEnd') : undefined}
          value={draft.closesAt}
          error={faultOf('closesAt')}
          onChange={(event) => change({ closesAt: event.target.value })}
        />
      </div>
    </Card>
  )
}

const names: Record<EventField, TextId> = {
  name: 'checkin.form.name',
  place: 'checkin.form.place',
  day: 'checkin.form.day',
  starts: 'checkin.form.starts',
  ends: 'checkin.form.ends',
  lastDay: 'checkin.form.lastDay',
  opensAt: 'checkin.form.opensAt',
  closesAt: 'checkin.form.closesAt',
  classes: 'checkin.class.title',
}

/** Says that somebody else was here too, and what they wrote where both wrote something. */
function EventMeanwhileNote({ meanwhile: { theirs, clashes } }: { meanwhile: EventMeanwhile }) {
  const t = useTexts()
  const said = (field: EventField): string => {
    if (field === 'classes') return theirs.classes.map(({ name }) => name).join(', ')
    return field === 'opensAt' || field === 'closesAt' ? theirs[field].replace('T', ' ') : theirs[field]
  }
  return (
    <MeanwhileNote
      title={t('checkin.meanwhile.title')}
      clashes={clashes.map((field) => ({ field: t(names[field]), value: said(field) }))}
    />
  )
}

const sentences: Record<EventFault | 'startsAt' | 'endsAt' | 'opensAt' | 'place', TextId> = {
  name: 'checkin.fault.name',
  place: 'checkin.fault.place',
  day: 'checkin.fault.day',
  starts: 'checkin.fault.time',
  startsAt: 'checkin.fault.time',
  ends: 'checkin.fault.time',
  endsAt: 'checkin.fault.ends',
  lastDay: 'checkin.fault.lastDay',
  opensAt: 'checkin.fault.opensAt',
  closesAt: 'checkin.fault.closesAt',
  untilDay: 'checkin.fault.untilDay',
  classes: 'checkin.fault.classes',
}

const isKnown = (field: string): field is keyof typeof sentences => Object.hasOwn(sentences, field)

/** What is wrong with each field, by what is missing here and by what the server said. */
function useFaults({ faults, save }: EventForming) {
  const t = useTexts()
  const named = fieldsOf(save.failure)
  const taken = fieldsOf(save.failure, 'places_taken')
  const faultOf = (field: string): string | undefined => {
    const isWrong =
      faults.has(field as EventFault) || Object.hasOwn(named, field) || Object.hasOwn(named, `repeat.${field}`)
    return isWrong && isKnown(field) ? t(sentences[field]) : undefined
  }
  const classFaultOf = ({ id }: ClassDraft, index: number): string | undefined => {
    if (id && Object.hasOwn(taken, id)) return t('checkin.fault.placesTaken', { taken: Number(taken[id]) })
    const isWrong = Object.keys(named).some((field) => field.startsWith(`classes.${index}.`))
    return isWrong ? t('checkin.fault.class') : undefined
  }
  return { faultOf, classFaultOf }
}

/** The first field that is wrong gets the focus. */
function useFocusOnFault({ save: { failure } }: EventForming) {
  const form = useRef<HTMLFormElement>(null)
  const focus = () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  useEffect(() => {
    if (failure) focus()
  }, [failure])
  return { form, focus: () => requestAnimationFrame(focus) }
}

type EventFormProps = {
  /** The one that is changed, as it was read just now; null: a new one. */
  event: EventRow | null
  /** What a new one begins with; nothing when not said. */
  fresh?: EventDraft
  /** Leads away without saving. */
  cancel: ReactNode
  onSaved: (saved: Saved) => void
}

type PartProps = { event: EventRow | null; forming: EventForming }

function About({ forming }: Pick<PartProps, 'forming'>) {
  const t = useTexts()
  const { draft, change } = forming
  const { faultOf } = useFaults(forming)
  return (
    <Card title={t('checkin.form.about')}>
      <div className={board['fields']}>
        <TextField
          label={t('checkin.form.name')}
          autoComplete="off"
          maxLength={120}
          required
          value={draft.name}
          error={faultOf('name')}
          onChange={(typed) => change({ name: typed.target.value })}
        />
        <WhenFields draft={draft} change={change} faultOf={faultOf} />
        <TextField
          label={t('checkin.form.place')}
          aside={t('checkin.form.optional')}
          autoComplete="off"
          maxLength={200}
          value={draft.place}
          error={faultOf('place')}
          onChange={(typed) => change({ place: typed.target.value })}
        />
      </div>
    </Card>
  )
}

function Aside({ event, forming }: PartProps) {
  const { draft, change, banner, setBanner, scope, setScope } = forming
  const { faultOf } = useFaults(forming)
  const { series = null } = event ?? {}
  return (
    <>
      {!event && <RepeatCard draft={draft} change={change} faultOf={faultOf} />}
      {series && !series.ended && <SeriesCard series={series} scope={scope} onChange={setScope} />}
      <RegistrationCard draft={draft} change={change} faultOf={faultOf} />
      <BannerCard bannerUrl={event?.bannerUrl ?? null} wish={banner} onWish={setBanner} />
    </>
  )
}

/** An event being planned or changed. */
export function EventForm({ event, fresh = emptyEvent, cancel, onSaved }: EventFormProps) {
  const t = useTexts()
  const forming = useEventForm(event, { onSaved, fresh })
  const { draft, change, save, meanwhile, submit, isUnsaved } = forming
  const { faultOf, classFaultOf } = useFaults(forming)
  const { form, focus } = useFocusOnFault(forming)
  const send = (pressed: SubmitEvent<HTMLFormElement>) => {
    pressed.preventDefault()
    submit()
    focus()
  }
  return (
    <form ref={form} noValidate className={`${board['board']} ${board['form']}`} onSubmit={send}>
      <div className={board['main']}>
        <div role="status">{meanwhile && <EventMeanwhileNote meanwhile={meanwhile} />}</div>
        <About forming={forming} />
        <ClassesField
          items={draft.classes}
          onChange={(items) => change({ classes: items })}
          error={faultOf('classes')}
          faultOf={classFaultOf}
        />
        {save.failure && <Note tone="bad">{t(failureText(save.failure))}</Note>}
      </div>
      <div className={board['aside']}>
        <Aside event={event} forming={forming} />
      </div>
      <div className={board['actions']}>
        {cancel}
        <Button type="submit" kind="primary" busy={save.busy}>
          {t(event ? 'checkin.act.save' : 'checkin.events.add')}
        </Button>
      </div>
      <LeaveGuard isUnsaved={isUnsaved} freeTo={paths.signIn} />
    </form>
  )
}
