import { useEffect, useId, useState, type KeyboardEvent } from 'react'

type ListOption = { id: string; isDisabled?: boolean | undefined }

/** The next option from a place on that can be picked, going round at the ends; -1 when there is none. */
export function nextPlace(options: readonly ListOption[], from: number, step: 1 | -1): number {
  const count = options.length
  const start = from < 0 && step === -1 ? 0 : from
  for (let tried = 1; tried <= count; tried += 1) {
    const place = (((start + step * tried) % count) + count) % count
    if (!options[place]?.isDisabled) return place
  }
  return -1
}

type Standing = { isOpen: boolean; isPinned: boolean; hasActive: boolean; canDelete: boolean }
type Meaning = 'next' | 'previous' | 'pick' | 'close' | 'delete' | null

/** What a key means in a field with a list; null: what it means in any field. */
export function meaningOf(key: string, { isOpen, isPinned, hasActive, canDelete }: Standing): Meaning {
  if (key === 'ArrowDown') return 'next'
  if (key === 'ArrowUp') return 'previous'
  if (!isOpen) return null
  if (key === 'Escape') return isPinned ? null : 'close'
  if (!hasActive) return null
  if (key === 'Enter') return 'pick'
  return key === 'Delete' && canDelete ? 'delete' : null
}

type Listening<Option> = {
  onPick: (option: Option) => void
  /** After a pick the list stays, so that more can be picked. */
  staysOpen?: boolean
  /** It is there as long as there are options, such as in a dialog of its own. */
  isPinned?: boolean
  /** Enter picks the first option where none was gone to. */
  isFirstActive?: boolean
  /** The Delete key on an option. */
  onDelete?: (option: Option) => void
}

/** A list under a field, as a combobox: arrows move, Enter picks, Escape closes, the focus stays in the field. */
export function useListbox<Option extends ListOption>(
  options: readonly Option[],
  { onPick, staysOpen = false, isPinned = false, isFirstActive = false, onDelete }: Listening<Option>,
) {
  const listId = useId()
  const [isOpened, setOpen] = useState(false)
  const [activeId, setActiveId] = useState<string | null>(null)
  const isOpen = isPinned ? options.length > 0 : isOpened
  const gone = options.findIndex(({ id }) => id === activeId)
  const active = gone < 0 && isFirstActive && options.length > 0 ? 0 : gone
  const option = options[active]
  const optionId = (place: number) => `${listId}-${place}`
  useEffect(() => {
    if (active >= 0) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, listId])

  const close = () => {
    setOpen(false)
    setActiveId(null)
  }
  const move = (step: 1 | -1) => {
    setOpen(true)
    setActiveId(options[nextPlace(options, active, step)]?.id ?? null)
  }
  const pick = (picked: Option) => {
    if (picked.isDisabled) return
    setActiveId(null)
    onPick(picked)
    if (!staysOpen) setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const meant = meaningOf(event.key, {
      isOpen,
      isPinned,
      hasActive: option !== undefined,
      canDelete: Boolean(onDelete),
    })
    if (meant === null) return
    event.preventDefault()
    if (meant === 'close') close()
    else if (meant === 'next' || meant === 'previous') move(meant === 'next' ? 1 : -1)
    else if (option && meant === 'pick') pick(option)
    else if (option) onDelete?.(option)
  }
  return {
    isOpen,
    open: () => setOpen(true),
    close,
    /** What was gone to is gone with what was typed. */
    forget: () => setActiveId(null),
    pick,
    active,
    optionId,
    field: {
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? listId : undefined,
      'aria-autocomplete': 'list',
      'aria-activedescendant': isOpen && active >= 0 ? optionId(active) : undefined,
      autoComplete: 'off',
      onKeyDown,
      onClick: () => setOpen(true),
      onBlur: close,
    },
    listId,
  } as const
}
