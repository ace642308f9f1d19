import { createLink } from '@tanstack/react-router'
import { createContext, useContext, useState, type AnchorHTMLAttributes, type ReactNode, type Ref } from 'react'
import { useIsPhone } from '../../device/width.ts'
import { Button, IconButton, type Icon } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { DropPanel } from '../filters/drop-panel.tsx'
import { IconChevronDown, IconDots, IconDotsVertical } from '../icons.ts'
import classes from './menu.module.css'

type Around = { close: () => void; role: 'menuitem' | undefined }
const Menu = createContext<Around>({ close: () => undefined, role: undefined })

type MoreMenuProps = {
  /** On the button: "More for Ada Eze". */
  label: string
  /** On an ordinary button with this word, in place of the dots. */
  text?: string
  /** `<MenuItem>`s and `<MenuLink>`s. */
  children: ReactNode
}

/** What can be done with one thing: a menu below its dots, or a sheet under 768 px. */
export function MoreMenu({ label, text, children }: MoreMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const isPhone = useIsPhone()
  const close = () => setOpen(false)
  const opens = {
    'aria-haspopup': isPhone ? 'dialog' : 'menu',
    'aria-expanded': isOpen,
    onClick: () => setOpen(!isOpen),
  } as const
  const button = text ? (
    <Button {...opens} className={classes['worded']}>
      {text}
      <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
    </Button>
  ) : (
    <IconButton small label={label} icon={isPhone ? IconDotsVertical : IconDots} {...opens} />
  )
  if (isPhone) {
    return (
      <>
        {button}
        <Dialog open={isOpen} onClose={close} title={label}>
          <Menu value={{ close, role: undefined }}>
            <div className={classes['sheet']}>{children}</div>
          </Menu>
        </Dialog>
      </>
    )
  }
  return (
    <DropPanel
      open={isOpen}
      onClose={close}
      label={label}
      button={button}
      align="end"
      role="menu"
      className={classes['menu']}
    >
      <Menu value={{ close, role: 'menuitem' }}>{children}</Menu>
    </DropPanel>
  )
}

type Look = { icon?: Icon; children: ReactNode }
const Sign = ({ icon: Icon }: Pick<Look, 'icon'>) => (Icon ? <Icon size={18} stroke={1.75} aria-hidden="true" /> : null)

/** One thing to do; the menu closes and the focus goes back to its button before it is done. */
export function MenuItem({ icon, isDanger, onPick, children }: Look & { isDanger?: boolean; onPick: () => void }) {
  const { close, role } = useContext(Menu)
  const pick = () => {
    close()
    onPick()
  }
  return (
    <button
      type="button"
      role={role}
      tabIndex={role && -1}
      className={[classes['item'], isDanger && classes['danger']].filter(Boolean).join(' ')}
      onClick={pick}
    >
      <Sign {...(icon && { icon })} />
      {children}
    </button>
  )
}

type AnchorProps = Look & AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }

function AnchorItem({ icon, children, ...rest }: AnchorProps) {
  const { role } = useContext(Menu)
  return (
    <a {...rest} role={role} tabIndex={role && -1} className={classes['item']}>
      <Sign {...(icon && { icon })} />
      {children}
    </a>
  )
}

/** An item that leads to a page: `<MenuLink to={paths.composeSms} icon={IconMessage}>`. */
export const MenuLink = createLink(AnchorItem)
/** An item that leads out of the pages, such as `tel:`. */
export const MenuAnchor = AnchorItem
