import { useState } from 'react'
import type { Labels, StationFamily } from '#contract/checkin/station.ts'
import { useTexts } from '../../../languages/index.ts'
import type { LabelPrinter } from '../../labels/printing/use-label-printer.tsx'
import type { Desk, StationEvent, StationClass } from '../desk/desk.ts'
import { StationBar, Network } from '../desk/station-bar.tsx'
import type { Day } from '../desk/use-day.ts'
import { OwnConfirm } from './own-confirm.tsx'
import { OwnStart, type Asked, IDLE_MS, useIdle } from './own-start.tsx'
import classes from './self-service.module.css'
import { UnlockButton } from './unlock-button.tsx'
import { spacedCode } from '#contract/checkin/codes.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Art } from '../../../ui/states/index.ts'
import around from '../arriving/arriving.module.css'
import { IconPrinter } from '../../../ui/icons.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import { ChildRow } from '../arriving/child-row.tsx'
import { failureText, useAct } from '../desk/use-act.ts'
import { useTicks } from '../desk/ticks.ts'

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
