import { useEffect, useId, useState, type KeyboardEvent } from 'react'

export type ListOption = { id: string; isDisabled?: boolean | undefined }

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

type Listening<Option> = {
  onPick: (option: Option) => void
  staysOpen: boolean
  /** The Delete key on an option. */
  onDelete?: (option: Option) => void
}

/** A list under a field, as a combobox: arrows move, Enter picks, Escape closes, the focus stays in the field. */
export function useListbox<Option extends ListOption>(
  options: readonly Option[],
  { onPick, staysOpen, onDelete }: Listening<Option>,
) {
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [activeId, setActiveId] = useState<string | null>(null)
  const active = options.findIndex(({ id }) => id === activeId)
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
  const pick = (option: Option) => {
    if (option.isDisabled) return
    setActiveId(null)
    onPick(option)
    if (!staysOpen) setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const option = options[active]
    if (event.key === 'Escape' && isOpen) close()
    else if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && isOpen && option) pick(option)
    else if (event.key === 'Delete' && isOpen && option && onDelete) onDelete(option)
    else return
    event.preventDefault()
  }
  return {
    isOpen,
    open: () => setOpen(true),
    close,
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
