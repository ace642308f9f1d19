import { Link } from '@tanstack/react-router'
import { useId, useState, type ChangeEvent, type ReactNode, type SubmitEvent } from 'react'
import { type UnitAlert, readUnitAlert, saveUnitAlert } from '#contract/billing/statement.ts'
import { useTexts, Phrase } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan, useSession } from '../../session/session.ts'
import { IconChevronDown, IconChevronRight } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import classes from './alert.module.css'
import { useFormat } from '../../languages/format.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../failure-text.ts'
import { readThreshold, USUAL_THRESHOLD } from './threshold.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { keyOf } from '../../api/queries.ts'

/** When the church is told, and whether its units are few now: asked anew whenever their number changes. */
function useUnitAlert() {
  const { units } = useSession()
  return useQuery({
    queryKey: [...keyOf(readUnitAlert), units],
    queryFn: ({ signal }) => call(readUnitAlert, {}, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** From how many units on the church is told; null: never. */
function useSaveUnitAlert() {
  const client = useQueryClient()
  return useCall((threshold: number | null) => call(saveUnitAlert, { body: { threshold } }), {
    done: (alert) => client.setQueriesData({ queryKey: keyOf(readUnitAlert) }, alert),
  })
}

/** What is ticked and typed, until it is saved. */
function useDraft({ threshold }: UnitAlert) {
  const format = useFormat()
  const [isOn, setOn] = useState(threshold !== null)
  const [typed, setTyped] = useState(() => format.number(threshold ?? USUAL_THRESHOLD))
  const wanted = isOn ? readThreshold(typed) : null
  const isWrong = isOn && wanted === null
  return { isOn, setOn, typed, setTyped, wanted, isWrong, mayBeSaved: !isWrong && wanted !== threshold }
}

/** A part of the sentence: pressed, it ticks the box. */
const Beside = ({ id, children }: { id: string; children?: ReactNode }) => <label htmlFor={id}>{children}</label>

/** "Notify us when fewer than 500 units are left": saved when it was changed, with one press. */
function AlertForm({ alert }: { alert: UnitAlert }) {
  const t = useTexts()
  const id = useId()
  const save = useSaveUnitAlert()
  const { isOn, setOn, typed, setTyped, wanted, isWrong, mayBeSaved } = useDraft(alert)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!mayBeSaved) return
    save.run(wanted, {
      done: ({ threshold }) =>
        threshold === null
          ? toast.ok(t('billing.alert.savedOff'))
          : toast.ok(t('billing.alert.saved', { units: threshold })),
    })
  }
  /** Whoever types a number wants to be told. */
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    setTyped(event.target.value)
    setOn(true)
  }
  const field = (
    <input
      id={`${id}-units`}
      aria-labelledby={`${id}-sentence`}
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? `${id}-wrong` : undefined}
      className={`num ${classes['number']}`}
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      value={typed}
      onChange={type}
    />
  )
  return (
    <form className={classes['form']} noValidate onSubmit={submit}>
      <div className={classes['line']}>
        <input
          id={id}
          type="checkbox"
          aria-labelledby={`${id}-sentence`}
          checked={isOn}
          onChange={(event) => setOn(event.target.checked)}
        />
        <span id={`${id}-sentence`}>
          <Phrase id="billing.alert.tell" values={{ field }} parts={{ l: <Beside id={id} /> }} />
        </span>
      </div>
      {isWrong && (
        <p id={`${id}-wrong`} className={`small ${classes['wrong']}`} role="status">
          {t('billing.alert.wrong')}
        </p>
      )}
      {save.failure && <Note tone="bad">{t(failureText(save.failure))}</Note>}
      {mayBeSaved && (
        <Button type="submit" size="sm" busy={save.busy}>
          {t('billing.alert.save')}
        </Button>
      )}
    </form>
  )
}

/** How the church is told, for who may not change it. */
function Told({ alert: { threshold } }: { alert: UnitAlert }) {
  const t = useTexts()
  return (
    <p className="small muted">
      {threshold === null ? t('billing.alert.nobody') : t('billing.alert.told', { units: threshold })}
    </p>
  )
}

/**
 * Under the balance: a calm word when units run low, the way to the statement, and when to be told; where the balance
 * stands above the form, that is shut until it is asked for.
 */
export function LowUnitsAlert() {
  const t = useTexts()
  const { gate } = useSession()
  const mayChange = useCan('billing.manage')
  const { data: alert } = useUnitAlert()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={classes['under']}>
      {alert?.isLow && alert.threshold !== null && (
        <Note tone="warn">{t('billing.alert.low', { units: alert.threshold })}</Note>
      )}
      <div className={classes['ways']}>
        {gate === 'open' && (
          <Link to={paths.statement}>
            {t('billing.statement.link')}
            <IconChevronRight size={16} aria-hidden="true" />
          </Link>
        )}
        {alert && (
          <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
            {t('billing.alert.when')}
            <IconChevronDown size={16} aria-hidden="true" />
          </button>
        )}
      </div>
      {alert && (
        <div id={id} className={isOpen ? undefined : classes['shut']}>
          {mayChange ? <AlertForm alert={alert} /> : <Told alert={alert} />}
        </div>
      )}
    </div>
  )
}
