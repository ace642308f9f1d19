import {
  createElement,
  type AnchorHTMLAttributes,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { preload } from './routes.ts'
import { go } from './steps.ts'

type Search = Record<string, string | undefined>
export type Target = { to?: string; href?: string; search?: Search; replace?: boolean }

/** The address that a link or a step leads to. */
export function hrefOf({ to, href, search = {} }: Target): string {
  const pairs = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const query = new URLSearchParams(pairs).toString()
  return href ?? `${to ?? ''}${query && `?${query}`}`
}

/** A click that shall open elsewhere, such as in another tab, is the browser's. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement>; children?: ReactNode }
type LinkProps = AnchorProps & Target

function anchorOf({ to, href, search, replace, onClick, ...rest }: LinkProps): AnchorProps {
  const address = hrefOf({ ...(to && { to }), ...(href && { href }), ...(search && { search }) })
  const prepare = () => preload(address)
  return {
    ...rest,
    href: address,
    onPointerEnter: prepare,
    onFocus: prepare,
    onTouchStart: prepare,
    onClick: (event) => {
      onClick?.(event)
      if (event.defaultPrevented || !isPlain(event)) return
      event.preventDefault()
      void go(address, replace)
    },
  }
}

/** A link to another screen of this page. */
export const Link = (props: LinkProps) => createElement('a', anchorOf(props))

/** Makes a link of a component that takes what an anchor takes. */
export const createLink =
  <Props extends object>(Component: ComponentType<Props & AnchorProps>) =>
  (props: Props & Target & AnchorProps) =>
    createElement(Component, { ...props, ...anchorOf(props) })
