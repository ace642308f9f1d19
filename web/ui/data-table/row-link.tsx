import { Link, useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import classes from './data-table.module.css'

type RowLinkProps = {
  /** A page of `paths`; until there is such a page the name is plain text. */
  to: string
  params?: Record<string, string>
  search?: Record<string, string>
  className?: string | undefined
  children: ReactNode
}

/** Around the name of a row, in its cell and in its card: the link to the row's page. The whole row then opens it. */
export function RowLink({ to, params, search, className, children }: RowLinkProps) {
  const router = useRouter()
  const look = [classes['rowLink'], className].filter(Boolean).join(' ')
  if (!Object.hasOwn(router.routesByPath, to)) return <span className={className}>{children}</span>
  return (
    // The router's own type knows only the pages that stand in it already.
    <Link
      to={to as '/tenant'}
      {...(params && { params: params as object })}
      {...(search && { search: search as object })}
      data-row-link=""
      className={look}
    >
      {children}
    </Link>
  )
}

const OWN_PRESS = 'a, button, label, input, [role=menu], dialog'

/** A press anywhere on a row opens it, as its link does; marking text with the mouse opens nothing. */
export function openRow({ target, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest(OWN_PRESS)) return
  if (getSelection()?.isCollapsed === false) return
  target
    .closest('tr, li')
    ?.querySelector('[data-row-link]')
    ?.dispatchEvent(new globalThis.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}
