import type { ReactNode } from 'react'
import classes from './parts.module.css'

/** What is known of one thing, line by line: `<Facts><Fact label="…">…</Fact></Facts>`. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={classes['facts']}>{children}</dl>

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="num">{children}</dd>
  </div>
)
