import { useState, type ReactNode } from 'react'
import { useIsPhone } from '../../device/width.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { IconFilter } from '../icons.ts'
import { Badge } from '../surfaces/badge.tsx'
import { DropPanel } from './drop-panel.tsx'
import classes from './filters.module.css'

type FilterButtonProps = {
  /** How many filters are on. */
  count: number
  /** What can be chosen; each choice is in force at once. */
  children: ReactNode
  /** On the button that closes the sheet of a phone: "Show 86 people". */
  done: string
}

/** Opens the filters: below the button, or as a sheet under 768 px. */
export function FilterButton({ count, children, done }: FilterButtonProps) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const isPhone = useIsPhone()
  const close = () => setOpen(false)
  const title = t('ui.filters.open')
  const button = (
    <Button icon={IconFilter} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      <span className={classes['word']}>{title}</span>
      {count > 0 && <Badge tone="accent">{count}</Badge>}
    </Button>
  )
  const show = (
    <Button kind="primary" onClick={close}>
      {done}
    </Button>
  )
  if (!isPhone) {
    return (
      <DropPanel open={isOpen} onClose={close} label={title} button={button}>
        <div className={classes['panel']}>{children}</div>
        <div className={classes['pinned']}>{show}</div>
      </DropPanel>
    )
  }
  return (
    <>
      {button}
      <Dialog open={isOpen} onClose={close} title={title} actions={show}>
        <div className={classes['panel']}>{children}</div>
      </Dialog>
    </>
  )
}
