import { useId, type ReactNode } from 'react'
import classes from './card.module.css'

type CardProps = {
  title?: string
  /** Stands at the end of the title's line. */
  aside?: ReactNode
  /** Without it the children reach the card's edges, as tables do. */
  padded?: boolean
  label?: string
  className?: string | undefined
  children: ReactNode
}

/** A surface with a hairline. Cards are never put into cards. */
export function Card({ title, aside, padded = true, label, className, children }: CardProps) {
  const id = useId()
  return (
    <section
      className={[classes['card'], className].filter(Boolean).join(' ')}
      aria-labelledby={title ? id : undefined}
      aria-label={label}
    >
      {title && (
        <div className={classes['head']}>
          <h2 id={id}>{title}</h2>
          {aside}
        </div>
      )}
      {padded ? <div className={classes['body']}>{children}</div> : children}
    </section>
  )
}
