import { useEffect, useId, useRef, useState } from 'react'
import { codeIn } from '#contract/checkin/codes.ts'
import type { StationFamily } from '#contract/checkin/station.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconArrowRight } from '../../../ui/icons.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import type { Desk } from '../desk.ts'
import { Camera } from '../finding/camera.tsx'
import { failureText } from '../shared/failure-words.ts'
import { useAct } from '../shared/use-act.ts'
import classes from './self-service.module.css'
import { IDLE_MS, useIdle } from './use-idle.ts'

type OwnStartProps = { eventId: string; desk: Desk; onFound: (family: StationFamily) => void }

/** The family shows its pass, or types its code or phone number. */
export function OwnStart({ eventId, desk, onFound }: OwnStartProps) {
  const t = useTexts()
  const id = useId()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // The only thing on this screen; scanners type into it.
  useEffect(() => field.current?.focus(), [])
  const [problem, setProblem] = useState<'unknown' | 'several' | null>(null)
  const { busy, failure, run, forget } = useAct()
  // Nobody finds the number of whoever walked away.
  useIdle(text !== '' || problem !== null || failure !== null, IDLE_MS, () => {
    setText('')
    setProblem(null)
    forget()
  })
  const find = (typed: string) =>
    run(async () => {
      const code = codeIn(typed)
      setProblem(null)
      const [family, ...others] = await desk.find(code ? { eventId, code } : { eventId, search: typed })
      if (family && others.length === 0) return onFound(family)
      setText('')
      setProblem(family ? 'several' : 'unknown')
    })
  return (
    <div className={classes['start']}>
      <div>
        <h1>{t('checkin.station.selfTitle')}</h1>
        <p className="muted">{t('checkin.station.selfText')}</p>
      </div>
      <form
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') find(text.trim())
        }}
      >
        <label htmlFor={id}>{t('checkin.station.selfField')}</label>
        <input
          id={id}
          value={text}
          onChange={({ target }) => setText(target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          ref={field}
        />
        <Button type="submit" kind="primary" block icon={IconArrowRight} busy={busy}>
          {t('checkin.station.selfGo')}
        </Button>
        {failure && <Note tone="bad">{failureText(failure, t)}</Note>}
        {problem && (
          <Note tone="bad">
            {t(problem === 'several' ? 'checkin.station.selfSeveral' : 'checkin.station.selfUnknown')}
          </Note>
        )}
      </form>
      <Camera onCode={find} />
    </div>
  )
}
