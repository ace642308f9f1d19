import { useEffect, useId, useRef, useState } from 'react'
import type { StationFamily } from '#contract/checkin/station.ts'
import { useTexts } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconArrowRight } from '../../../ui/icons.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import type { Desk } from '../desk/desk.ts'
import { failureText, useAct } from '../desk/use-act.ts'
import type { Asked } from './own-start.tsx'
import classes from './self-service.module.css'

type OwnConfirmProps = {
  eventId: string
  asked: Asked
  /** First letters of the children's names: the family sees that it is theirs, and nobody else learns who they are. */
  initials: readonly string[]
  desk: Desk
  onFound: (family: StationFamily) => void
  onLeave: () => void
}

/** Anybody may type anybody's number: whoever says the name of a child is the family. */
export function OwnConfirm({ eventId, asked, initials, desk, onFound, onLeave }: OwnConfirmProps) {
  const t = useTexts()
  const id = useId()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<'wrong' | 'several' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const { busy, failure, run } = useAct()
  const confirm = (childName: string) =>
    run(async () => {
      setProblem(null)
      const { families } = await desk.findOwn({ eventId, ...asked, childName })
      const [family, ...others] = families
      if (family && others.length === 0) return onFound(family)
      setName('')
      setProblem(family ? 'several' : 'wrong')
      field.current?.focus()
    })
  return (
    <div className={classes['start']}>
      <div>
        <h1>{t('checkin.station.selfConfirmTitle')}</h1>
        <p className="muted">{t('checkin.station.selfConfirmText')}</p>
      </div>
      <p className={classes['initials']}>{initials.map((initial) => `${initial}.`).join('  ')}</p>
      <form
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') confirm(name.trim())
        }}
      >
        <label htmlFor={id}>{t('checkin.station.selfConfirmField')}</label>
        <input
          id={id}
          value={name}
          onChange={({ target }) => setName(target.value)}
          autoComplete="off"
          autoCapitalize="words"
          spellCheck={false}
          maxLength={120}
          aria-invalid={problem === 'wrong' || undefined}
          ref={field}
        />
        <Button type="submit" kind="primary" block icon={IconArrowRight} busy={busy}>
          {t('checkin.station.selfGo')}
        </Button>
        {failure && <Note tone="bad">{failureText(failure, t)}</Note>}
        {problem && (
          <Note tone="bad">
            {t(problem === 'several' ? 'checkin.station.selfSeveral' : 'checkin.station.selfConfirmWrong')}
          </Note>
        )}
        <Button block onClick={onLeave}>
          {t('checkin.station.selfBack')}
        </Button>
      </form>
    </div>
  )
}
