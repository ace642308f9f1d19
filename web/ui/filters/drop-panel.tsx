import { useEffect, useEffectEvent, useRef, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import drop from '../surfaces/drop.module.css'
import { useDrop } from '../surfaces/use-drop.ts'
import classes from './filters.module.css'

type DropPanelProps = {
  open: boolean
  onClose: () => void
  label: string
  button: ReactNode
  children: ReactNode
  /** The edge of the button where it begins. */
  align?: 'start' | 'end'
  /** A menu is walked through with the arrow keys and left by Tab. */
  role?: 'dialog' | 'menu'
  className?: string | undefined
}

const FIRST = 'input:checked:enabled, button:enabled, input:enabled, [role^=menuitem]'

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function walk(event: KeyboardEvent, panel: HTMLElement | null) {
  const step = STEPS[event.key]
  const items = [...(panel?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
  if (!step || items.length === 0) return
  event.preventDefault()
  items[
    step(
      items.findIndex((item) => item === document.activeElement),
      items.length,
    )
  ]?.focus()
}

/** A panel beside its button. Escape closes it and gives the focus back; so does pressing or stepping elsewhere. */
export function DropPanel({
  open,
  onClose,
  label,
  button,
  children,
  align = 'start',
  role = 'dialog',
  className,
}: DropPanelProps) {
  const whole = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)
  useDrop(panel, open, align)
  useEffect(() => {
    if (!open) return
    const around = whole.current
    panel.current?.querySelector<HTMLElement>(FIRST)?.focus({ preventScroll: true })
    const pressed = ({ target }: PointerEvent) => target instanceof Node && !whole.current?.contains(target) && close()
    document.addEventListener('pointerdown', pressed)
    return () => {
      document.removeEventListener('pointerdown', pressed)
      // Closed by what stood in it, it would leave the focus nowhere.
      if (document.activeElement === document.body) around?.querySelector('button')?.focus({ preventScroll: true })
    }
  }, [open])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return
    if (role === 'menu') walk(event, panel.current)
    if (event.key !== 'Escape' && !(role === 'menu' && event.key === 'Tab')) return
    onClose()
    // A Tab then goes on from the button.
    whole.current?.querySelector('button')?.focus()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !whole.current?.contains(relatedTarget)) onClose()
  }
  const look = [drop['drop'], classes['drop'], className].filter(Boolean).join(' ')
  return (
    <div ref={whole} role="presentation" className={classes['anchor']} onKeyDown={onKeyDown} onBlur={onBlur}>
      {button}
      {open && (
        // Takes the focus when a label in it is pressed; it would else go to the page behind and close the panel.
        <div ref={panel} popover="manual" role={role} tabIndex={-1} aria-label={label} className={look}>
          {children}
        </div>
      )}
    </div>
  )
}
