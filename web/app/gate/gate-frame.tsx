import type { ReactNode } from 'react'
import { BrandMark } from '../../ui/marks/brand-mark.tsx'
import classes from './gate.module.css'
import { Phrase, type TextId } from '../../languages/index.ts'
import { contactLink, useSupport } from '../../session/support.ts'

type GateFrameProps = {
  church?: string
  corner?: ReactNode
  art: ReactNode
  title: string
  text: string
  /** Below everything: where help is. */
  foot?: ReactNode
  children?: ReactNode
}

/** A page with a shut door: whose it is, what happened, what can be done. */
export const GateFrame = ({ church = 'Narthex', corner, art, title, text, foot, children }: GateFrameProps) => (
  <div className={classes['gate']}>
    <title>{`${title} · Narthex`}</title>
    <header className={classes['top']}>
      <BrandMark />
      <b>{church}</b>
      {corner && <span className={classes['corner']}>{corner}</span>}
    </header>
    <main className={classes['main']}>
      {art}
      <div className="stack-8">
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
      {children}
    </main>
    {foot && <footer className={classes['foot']}>{foot}</footer>}
  </div>
)

function ContactLink({ href, children }: { href: string; children?: ReactNode }) {
  const outside = href.startsWith('https:') ? { target: '_blank', rel: 'noreferrer' } : {}
  return (
    <a href={href} {...outside}>
      {children}
    </a>
  )
}

/** The way to a person who helps; nothing where the installation names none. */
export function ContactLine({ text }: { text: TextId }) {
  const support = useSupport()
  const href = support && contactLink(support)
  return href ? <Phrase id={text} parts={{ link: <ContactLink href={href} /> }} /> : null
}
