import { useId, useState, type Ref, type SubmitEvent } from 'react'
import { codeIn, ownCodeIn, strangeIn } from '#contract/checkin/codes.ts'
import { useTexts } from '../../../languages/index.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { IconAlertCircle, IconArrowRight } from '../../../ui/icons.ts'
import classes from './finding.module.css'

type CodeFieldProps = {
  label: string
  onCode: (code: string) => void
  /** Why the last code led nowhere. */
  problem?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** Scanners type here and press Enter; people may use small letters, spaces and dashes. It is empty for the next one. */
export function CodeField({ label, onCode, problem, ref }: CodeFieldProps) {
  const t = useTexts()
  const id = useId()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const error = wrong ? shapeWords(wrong, t) : problem
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (text.trim() === '') return
    const code = codeIn(text) ?? ownCodeIn(text)
    setWrong(code === null ? text : null)
    if (code === null) return
    setText('')
    onCode(code)
  }
  return (
    <form className={classes['code']} onSubmit={submit}>
      <label htmlFor={id}>{label}</label>
      <div>
        <input
          ref={ref}
          id={id}
          name="code"
          value={text}
          onChange={({ target }) => setText(target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-below` : undefined}
        />
        <IconButton type="submit" label={t('checkin.station.find')} icon={IconArrowRight} />
      </div>
      <p id={`${id}-below`} role="status" className={classes['problem']}>
        {error && <IconAlertCircle size={16} aria-hidden="true" />}
        {error}
      </p>
    </form>
  )
}

/** Why it is no code: a sign that none has, or not as many as there are in one. */
function shapeWords(text: string, t: ReturnType<typeof useTexts>): string {
  const strange = strangeIn(text)
  if (strange.length === 0) return t('checkin.station.codeShape')
  return t('checkin.station.codeSigns', { count: strange.length, signs: strange.join(' ') })
}
