import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../lib/languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/field.tsx'
import { IconSearch } from '../../../ui/icons.ts'

export const SEARCH_LEAST = 3

type SearchFieldProps = { isOpen: boolean; onOpen: (isOpen: boolean) => void; onSearch: (text: string) => void }

/** For families without their pass: opened by a press, so that it never takes what a scanner types. */
export function SearchField({ isOpen, onOpen, onSearch }: SearchFieldProps) {
  const t = useTexts()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])
  if (!isOpen)
    return (
      <Button block icon={IconSearch} onClick={() => onOpen(true)}>
        {t('checkin.station.search')}
      </Button>
    )
  return (
    <form
      className="stack-8"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim().length >= SEARCH_LEAST) onSearch(text.trim())
      }}
    >
      <TextField
        label={t('checkin.station.search')}
        type="search"
        ref={field}
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={({ target }) => setText(target.value)}
        hint={t('checkin.station.searchHint')}
      />
      <Button type="submit" block icon={IconSearch}>
        {t('checkin.station.searchGo')}
      </Button>
    </form>
  )
}
