import { useState, type ReactNode } from 'react'
import { useTexts } from '../../languages/index.ts'
import { plain } from '../../languages/names.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { IconTrash } from '../../ui/icons.ts'
import classes from './templates.module.css'

/** Fewer are seen at a glance. */
const SEARCHED_FROM = 6

type RowProps = {
  name: string
  text: string
  onUse: () => void
  removing: { busy: boolean; run: () => void; label: string; question: string }
  /** What else is done with it, before it is deleted. */
  acts?: ReactNode
}

/** A text under a name: a press takes it, another deletes it once that was asked about. */
export function KeptText({ name, text, onUse, removing, acts }: RowProps) {
  const t = useTexts()
  const [isAsking, setAsking] = useState(false)
  if (isAsking)
    return (
      <li className={classes['asking']} role="alert">
        <p>{removing.question}</p>
        <Button size="sm" onClick={() => setAsking(false)}>
          {t('messaging.sender.cancel')}
        </Button>
        <Button kind="danger" size="sm" busy={removing.busy} onClick={removing.run}>
          {t('messaging.sender.delete')}
        </Button>
      </li>
    )
  return (
    <li>
      <button type="button" className={classes['use']} onClick={onUse}>
        <span className="strong">{name}</span>
        <span className={`${classes['text']} small muted`} dir="auto">
          {text}
        </span>
      </button>
      {acts}
      <IconButton small label={removing.label} icon={IconTrash} onClick={() => setAsking(true)} />
    </li>
  )
}

type TextsProps<Kept> = {
  all: readonly Kept[]
  wordsOf: (kept: Kept) => string
  searchLabel: string
  children: (kept: Kept) => ReactNode
}

/** Texts under names, with a search where there are many. */
export function KeptTexts<Kept>({ all, wordsOf, searchLabel, children }: TextsProps<Kept>) {
  const t = useTexts()
  const [search, setSearch] = useState('')
  const found = all.filter((kept) => plain(wordsOf(kept)).includes(plain(search)))
  return (
    <>
      {all.length >= SEARCHED_FROM && (
        <TextField
          label={searchLabel}
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {found.length === 0 && <p className="muted">{t('messaging.compose.noMatch')}</p>}
      <ul className={classes['templates']}>{found.map(children)}</ul>
    </>
  )
}
