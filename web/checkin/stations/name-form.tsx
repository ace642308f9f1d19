import type { ReactNode } from 'react'
import { ApiFailure } from '../../api/call.ts'
import { textOf } from '../../api/form-call.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { failureText } from '../shared/failure-text.ts'
import classes from './stations.module.css'

type NameFormProps = {
  name: string
  /** What the button says. */
  act: string
  busy: boolean
  failure: Error | null
  onName: (name: string) => void
  /** Besides the button. */
  children?: ReactNode
}

const NAME_MAX_LENGTH = 60

/** The name that the church calls a station by, everywhere. */
export function NameForm({ name, act, busy, failure, onName, children }: NameFormProps) {
  const t = useTexts()
  const isTaken = failure instanceof ApiFailure && failure.code === 'name_taken'
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        onName(textOf(new FormData(event.currentTarget), 'name').trim())
      }}
    >
      {failure && !isTaken && <Note tone="bad">{t(failureText(failure))}</Note>}
      <TextField
        label={t('checkin.stations.name')}
        hint={t('checkin.stations.nameHint')}
        error={isTaken ? t('checkin.stations.nameTaken') : undefined}
        name="name"
        defaultValue={name}
        maxLength={NAME_MAX_LENGTH}
        autoComplete="off"
        required
      />
      <div className={classes['acts']}>
        {children}
        <Button type="submit" kind="primary" busy={busy}>
          {act}
        </Button>
      </div>
    </form>
  )
}

/** A name that no station has yet. */
export function freeName(names: readonly (string | null)[], nameOf: (number: number) => string): string {
  const taken = new Set(names.map((name) => name?.toLowerCase()))
  for (let number = 1; ; number += 1) if (!taken.has(nameOf(number).toLowerCase())) return nameOf(number)
}
