import { useRef, type KeyboardEvent, type Ref } from 'react'
import { MESSAGE_MAX_LENGTH } from '#contract/messaging/sms.ts'
import { segmentsOf, type Segments } from '#contract/messaging/segments.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { IconUser, IconCheck, IconInfoCircle, IconTemplate } from '../../ui/icons.ts'
import classes from './message.module.css'
import { placesOf, shownDearSigns, lastPageFill } from './dear-signs.ts'

/** Above this a message is no single page any more. */
const ONE_PAGE = 160

/** Characters and pages of the text as it stands, as numbers and as a row of pages that fill up. */
function Counter({ counted }: { counted: Segments }) {
  const t = useTexts()
  const { characters, segments } = counted
  const isLong = characters > ONE_PAGE || segments > 1
  const pages = t('messaging.compose.pages', { count: segments })
  return (
    <div className={`${classes['count']} ${isLong ? classes['long'] : ''} num`}>
      <span>{t('messaging.compose.characters', { count: characters })}</span>
      {segments > 0 && (
        <span
          className={classes['pages']}
          style={{ inlineSize: `min(${segments * 1.9375}rem, 9rem)` }}
          aria-hidden="true"
        >
          {Array.from({ length: segments }, (_, page) => (
            <i key={page}>
              <b style={{ inlineSize: page === segments - 1 ? `${lastPageFill(counted) * 100}%` : '100%' }} />
            </i>
          ))}
        </span>
      )}
      <span>{pages}</span>
      {/* Read out only when a page begins or ends, not at every letter. */}
      <span className="vh" role="status">
        {segments > 1 ? pages : ''}
      </span>
    </div>
  )
}

/** Which alphabet the message is sent in, and so how much a page holds. */
function AlphabetHint({ message, counted }: { message: string; counted: Segments }) {
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

const NAME_MARK = '#name#'

type MessageFieldProps = {
  value: string
  /** The line behind the message, which its pages count; '' for none. */
  footer: string
  onChange: (message: string) => void
  onSend: () => void
  onTemplates: () => void
  error: string | undefined
  /** Without it where a note says the same, and more. */
  withHint: boolean
  ref: Ref<HTMLTextAreaElement>
}

/** Puts the mark where the cursor stands and leaves the cursor behind it. */
function insertNameMark(area: HTMLTextAreaElement | null): string | null {
  if (!area) return null
  const { selectionStart: start, selectionEnd: end, value } = area
  if (value.length - (end - start) + NAME_MARK.length > MESSAGE_MAX_LENGTH) return null
  area.setRangeText(NAME_MARK, start, end, 'end')
  area.focus()
  return area.value
}

/** The text, what it counts, and the way to speak by name. Ctrl or Cmd with Enter sends. */
export function MessageField({ value, footer, onChange, onSend, ref, ...props }: MessageFieldProps) {
  const { error, withHint, onTemplates } = props
  const t = useTexts()
  const area = useRef<HTMLTextAreaElement>(null)
  const counted = segmentsOf(value === '' ? '' : value + footer)
  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onSend()
  }
  const insert = () => {
    const message = insertNameMark(area.current)
    if (message !== null) onChange(message)
  }
  const setRefs = (element: HTMLTextAreaElement | null) => {
    area.current = element
    if (typeof ref === 'function') ref(element)
    else if (ref) ref.current = element
  }
  return (
    <Field
      label={t('messaging.compose.message')}
      hint={withHint && <AlphabetHint message={value} counted={counted} />}
      error={error}
    >
      {(control) => (
        <div className={`${classes['box']} ${error ? classes['wrong'] : ''}`}>
          <textarea
            {...control}
            ref={setRefs}
            className={classes['area']}
            value={value}
            maxLength={MESSAGE_MAX_LENGTH}
            dir="auto"
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={sendByKeys}
          />
          <div className={classes['bar']}>
            <Button kind="quiet" size="sm" icon={IconUser} onClick={insert}>
              {t('messaging.compose.insertName')}
            </Button>
            <Button kind="quiet" size="sm" icon={IconTemplate} onClick={onTemplates}>
              {t('messaging.templates.title')}
            </Button>
            <Counter counted={counted} />
          </div>
        </div>
      )}
    </Field>
  )
}
