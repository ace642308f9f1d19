import { useEffect, useEffectEvent, useRef, useState, type SubmitEvent } from 'react'
import { useTexts } from '../../languages/index.ts'
import { IconButton } from '../controls/button.tsx'
import { IconSearch, IconX } from '../icons.ts'
import classes from './tools.module.css'

/** Long enough to finish a word, short enough to feel prompt. */
const PAUSE_MS = 300

export type SearchProps = {
  /** What is searched for now; the page keeps it in the address. */
  value: string
  onChange: (value: string) => void
  label: string
  placeholder: string
}

/** The text being typed. It follows `value` when that changes from outside, but not when its own echo comes back. */
function useTyped({ value, onChange }: SearchProps) {
  const [text, setText] = useState(value)
  const [sent, setSent] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) {
      setSent(value)
      setText(value)
    }
  }
  const send = (typed: string) => {
    const wanted = typed.trim()
    if (wanted === sent) return
    setSent(wanted)
    onChange(wanted)
  }
  const sendLater = useEffectEvent(send)
  useEffect(() => {
    const timer = setTimeout(() => sendLater(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return { text, setText, send }
}

/** Searches after a pause in typing, on Enter, and by its lens. */
export function SearchBox(props: SearchProps) {
  const t = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const { text, setText, send } = useTyped(props)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    send(text)
  }
  const clear = () => {
    setText('')
    send('')
    input.current?.focus()
  }
  return (
    <form role="search" className={classes['search']} onSubmit={submit}>
      <IconButton type="submit" label={t('ui.table.search')} icon={IconSearch} />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        aria-label={props.label}
        placeholder={props.placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {text !== '' && <IconButton label={t('ui.state.clearSearch')} icon={IconX} onClick={clear} />}
    </form>
  )
}
