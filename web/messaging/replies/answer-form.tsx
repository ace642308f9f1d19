import { lazy, Suspense, useRef, useState, type KeyboardEvent } from 'react'
import { ANSWER_MAX_LENGTH } from '#contract/messaging/replies.ts'
import { personalise, plainAlternative, segmentsOf } from '#contract/messaging/segments.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconMessage, IconSend } from '../../ui/icons.ts'
import { useAnswer } from './queries.ts'
import classes from './replies.module.css'

const loadQuick = () => import('./quick-answers-dialog.tsx')
const QuickAnswersDialog = lazy(async () => ({ default: (await loadQuick()).QuickAnswersDialog }))

/** What a quick answer adds to what stands there already. */
const joined = (before: string, quick: string) =>
  (before.trim() === '' ? quick : `${before.trimEnd()} ${quick}`).slice(0, ANSWER_MAX_LENGTH)

/** `firstName`: of whoever is answered, for quick answers that speak by name; '' where nobody knows. */
type AnswerFormProps = { id: string; firstName: string }

/** One SMS back, with what it counts. Ctrl or Cmd with Enter sends. */
export function AnswerForm({ id, firstName }: AnswerFormProps) {
  const t = useTexts()
  const [text, setText] = useState('')
  const [isQuick, setQuick] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const answer = useAnswer(id)
  const { characters, segments } = segmentsOf(text.trim())
  const plain = plainAlternative(text)
  const pages = plain ? segmentsOf(plain.message.trim()).segments : segments
  const send = () => {
    if (answer.busy || text.trim() === '') return
    answer.run(text, { done: () => setText('') })
  }
  const use = (quick: string) => {
    setQuick(false)
    setText(joined(text, personalise(quick, firstName, t('messaging.quick.friend'))))
    field.current?.focus()
  }
  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }
  return (
    <>
      <form
        className={classes['write']}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <textarea
          ref={field}
          aria-label={t('messaging.replies.answer')}
          placeholder={t('messaging.replies.answerPlaceholder')}
          value={text}
          maxLength={ANSWER_MAX_LENGTH}
          rows={2}
          dir="auto"
          onChange={({ target }) => setText(target.value)}
          onKeyDown={sendByKeys}
        />
        <div className={classes['under']}>
          <Button kind="quiet" size="sm" icon={IconMessage} onClick={() => void loadQuick().then(() => setQuick(true))}>
            {t('messaging.quick.title')}
          </Button>
          <span className="small muted num grow">
            {segments > 0 && t('messaging.replies.size', { characters, pages: segments })}
          </span>
          {plain && pages < segments && (
            <Button kind="quiet" size="sm" onClick={() => setText(plain.message)}>
              {t('messaging.replies.makePlain', { pages })}
            </Button>
          )}
          <Button type="submit" kind="primary" icon={IconSend} busy={answer.busy} disabled={text.trim() === ''}>
            {t('messaging.replies.send')}
          </Button>
        </div>
      </form>
      {isQuick && (
        <Suspense fallback={null}>
          <QuickAnswersDialog written={text} onUse={use} onClose={() => setQuick(false)} />
        </Suspense>
      )}
    </>
  )
}
