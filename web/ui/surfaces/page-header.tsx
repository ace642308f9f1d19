import { Link } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { IconChevronLeft } from '../icons.ts'
import classes from './page-header.module.css'

type PageHeaderProps = {
  title: string
  /** Title of the browser's tab, when it should differ. */
  tabTitle?: string
  /** One line under the title. */
  children?: ReactNode
  /** Buttons at the end; two at most on phones. */
  actions?: ReactNode
  back?: { to: string; label: string; onClick?: (event: MouseEvent) => void }
}

/** Title of a page, its one line and its actions. Also names the browser's tab. */
export const PageHeader = ({ title, tabTitle = title, children, actions, back }: PageHeaderProps) => (
  <header className={classes['head']}>
    <title>{`${tabTitle} · Narthex`}</title>
    <div>
      {back && (
        <Link to={back.to} onClick={back.onClick} className={classes['back']}>
          <IconChevronLeft size={16} aria-hidden="true" />
          {back.label}
        </Link>
      )}
      <h1>{title}</h1>
      {children && <p className={classes['line']}>{children}</p>}
    </div>
    {actions && <div className={classes['acts']}>{actions}</div>}
  </header>
)
