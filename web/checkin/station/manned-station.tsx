import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTexts } from '../../lib/languages/index.ts'
import { leaveStation } from '../offline/sign-off.ts'
import type { LabelPrinter } from '../labels/printing/use-label-printer.tsx'
import type { Desk, StationEvent } from './desk.ts'
import { FindingPane } from './finding/finding-pane.tsx'
import { useCodeFocus } from './finding/use-code-focus.ts'
import { LockButton } from './lock-button.tsx'
import { SceneView } from './scene-view.tsx'
import { StationBar } from './station-bar.tsx'
import { StationMarks } from './station-marks.tsx'
import classes from './station.module.css'
import type { Day } from './use-day.ts'
import { useScene } from './use-scene.ts'

type MannedStationProps = {
  event: StationEvent
  desk: Desk
  printer: LabelPrinter
  day: Day
  /** Below the ways of finding a family. */
  children?: ReactNode
}

/** On tablets the focus would call up the keyboard over half of the screen; scanners are heard all the same. */
const hasKeyboard = () => matchMedia('(hover: hover) and (pointer: fine)').matches

/** The station with one of the staff at it. */
export function MannedStation({ event, desk, printer, day, children }: MannedStationProps) {
  const control = useScene(event.id, desk)
  const code = useRef<HTMLInputElement>(null)
  const [isSearching, setSearching] = useState(false)
  const { is } = control.scene
  useCodeFocus(code)
  useEffect(() => {
    if (!isSearching && (is === 'start' || is === 'come' || is === 'gone') && hasKeyboard()) code.current?.focus()
  }, [is, isSearching])
  return (
    <div className={classes['station']} data-busy={is !== 'start' || undefined}>
      <StationBar
        title={<EventName event={event} day={day} />}
        onLeave={() => void (day.tenantId && leaveStation(day.tenantId))}
        marks={<StationMarks desk={desk} printer={printer} />}
      >
        <LockButton onLocked={day.locked} desk={desk} />
      </StationBar>
      <FindingPane
        control={control}
        rooms={event.classes}
        code={code}
        isSearching={isSearching}
        onSearching={setSearching}
      >
        {children}
      </FindingPane>
      <main className={classes['scene']} aria-live="off">
        <SceneView
          control={control}
          event={event}
          onCome={(labels) => {
            printer.print(labels)
            setSearching(false)
            day.refresh()
          }}
          onGone={day.refresh}
          onPrint={printer.print}
        />
      </main>
    </div>
  )
}

/** The event that is worked on; one of several is chosen here. */
function EventName({ event, day }: { event: StationEvent; day: Day }) {
  const t = useTexts()
  if (day.today.length < 2) return <>{event.name}</>
  return (
    <select
      className={classes['event']}
      aria-label={t('checkin.station.event')}
      value={event.id}
      onChange={({ target }) => day.chooseEvent(target.value)}
    >
      {day.today.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
