import { useEffect, useId, useRef, useState, useEffectEvent } from 'react'
import { codeIn, ownCodeIn } from '#contract/checkin/codes.ts'
import type { StationFamily } from '#contract/checkin/station.ts'
import { useTexts } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconArrowRight } from '../../../ui/icons.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import type { Desk } from '../desk/desk.ts'
import { Camera } from '../finding/camera.tsx'
import { failureText, useAct } from '../desk/use-act.ts'
import classes from './self-service.module.css'

/** Whoever walks away leaves nothing of their family on the screen. */
export const IDLE_MS = 30_000

const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'input', 'scroll'] as const

/** Calls `onIdle` when nobody has touched anything for so long. */
export function useIdle(isWatching: boolean, afterMs: number, onIdle: () => void): void {
  const idle = useEffectEvent(onIdle)
  useEffect(() => {
    if (!isWatching) return
    let timer = setTimeout(() => idle(), afterMs)
    const live = () => {
      clearTimeout(timer)
      timer = setTimeout(() => idle(), afterMs)
    }
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, live, { passive: true, capture: true })
    return () => {
      clearTimeout(timer)
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, live, { capture: true })
    }
  }, [isWatching, afterMs])
}

/** What was typed finds a family, and shows nobody yet. */
export type Asked = { code: string } | { search: string }

type OwnStartProps = {
  eventId: string
  desk: Desk
  onFound: (family: StationFamily) => void
  /** The family has to say who it is. */
  onAsked: (asked: Asked, initials: readonly string[]) => void
}

/** The family shows its pass, or types its code or phone number. */
export function OwnStart({ eventId, desk, onFound, onAsked }: OwnStartProps) {
  const t = useTexts()
  const id = useId()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // The only thing on this screen; scanners type into it.
  useEffect(() => field.current?.focus(), [])
  const [problem, setProblem] = useState<'unknown' | null>(null)
  const { busy, failure, run, forget } = useAct()
  // Nobody finds the number of whoever walked away.
  useIdle(text !== '' || problem !== null || failure !== null, IDLE_MS, () => {
    setText('')
    setProblem(null)
    forget()
  })
  const find = (typed: string) =>
    run(async () => {
      // A number of eight digits is a phone number rather than the family's own code.
      const code = codeIn(typed) ?? (/^[\d\s+-]*$/.test(typed) ? null : ownCodeIn(typed))
      const asked = code ? { code } : { search: typed }
      setProblem(null)
      const { families, confirm } = await desk.findOwn({ eventId, ...asked })
      const [family] = families
      if (family) return onFound(family)
      if (confirm) return onAsked(asked, confirm.initials)
      setText('')
      setProblem('unknown')
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
        {problem && <Note tone="bad">{t('checkin.station.selfUnknown')}</Note>}
      </form>
      <Camera onCode={find} />
    </div>
  )
}
