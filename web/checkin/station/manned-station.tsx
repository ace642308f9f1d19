import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTexts } from '../../languages/index.ts'
import { leaveStation } from '../offline/sign-off.ts'
import type { LabelPrinter } from '../labels/printing/use-label-printer.tsx'
import type { Desk, StationEvent } from './desk/desk.ts'
import { FindingPane } from './finding-pane.tsx'
import { SceneView } from './scene-view.tsx'
import { StationBar } from './desk/station-bar.tsx'
import { StationMarks } from './station-marks.tsx'
import classes from './desk/station.module.css'
import type { Day } from './desk/use-day.ts'
import { useScene } from './use-scene.ts'
import { lockStation } from '#contract/checkin/station.ts'
import { call } from '../../api/call.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconLock } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { failureText, useAct } from './desk/use-act.ts'

type LockButtonProps = {
  onLocked: () => Promise<unknown>
  desk: Desk
}

/**
 * Hands the station over to the families: after that it can only check in. What waits is sent first, for a locked station
 * could not send it, and the places that it holds go back.
 */
function LockButton({ onLocked, desk }: LockButtonProps) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const { busy, failure, run } = useAct()
  const lock = () =>
    run(async () => {
      await desk.handOver(() => call(lockStation))
      await onLocked()
    })
  return (
    <>
      <IconButton label={t('checkin.station.lock')} icon={IconLock} onClick={() => setOpen(true)} />
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('checkin.station.lockTitle')}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{t('checkin.station.cancel')}</Button>
            <Button kind="primary" icon={IconLock} busy={busy} disabled={!desk.online} onClick={lock}>
              {t('checkin.station.lockGo')}
            </Button>
          </>
        }
      >
        <p>{t(desk.online ? 'checkin.station.lockText' : 'checkin.station.lockOffline')}</p>
        {desk.online && desk.pending > 0 && <p>{t('checkin.station.lockSends', { count: desk.pending })}</p>}
        {failure && <Note tone="bad">{failureText(failure, t)}</Note>}
      </Dialog>
    </>
  )
}

const SIGN = /^[\p{L}\p{N}]$/u

/** Where typing belongs to something else: fields, lists, whatever a dialog asks. */
const isTakenBy = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox], [type=radio]), textarea, select, dialog') !== null

/** What a scanner types reaches the code's field wherever the focus is. */
function useCodeFocus(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const reach = (event: KeyboardEvent) => {
      const isTyping = SIGN.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey
      if (isTyping && !isTakenBy(event.target) && !document.querySelector('dialog[open]')) field.current?.focus()
    }
    document.addEventListener('keydown', reach)
    return () => document.removeEventListener('keydown', reach)
  }, [field])
}

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
