import { useState, useEffect, useId, useRef } from 'react'
import type { Labels, StationFamily } from '#contract/checkin/station.ts'
import { useTexts } from '../../../languages/index.ts'
import type { LabelPrinter } from '../../labels/printing/use-label-printer.tsx'
import type { Desk, StationEvent, StationClass } from '../desk/desk.ts'
import { StationBar, Network } from '../desk/station-bar.tsx'
import type { Day } from '../desk/use-day.ts'
import { OwnStart, type Asked, IDLE_MS, useIdle } from './own-start.tsx'
import classes from './self-service.module.css'
import { UnlockButton } from './unlock-button.tsx'
import { spacedCode } from '#contract/checkin/codes.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Art } from '../../../ui/states/index.ts'
import around from '../arriving/arriving.module.css'
import { IconPrinter, IconArrowRight } from '../../../ui/icons.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import { ChildRow } from '../arriving/child-row.tsx'
import { failureText, useAct } from '../desk/use-act.ts'
import { useTicks } from '../desk/ticks.ts'

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
function OwnConfirm({ eventId, asked, initials, desk, onFound, onLeave }: OwnConfirmProps) {
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

type OwnFamilyProps = {
  eventId: string
  family: StationFamily
  rooms: readonly StationClass[]
  desk: Desk
  onDone: (labels: Labels) => void
  onLeave: () => void
}

/** Which of their children come in. Whatever is not simple is for the desk. */
function OwnFamily({ eventId, family, rooms, desk, onDone, onLeave }: OwnFamilyProps) {
  const t = useTexts()
  const { busy, failure, run } = useAct()
  const { ticks, chosen, change, isWhole, problemOf } = useTicks(family, failure)
  const count = chosen.children.length + chosen.without.length
  const submit = () => {
    if (!isWhole()) return
    run(async () => onDone(await desk.checkIn({ eventId, familyId: family.familyId, children: chosen.children })))
  }
  return (
    <div className={classes['family']}>
      <h1>{t('checkin.station.selfWho')}</h1>
      {failure && (
        <Note tone="bad">
          {failure.code === 'in_class' ? t('checkin.station.selfAskDesk') : failureText(failure, t)}
        </Note>
      )}
      <ul className="stack-8">
        {family.children.map((child, index) => (
          <ChildRow
            key={child.personId}
            child={child}
            tick={ticks[child.personId] ?? { isTicked: false, classId: null }}
            rooms={rooms}
            plain={index % 2 === 1}
            onlyFitting
            problem={problemOf(child.personId) && t('checkin.station.selfAskDesk')}
            onChange={(tick) => change(child.personId, tick)}
          />
        ))}
      </ul>
      <div className={classes['acts']}>
        <Button onClick={onLeave}>{t('checkin.station.selfBack')}</Button>
        <Button kind="primary" icon={IconPrinter} busy={busy} disabled={count === 0} onClick={submit}>
          {t('checkin.station.checkIn', { count })}
        </Button>
      </div>
    </div>
  )
}

/** Done: the labels come, and the tag is what they collect their children with. */
function Thanks({ labels, onNext }: { labels: Labels; onNext: () => void }) {
  const t = useTexts()
  return (
    <div className={classes['thanks']}>
      <Art picture="done" large />
      <div role="status">
        <h1>{t('checkin.station.areIn', { count: labels.children.length })}</h1>
        <p>{t('checkin.station.selfTake')}</p>
      </div>
      <p className={around['bigcode']}>
        <bdi dir="ltr">{spacedCode(labels.code)}</bdi>
      </p>
      <ul className={around['come']}>
        {labels.children.map(({ personId, firstName, className }) => (
          <li key={personId}>
            <b>{firstName}</b>, {className}
          </li>
        ))}
      </ul>
      <Button kind="primary" onClick={onNext}>
        {t('checkin.station.selfDone')}
      </Button>
    </div>
  )
}

type Step =
  | { is: 'start' }
  | { is: 'confirm'; asked: Asked; initials: readonly string[] }
  | { is: 'family'; family: StationFamily }
  | { is: 'thanks'; labels: Labels }
const START: Step = { is: 'start' }

type SelfServiceProps = { event: StationEvent; desk: Desk; printer: LabelPrinter; day: Day }

/** The station that families use by themselves: it checks in, and knows nothing else. */
export function SelfService({ event, desk, printer, day }: SelfServiceProps) {
  const t = useTexts()
  const [step, setStep] = useState<Step>(START)
  const restart = () => setStep(START)
  useIdle(step.is !== 'start', IDLE_MS, restart)
  return (
    <div className={classes['station']}>
      <StationBar title={day.churchName} isLocked marks={<Network desk={desk} />}>
        <UnlockButton onUnlocked={day.reopen} />
      </StationBar>
      <main className={classes['main']}>
        <p className={classes['event']}>{event.name}</p>
        {step.is === 'start' && (
          <OwnStart
            eventId={event.id}
            desk={desk}
            onFound={(family) => setStep({ is: 'family', family })}
            onAsked={(asked, initials) => setStep({ is: 'confirm', asked, initials })}
          />
        )}
        {step.is === 'confirm' && (
          <OwnConfirm
            eventId={event.id}
            asked={step.asked}
            initials={step.initials}
            desk={desk}
            onFound={(family) => setStep({ is: 'family', family })}
            onLeave={restart}
          />
        )}
        {step.is === 'family' && (
          <OwnFamily
            eventId={event.id}
            family={step.family}
            rooms={event.classes}
            desk={desk}
            onLeave={restart}
            onDone={(labels) => {
              printer.print(labels)
              setStep({ is: 'thanks', labels })
              day.refresh()
            }}
          />
        )}
        {step.is === 'thanks' && <Thanks labels={step.labels} onNext={restart} />}
      </main>
      <p className={classes['help']}>{t('checkin.station.selfHelp')}</p>
    </div>
  )
}
