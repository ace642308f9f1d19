import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ComponentType, Ref } from 'react'
import classes from './button.module.css'

export type Icon = ComponentType<{
  size?: number | string
  stroke?: number | string
  'aria-hidden'?: boolean | 'true' | 'false'
}>

type Look = {
  /** One primary per view; outlined is the ordinary one, quiet stands inside a line. */
  kind?: 'primary' | 'outlined' | 'quiet' | 'danger'
  size?: 'sm' | 'md' | 'lg'
  block?: boolean
  icon?: Icon
}

const classOf = ({ kind = 'outlined', size = 'md', block }: Look, extra?: string) =>
  [classes['btn'], classes[kind], classes[size], block && classes['block'], extra].filter(Boolean).join(' ')

const Sign = ({ icon: Icon, size }: Pick<Look, 'icon' | 'size'>) =>
  Icon ? <Icon size={size === 'sm' ? 16 : 20} stroke={1.75} aria-hidden="true" /> : null

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean; ref?: Ref<HTMLButtonElement> }

/** A button. While `busy` it turns a wheel, keeps its place and ignores presses without losing the focus. */
export function Button({
  kind,
  size,
  block,
  icon,
  busy,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const look = { ...(kind && { kind }), ...(size && { size }), ...(block && { block }) }
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      className={classOf(look, className)}
      aria-busy={busy ?? undefined}
      aria-disabled={busy ?? undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy ? (
        <span className={classes['spin']} aria-hidden="true" />
      ) : (
        <Sign {...(icon && { icon })} {...(size && { size })} />
      )}
      {children}
    </button>
  )
}

type AnchorProps = Look & AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }

/** A link out of Narthex that looks like a button. */
export function AnchorButton({ kind, size, block, icon, className, children, ...rest }: AnchorProps) {
  const look = { ...(kind && { kind }), ...(size && { size }), ...(block && { block }) }
  return (
    <a {...rest} className={classOf(look, className)}>
      <Sign {...(icon && { icon })} {...(size && { size })} />
      {children}
    </a>
  )
}

/** A link that looks like a button: `<ButtonLink to={paths.composeSms} kind="primary" icon={IconSend}>`. */
export const ButtonLink = createLink(AnchorButton)

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  label: string
  icon: Icon
  small?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A square button with an icon only; `label` is what it says. */
export const IconButton = ({ label, icon: Icon, small, className, type = 'button', ...rest }: IconButtonProps) => (
  <button
    {...rest}
    type={type}
    aria-label={label}
    title={label}
    className={[classes['icon'], small && classes['small'], className].filter(Boolean).join(' ')}
  >
    <Icon size={20} stroke={1.75} aria-hidden="true" />
  </button>
)
