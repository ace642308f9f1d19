import { useState } from 'react'
import { personalise } from '#contract/messaging/segments.ts'
import type { SmsQuote } from '#contract/messaging/sms.ts'
import { Phrase, useTexts } from '../../languages/index.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { IconChevronLeft, IconChevronRight } from '../../ui/icons.ts'
import { Face } from '../../ui/marks/face.tsx'
import { Phone } from '../../ui/marks/phone.tsx'
import { markedParts } from './marked-text.ts'
import classes from './quote.module.css'

type SmsPreviewProps = {
  church: string
  sender: string | null
  message: string
  /** The line with the opt-out link; '' for none. */
  footer: string
  neutralName: string
  samples: SmsQuote['samples']
  /** The samples are of an older text. */
  isStale: boolean
  dearSigns: readonly string[]
}

/** The message as people will read it; through a few of them when they are known. */
export function SmsPreview({ church, sender, message, footer, ...props }: SmsPreviewProps) {
  const { neutralName, samples, isStale, dearSigns } = props
  const t = useTexts()
  const [turn, setTurn] = useState(0)
  const shown = samples[turn % Math.max(1, samples.length)]
  const text = shown && !isStale ? shown.text : personalise(message, shown?.name ?? null, neutralName) + footer
  const isBlank = message.trim() === ''
  const [first = '', second = ''] = church.split(' ')
  const step = (by: number) => setTurn((turn + by + samples.length) % samples.length)
  return (
    <section aria-label={t('messaging.compose.preview')}>
      <div className={classes['phone']}>
        <div className={classes['from']}>
          <Face firstName={first} lastName={second} plain />
          <span className={sender ? undefined : 'muted'}>{sender ?? t('messaging.compose.noSenderYet')}</span>
        </div>
        <p className={`${classes['bubble']} ${isBlank ? classes['blank'] : ''}`} dir="auto">
          {isBlank
            ? t('messaging.compose.previewEmpty')
            : markedParts(text, dearSigns).map((part, place) =>
                part.isMarked ? <mark key={place}>{part.text}</mark> : part.text,
              )}
        </p>
      </div>
      {shown && (
        <div className={classes['reader']}>
          <span>
            <Phrase
              id="messaging.compose.asSeenBy"
              values={{ name: shown.name ? <bdi>{shown.name}</bdi> : <Phone value={shown.phone} /> }}
            />
          </span>
          {samples.length > 1 && (
            <span>
              <IconButton
                small
                label={t('messaging.compose.previousPerson')}
                icon={IconChevronLeft}
                onClick={() => step(-1)}
              />
              <IconButton
                small
                label={t('messaging.compose.nextPerson')}
                icon={IconChevronRight}
                onClick={() => step(1)}
              />
            </span>
          )}
        </div>
      )}
    </section>
  )
}
