import { useEffect, useEffectEvent, useRef, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import classes from './filters.module.css'

type DropPanelProps = { open: boolean; onClose: () => void; label: string; button: ReactNode; children: ReactNode }

/** A panel below its button. Escape closes it and gives the focus back; so does pressing or stepping elsewhere. */
export function DropPanel({ open, onClose, label, button, children }: DropPanelProps) {
  const whole = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!open) return
    panel.current?.querySelector<HTMLElement>('input:checked, button, input')?.focus()
    const pressed = ({ target }: PointerEvent) => target instanceof Node && !whole.current?.contains(target) && close()
    document.addEventListener('pointerdown', pressed)
    return () => document.removeEventListener('pointerdown', pressed)
  }, [open])
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !open) return
    onClose()
    whole.current?.querySelector('button')?.focus()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !whole.current?.contains(relatedTarget)) onClose()
  }
  return (
    <div ref={whole} role="presentation" className={classes['anchor']} onKeyDown={onKeyDown} onBlur={onBlur}>
      {button}
      {open && (
        // Takes the focus when a label in it is pressed; it would else go to the page behind and close the panel.
        <div ref={panel} role="dialog" tabIndex={-1} aria-label={label} className={classes['drop']}>
          {children}
        </div>
      )}
    </div>
  )
}
