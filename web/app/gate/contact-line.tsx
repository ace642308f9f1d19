import { Phrase, type TextId } from '../../lib/languages/index.ts'
import { contactLink, useSupport } from '../../lib/support.ts'

/** The way to a person who helps; nothing where the installation names none. */
export function ContactLine({ text }: { text: TextId }) {
  const support = useSupport()
  const href = support && contactLink(support)
  if (!href) return null
  const outside = href.startsWith('https:') ? { target: '_blank', rel: 'noreferrer' } : {}
  return <Phrase id={text} parts={{ link: <a href={href} {...outside} /> }} />
}
