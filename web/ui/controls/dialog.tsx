import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useTexts } from '../../languages/index.ts'
import { Button, IconButton } from './button.tsx'
import classes from './dialog.module.css'
import { IconX } from '../icons.ts'

const DOUBLE_PRESS_MS = 500

/** Whoever presses a button of a dialog twice does not press what stood behind it. */
function dropSecondPress(): void {
  const drop = (event: MouseEvent) => {
    if (event.detail < 2) return
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('click', drop, true)
  setTimeout(() => document.removeEventListener('click', drop, true), DOUBLE_PRESS_MS)
}

type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Stands above the title, which is then in the middle. */
  art?: ReactNode
  children: ReactNode
  actions?: ReactNode
}

/** Escape, or a press beside the dialog, would throw away what was entered: asked once, inside it. */
function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const t = useTexts()
  return (
    <div className={classes['question']} role="alert">
      <p>{t('ui.dialog.discard')}</p>
      <Button onClick={onDiscard}>{t('ui.dialog.discardYes')}</Button>
      <Button kind="primary" onClick={onKeep}>
        {t('ui.dialog.discardNo')}
      </Button>
    </div>
  )
}

/**
 * A dialog of the browser's own: it keeps the focus inside, closes on Escape and gives the focus back. Once something was
 * entered in a form of it, it asks first. Under 768 px it is a sheet at the bottom.
 */
export function Dialog({ open, onClose, title, art, children, actions }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  /** The form in which something was entered: work, as long as it stands. */
  const worked = useRef<Element | null>(null)
  const [isAsking, setAsking] = useState(false)
  const isPressedBeside = useRef(false)
  const id = useId()
  const t = useTexts()
  useEffect(() => {
    if (!open) return
    const before = document.activeElement
    worked.current = null
    ref.current?.showModal()
    // Taken away by its own buttons, it would leave the focus nowhere.
    return () => {
      dropSecondPress()
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    }
  }, [open])
  if (!open) return null
  const discard = () => {
    setAsking(false)
    onClose()
  }
  const holdsWork = () => worked.current?.isConnected ?? false
  const leave = () => (holdsWork() ? setAsking(true) : onClose())
  return (
    <dialog
      ref={ref}
      className={classes['dialog']}
      aria-labelledby={id}
      onClose={onClose}
      onCancel={(event) => {
        if (event.target !== ref.current || !holdsWork()) return
        event.preventDefault()
        leave()
      }}
      onInput={({ target }) => {
        if (target instanceof Element) worked.current = target.closest('form') ?? worked.current
      }}
      // A finger that began inside the dialog, on a text say, does not shut it.
      onPointerDown={(event) => {
        isPressedBeside.current = event.target === ref.current
      }}
      // Nor does the second press on what opened it.
      onClick={(event) => {
        const isBeside = event.target === ref.current && isPressedBeside.current
        if (isBeside && event.detail < 2) leave()
      }}
    >
      <div className={classes['inside']}>
        <div className={`${classes['head']} ${art ? classes['pictured'] : ''}`}>
          {art}
          <h2 id={id} className="serif">
            {title}
          </h2>
          <IconButton small label={t('ui.dialog.close')} icon={IconX} onClick={onClose} />
        </div>
        {children}
        {actions && <div className={classes['foot']}>{actions}</div>}
        {isAsking && <DiscardQuestion onKeep={() => setAsking(false)} onDiscard={discard} />}
      </div>
    </dialog>
  )
}
