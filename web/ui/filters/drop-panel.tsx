import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
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

/** Space in pixels that stays between a panel and the edge of the window. */
const EDGE = 8

/** A panel is never lower than this: where a window has no room for it, the page is scrolled. */
const LOWEST = 240

/** Opens upwards where there is no room below and all above, else scrolls in itself as far as the window goes. */
function useRoom(panel: RefObject<HTMLElement | null>, open: boolean) {
  useLayoutEffect(() => {
    const element = panel.current
    if (!open || !element) return
    const { top, bottom, height } = element.getBoundingClientRect()
    const above = (element.parentElement?.getBoundingClientRect().top ?? top) - EDGE
    if (bottom <= innerHeight - EDGE) return
    if (height <= above) element.classList.add(classes['up'] ?? '')
    else element.style.setProperty('max-block-size', `${Math.max(LOWEST, innerHeight - EDGE - top)}px`)
  }, [panel, open])
}

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

/** A panel below its button. Escape closes it and gives the focus back; so does pressing or stepping elsewhere. */
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
  useRoom(panel, open)
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
  const look = [classes['drop'], align === 'end' && classes['fromEnd'], className].filter(Boolean).join(' ')
  return (
    <div ref={whole} role="presentation" className={classes['anchor']} onKeyDown={onKeyDown} onBlur={onBlur}>
      {button}
      {open && (
        // Takes the focus when a label in it is pressed; it would else go to the page behind and close the panel.
        <div ref={panel} role={role} tabIndex={-1} aria-label={label} className={look}>
          {children}
        </div>
      )}
    </div>
  )
}
