import type { ReactNode } from 'react'
import classes from './badge.module.css'
import { IconAlertCircle, IconCheck, IconClock, IconQuestionMark } from '../icons.ts'

/** ok: delivered, active. warn: pending, processing. bad: failed, expired. info: scheduled. accent: first-timer. */
export type Tone = 'neutral' | 'ok' | 'warn' | 'bad' | 'info' | 'accent' | 'unknown'

const signs = { ok: IconCheck, warn: IconClock, bad: IconAlertCircle, unknown: IconQuestionMark } as const
const hasSign = (tone: Tone): tone is keyof typeof signs => Object.hasOwn(signs, tone)

/** A state as word and shape, never by colour alone. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  const Sign = hasSign(tone) ? signs[tone] : undefined
  return (
    <span className={[classes['badge'], classes[tone]].filter(Boolean).join(' ')}>
      {Sign && <Sign size={14} stroke={2.2} aria-hidden="true" />}
      {children}
    </span>
  )
}
