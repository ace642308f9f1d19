import { useState } from 'react'
import { listCustody } from '#contract/checkin/custody.ts'
import { listIncidents, settleIncident, type Incident } from '#contract/checkin/incidents.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { AreaField } from '../../ui/controls/field.tsx'
import { IconAlertTriangle } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../failure-text.ts'
import { TickField } from '../tick-field.tsx'
import { underWay } from '../under-way.tsx'
import { useIncidents } from './use-incidents.ts'
import classes from './incidents.module.css'
import { useEntryWords } from './entry-words.ts'

/** They stand above the log until each is settled. */
export function Incidents() {
  const t = useTexts()
  const incidents = useIncidents()
  if (incidents.length === 0) return null
  return (
    <section className={classes['incidents']} aria-label={t('checkin.incident.title')} role="alert">
      <h2>
        <IconAlertTriangle size={20} aria-hidden="true" />
        {t('checkin.incident.count', { count: incidents.length })}
      </h2>
      <IncidentList incidents={incidents} maySettle />
    </section>
  )
}

export function IncidentList({ incidents, maySettle }: { incidents: readonly Incident[]; maySettle: boolean }) {
  return (
    <ul className={classes['list']}>
      {incidents.map((incident) => (
        <OneIncident key={`${incident.eventId} ${incident.number}`} incident={incident} maySettle={maySettle} />
      ))}
    </ul>
  )
}

function OneIncident({ incident, maySettle }: { incident: Incident; maySettle: boolean }) {
  const t = useTexts()
  const format = useFormat()
  const { what, more } = useEntryWords()(incident)
  const [isSettling, setSettling] = useState(false)
  return (
    <li>
      <p className="strong">{what}</p>
      <p className="muted num">
        {format.dateTime(incident.at)} · {incident.eventName}
        {incident.actorName && ` · ${incident.actorName}`}
      </p>
      <ul className={classes['more']}>
        {more.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      {maySettle && !isSettling && (
        <Button size="sm" onClick={() => setSettling(true)}>
          {t('checkin.incident.settle')}
        </Button>
      )}
      {!maySettle && <p className="small muted">{t('checkin.incident.leaderSettles')}</p>}
      {isSettling && <Settle incident={incident} onCancel={() => setSettling(false)} />}
    </li>
  )
}

function Settle({ incident, onCancel }: { incident: Incident; onCancel: () => void }) {
  const t = useTexts()
  const [note, setNote] = useState('')
  const [isChildGone, setGone] = useState(false)
  const { eventId, number, isChildHere } = incident
  const settle = useCall(() => underWay(call(settleIncident, { body: { eventId, number, note, isChildGone } })), {
    refreshes: [listCustody, listIncidents],
    done: () => toast.ok(t('checkin.incident.settled')),
  })
  return (
    <form
      className="stack-8"
      onSubmit={(event) => {
        event.preventDefault()
        settle.run()
      }}
    >
      {settle.failure && <Note tone="bad">{t(failureText(settle.failure))}</Note>}
      <AreaField
        label={t('checkin.incident.note')}
        name="note"
        rows={2}
        minLength={5}
        maxLength={500}
        required
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      {isChildHere && (
        <TickField checked={isChildGone} onChange={({ target }) => setGone(target.checked)}>
          {t('checkin.incident.childGone')}
        </TickField>
      )}
      <div className="row wrap">
        <Button onClick={onCancel}>{t('checkin.act.cancel')}</Button>
        <Button type="submit" kind="primary" busy={settle.busy}>
          {t('checkin.incident.settleGo')}
        </Button>
      </div>
    </form>
  )
}
