import type { ReactNode } from 'react'
import { Phrase, type TextId } from '../../languages/index.ts'
import { contactLink, useSupport } from '../../session/support.ts'

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
