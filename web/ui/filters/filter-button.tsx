import { Popover } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { IconFilter } from '../icons.ts'
import { Badge } from '../surfaces/badge.tsx'
import classes from './filters.module.css'

type FilterButtonProps = {
  /** How many filters are on. */
  count: number
  /** What can be chosen; each choice is in force at once. */
  children: ReactNode
  /** On the button that closes the sheet of a phone: "Show 86 people". */
  done: string
}

/** Opens the filters: beside the button, or as a sheet under 768 px. */
export function FilterButton({ count, children, done }: FilterButtonProps) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const isPhone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const close = () => setOpen(false)
  const button = (
    <Button
      icon={IconFilter}
      className={classes['button']}
      aria-label={count > 0 ? t('ui.filters.openWith', { count }) : t('ui.filters.open')}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      <span className="desk-only">{t('ui.filters.open')}</span>
      {count > 0 && <Badge tone="accent">{count}</Badge>}
    </Button>
  )
  if (isPhone) {
    return (
      <>
        {button}
        <Dialog open={isOpen} onClose={close} title={t('ui.filters.open')} actions={<Button kind="primary" onClick={close}>{done}</Button>}>
          <div className={classes['panel']}>{children}</div>
        </Dialog>
      </>
    )
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={320} trapFocus returnFocus transitionProps={{ duration: 120 }}>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown className={`${classes['panel']} ${classes['drop']}`}>{children}</Popover.Dropdown>
    </Popover>
  )
}
