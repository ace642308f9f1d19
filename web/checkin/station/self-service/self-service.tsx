import { useState } from 'react'
import type { Labels, StationFamily } from '#contract/checkin/station.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import type { LabelPrinter } from '../../labels/printing/use-label-printer.tsx'
import type { Desk, StationEvent } from '../desk.ts'
import { StationBar } from '../station-bar.tsx'
import { Network } from '../network-mark.tsx'
import type { Day } from '../use-day.ts'
import { OwnConfirm } from './own-confirm.tsx'
import { OwnFamily } from './own-family.tsx'
import { OwnStart, type Asked } from './own-start.tsx'
import classes from './self-service.module.css'
import { Thanks } from './thanks.tsx'
import { UnlockButton } from './unlock-button.tsx'
import { IDLE_MS, useIdle } from './use-idle.ts'

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
