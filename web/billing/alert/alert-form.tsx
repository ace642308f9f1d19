import { useId, useState, type ChangeEvent, type ReactNode, type SubmitEvent } from 'react'
import type { UnitAlert } from '#contract/billing/statement.ts'
import { useFormat } from '../../lib/format.tsx'
import { Phrase, useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../failure-text.ts'
import classes from './alert.module.css'
import { useSaveUnitAlert } from './queries.ts'
import { readThreshold, USUAL_THRESHOLD } from './threshold.ts'

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

/** "Tell me when fewer than 500 units are left": saved when it was changed, with one press. */
export function AlertForm({ alert }: { alert: UnitAlert }) {
  const t = useTexts()
  const id = useId()
  const save = useSaveUnitAlert()
  const { isOn, setOn, typed, setTyped, wanted, isWrong, mayBeSaved } = useDraft(alert)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (save.isPending || !mayBeSaved) return
    save.mutate(wanted, {
      onSuccess: ({ threshold }) =>
        threshold === null
          ? toast.ok(t('billing.alert.savedOff'))
          : toast.ok(t('billing.alert.saved', { count: threshold })),
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
      {save.error && <Note tone="bad">{t(failureText(save.error))}</Note>}
      {mayBeSaved && (
        <Button type="submit" size="sm" busy={save.isPending}>
          {t('billing.alert.save')}
        </Button>
      )}
    </form>
  )
}
