import type { ReactNode } from 'react'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '../icons.ts'
import classes from './note.module.css'

const signs = { ok: IconCircleCheck, warn: IconAlertTriangle, bad: IconAlertCircle, info: IconInfoCircle } as const

type NoteProps = {
  tone: keyof typeof signs
  children: ReactNode
  action?: ReactNode
  /** Stands on every screen: not read out each time. */
  isQuiet?: boolean
}

/** Something to know before going on. A bad one is read out at once. */
export function Note({ tone, children, action, isQuiet = false }: NoteProps) {
  const Sign = signs[tone]
  return (
    <div className={`${classes['note']} ${classes[tone]}`} role={tone === 'bad' && !isQuiet ? 'alert' : undefined}>
      <Sign size={20} stroke={1.75} aria-hidden="true" />
      <div className={classes['text']}>{children}</div>
      {action}
    </div>
  )
}
