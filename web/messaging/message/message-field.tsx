import { useRef, type KeyboardEvent, type Ref } from 'react'
import { MESSAGE_MAX_LENGTH } from '#contract/messaging/sms.ts'
import { segmentsOf } from '#contract/messaging/segments.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { IconUser } from '../../ui/icons.ts'
import { AlphabetHint } from './alphabet-hint.tsx'
import { Counter } from './counter.tsx'
import classes from './message.module.css'

const NAME_MARK = '#name#'

type MessageFieldProps = {
  value: string
  onChange: (message: string) => void
  onSend: () => void
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
export function MessageField({ value, onChange, onSend, error, withHint, ref }: MessageFieldProps) {
  const t = useTexts()
  const area = useRef<HTMLTextAreaElement>(null)
  const counted = segmentsOf(value)
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
            <Counter counted={counted} />
          </div>
        </div>
      )}
    </Field>
  )
}
