import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconArrowLeft, IconLock } from '../../ui/icons.ts'
import { Empty } from '../../ui/states/index.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { spacedPin } from '../stations/queries.ts'
import type { Desk } from './desk/desk.ts'
import pad from './pin-pad.module.css'
import { StationBar, Network } from './desk/station-bar.tsx'
import classes from './desk/station.module.css'

const LENGTH = 6
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const

type PinPadProps = { desk: Desk; title: string; onOpen: () => void }

/** The station is locked: six digits, and it goes on where it was. */
export function PinPad({ desk, title, onOpen }: PinPadProps) {
  const t = useTexts()
  const [typed, setTyped] = useState('')
  const [left, setLeft] = useState<number | null>(null)
  // Set at once: two digits may come before the next picture is drawn.
  const digits = useRef('')
  const isTrying = useRef(false)
  const show = (next: string) => {
    digits.current = next
    setTyped(next)
  }
  const type = async (digit: string) => {
    if (isTrying.current || digits.current.length === LENGTH) return
    show(digits.current + digit)
    if (digits.current.length < LENGTH) return
    isTrying.current = true
    const tried = await desk.open(digits.current)
    isTrying.current = false
    if (tried.isOpen) return onOpen()
    setLeft(tried.left)
    show('')
  }
  const back = () => show(digits.current.slice(0, -1))
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (/^\d$/.test(event.key)) void type(event.key)
    else if (event.key === 'Backspace') back()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return (
    <div className={classes['bare']}>
      <StationBar title={title} marks={<Network desk={desk} />} />
      <main className={pad['main']}>
        <IconLock size={32} stroke={1.5} aria-hidden="true" />
        <h1>{t('checkin.pin.title')}</h1>
        <p className="muted">{t('checkin.pin.text')}</p>
        <p className={pad['dots']} role="status" aria-label={t('checkin.pin.typed', { count: typed.length })}>
          {Array.from({ length: LENGTH }, (_, place) => (
            <span key={place} data-on={place < typed.length || undefined} />
          ))}
        </p>
        <p className={pad['wrong']} role="alert">
          {left !== null && typed === '' && t('checkin.pin.wrong', { count: left })}
        </p>
        <div className={pad['keys']} role="group" aria-label={t('checkin.pin.keys')}>
          {DIGITS.map((digit) => (
            <button key={digit} type="button" onClick={() => void type(digit)}>
              {digit}
            </button>
          ))}
          <button type="button" aria-label={t('checkin.pin.back')} onClick={back}>
            <IconArrowLeft size={24} aria-hidden="true" />
          </button>
        </div>
        <p className="small muted">{t('checkin.pin.unknown')}</p>
      </main>
    </div>
  )
}

/** Whoever was given the day with a network is told the PIN that opens it without one, until they have read it. */
export function PinNote({ pin, onKnown }: { pin: string; onKnown: () => void }) {
  const t = useTexts()
  return (
    <Note tone="info">
      <p className="strong">{t('checkin.pin.tell', { pin: spacedPin(pin) })}</p>
      <p>{t('checkin.pin.tellText')}</p>
      <Button className={pad['known']} onClick={onKnown}>
        {t('checkin.pin.known')}
      </Button>
    </Note>
  )
}

type NothingKeptProps = { desk: Desk; title: string; onRetry: () => void }

/** There is no network, and nothing of today on this device that could be opened. */
export function NothingKept({ desk, title, onRetry }: NothingKeptProps) {
  const t = useTexts()
  const isSpent = desk.kept === 'spent'
  return (
    <div className={classes['bare']}>
      <StationBar title={title} marks={<Network desk={desk} />} />
      <main className={classes['plain']}>
        <Empty
          title={t(isSpent ? 'checkin.pin.spent' : 'checkin.pin.nothing')}
          picture="offline"
          action={
            <Button kind="primary" onClick={onRetry}>
              {t('checkin.station.again')}
            </Button>
          }
        >
          {t(isSpent ? 'checkin.pin.spentText' : 'checkin.pin.nothingText')}
          {desk.pending > 0 && ` ${t('checkin.pin.sealed', { count: desk.pending })}`}
        </Empty>
      </main>
    </div>
  )
}
