import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallArgs } from '#contract/endpoint.ts'
import { quoteSchedule } from '#contract/messaging/schedules.ts'
import type { SmsQuote } from '#contract/messaging/sms.ts'
import { call, ApiFailure } from '../../api/call.ts'
import { keyOf } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { presentTime, useSettled } from '../../device/clock.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import type { QuoteBody } from '../draft/draft.ts'
import { useLeavingLine } from '../quote/leaving-view.tsx'
import { cityOf } from '../quote/leaving.ts'
import { isSameTime, quickTimes, type LocalTime } from './quick-times.ts'
import { RouteChoice } from './route-choice.tsx'
import classes from './sending.module.css'

const failures: Partial<Record<string, TextId>> = {
  time_passed: 'messaging.schedule.passed',
  time_skipped: 'messaging.schedule.skipped',
  too_far_ahead: 'messaging.schedule.tooFar',
  sender_not_approved: 'messaging.test.notApproved',
  no_recipients: 'messaging.compose.nobody',
  changed_meanwhile: 'messaging.draft.changedMeanwhile',
  too_many_drafts: 'messaging.draft.tooMany',
}
const failureText = ({ code }: ApiFailure): TextId => failures[code] ?? 'messaging.schedule.failed'

type TimeProps = { chosen: LocalTime; onChoose: (time: LocalTime) => void }

function QuickChoices({ chosen, onChoose }: TimeProps) {
  const t = useTexts()
  const { timeZone, clock } = useFormat()
  const { tomorrow, sunday } = quickTimes(presentTime(), timeZone)
  const choices = [
    { time: tomorrow, text: t('messaging.schedule.tomorrow', { time: clock(tomorrow.clock) }) },
    { time: sunday, text: t('messaging.schedule.sunday', { time: clock(sunday.clock) }) },
  ]
  return (
    <div className={classes['quick']} role="group" aria-label={t('messaging.schedule.quick')}>
      {choices.map(({ time, text }) => (
        <Button key={text} size="sm" aria-pressed={isSameTime(time, chosen)} onClick={() => onChoose(time)}>
          {text}
        </Button>
      ))}
    </div>
  )
}

function DayAndTime({ chosen, onChoose }: TimeProps) {
  const t = useTexts()
  const { timeZone } = useFormat()
  return (
    <div className={classes['dayAndTime']}>
      <TextField
        label={t('messaging.schedule.date')}
        type="date"
        min={calendarDay(presentTime(), timeZone)}
        value={chosen.day}
        onChange={(event) => onChoose({ ...chosen, day: event.target.value })}
      />
      <TextField
        label={t('messaging.schedule.time')}
        type="time"
        value={chosen.clock}
        onChange={(event) => onChoose({ ...chosen, clock: event.target.value })}
      />
    </div>
  )
}

type Asked = CallArgs<typeof quoteSchedule>['body']
const PAUSE_MS = 300

/** The body is the key, as for the quote of the page. */
const scheduleQuery = (asked: string) =>
  queryOptions({
    queryKey: [...keyOf(quoteSchedule), asked],
    queryFn: ({ signal }) => call(quoteSchedule, { body: JSON.parse(asked) as Asked }, { signal }),
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })

/** What the routes say of a time before it is agreed to; null: nothing yet, or nothing can be asked. */
function useTimeQuote(body: QuoteBody | null, localTime: string | null) {
  const asked = useSettled(body && localTime && JSON.stringify({ ...body, localTime }), PAUSE_MS)
  const { data, error } = useQuery({ ...scheduleQuery(asked ?? ''), enabled: asked !== null })
  return { quote: asked === null || error ? null : (data?.quote ?? null), failure: error }
}

type WhenProps = { chosen: LocalTime; quote: SmsQuote | null }

/** The time that was chosen, and when the route really lets the message leave where that is not the same. */
function When({ chosen, quote }: WhenProps) {
  const t = useTexts()
  const { timeZone, longDay, clock } = useFormat()
  const leaving = useLeavingLine(true)(quote?.departures ?? [])
  const waits = quote?.departures.some(({ at }) => at !== null) ?? false
  return (
    <Note tone={waits ? 'warn' : 'info'}>
      <p className="strong num">
        {t('messaging.schedule.then', {
          day: longDay(chosen.day),
          time: clock(chosen.clock),
          city: cityOf(timeZone),
        })}
      </p>
      {leaving && <p className={waits ? 'strong num' : 'num'}>{leaving}</p>}
      <p className="small muted">{t('messaging.schedule.until')}</p>
    </Note>
  )
}

type ScheduleDialogProps = {
  /** The time that stands already; null: none. */
  before: LocalTime | null
  /** The SMS as its quote is asked for; null: nobody is chosen yet, or it goes by no route. */
  body: QuoteBody | null
  /** At `YYYY-MM-DDTHH:mm` of the church's clocks, by a route; null: as it stands. */
  schedule: (chosen: { localTime: string; routeId: string | null }) => Promise<unknown>
  onScheduled: () => void
  onClose: () => void
}

/** When the message is to go, by the church's clocks. */
export function ScheduleDialog({ before, body, schedule, onScheduled, onClose }: ScheduleDialogProps) {
  const t = useTexts()
  const { timeZone, wallTime } = useFormat()
  const [routeId, setRoute] = useState(body?.routeId ?? null)
  const [chosen, setChosen] = useState<LocalTime>(() => before ?? quickTimes(presentTime(), timeZone).tomorrow)
  const scheduling = useCall(schedule)
  const isWhole = chosen.day !== '' && chosen.clock !== ''
  const localTime = isWhole ? `${chosen.day}T${chosen.clock}` : null
  const { quote, failure } = useTimeQuote(body && { ...body, ...(routeId && { routeId }) }, localTime)
  const refused = scheduling.failure ?? (failure instanceof ApiFailure && failure.code in failures ? failure : null)
  const choose = (time: LocalTime) => {
    scheduling.forget()
    setChosen(time)
  }
  const submit = () =>
    localTime &&
    scheduling.run(
      { localTime, routeId },
      {
        done: () => {
          toast.ok(t('messaging.schedule.done', { time: wallTime(chosen.day, chosen.clock) }))
          onScheduled()
        },
      },
    )
  const actions = (
    <>
      <Button onClick={onClose}>{t('messaging.sender.cancel')}</Button>
      <Button kind="primary" busy={scheduling.busy} disabled={!isWhole} onClick={submit}>
        {t('messaging.schedule.title')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('messaging.schedule.title')} actions={actions}>
      <QuickChoices chosen={chosen} onChoose={choose} />
      <DayAndTime chosen={chosen} onChoose={choose} />
      {quote && (
        <RouteChoice
          quote={quote}
          value={routeId ?? quote.routeId}
          onChoose={(route) => {
            scheduling.forget()
            setRoute(route)
          }}
        />
      )}
      {isWhole && !refused && <When chosen={chosen} quote={quote} />}
      {refused && <Note tone="bad">{t(failureText(refused))}</Note>}
    </Dialog>
  )
}
