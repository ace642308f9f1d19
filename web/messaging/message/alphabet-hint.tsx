import type { Segments } from '#contract/messaging/segments.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { IconCheck, IconInfoCircle } from '../../ui/icons.ts'
import { placesOf, shownDearSigns } from './dear-signs.ts'
import classes from './message.module.css'

/** Which alphabet the message is sent in, and so how much a page holds. */
export function AlphabetHint({ message, counted }: { message: string; counted: Segments }) {
  const t = useTexts()
  const places = placesOf(counted)
  if (counted.encoding === 'gsm') {
    return (
      <span className={classes['alphabet']}>
        {message !== '' && <IconCheck size={16} aria-hidden="true" />}
        {t('messaging.compose.plainAlphabet', { places })}
      </span>
    )
  }
  const signs = shownDearSigns(message)
  return (
    <span className={classes['alphabet']}>
      <IconInfoCircle size={16} aria-hidden="true" />
      {signs.length > 0
        ? t('messaging.compose.unicodeSigns', { signs: signs.join(' '), places })
        : t('messaging.compose.unicodeAlphabet', { places })}
    </span>
  )
}
