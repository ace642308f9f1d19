import type { EmailBlock, EmailContent } from '#contract/messaging/email-content.ts'
import { textOfHtml } from './clean-html.ts'
import { footWords, localeOf, longDayOf } from './words.ts'

export type Drawing = {
  content: EmailContent
  /** Its name, and where it is: who writes. */
  church: string
  place: string | null
  /** Where one chooses what to receive, in its full length: each recipient gets one of their own. '' for an email to one person. */
  stopLink: string
  pictureUrl: (id: string) => string
}

/** The same as plain text, for readers that show no HTML and for whoever judges whether it is spam. */
export function drawText({ content, church, place, stopLink }: Drawing): string {
  const foot = [
    [church, place].filter(Boolean).join(', '),
    ...(stopLink ? [`${footWords(content.language).choose}: ${stopLink}`] : []),
  ]
  const parts = content.blocks.map((block) => said(block, localeOf(content.language)))
  return `${[...parts.filter(Boolean), `--\n${foot.join('\n')}`].join('\n\n')}\n`
}

function said(block: EmailBlock, locale: string): string {
  switch (block.type) {
    case 'heading':
      return block.text
    case 'picture':
      return [block.alt && `[${block.alt}]`, block.link].filter(Boolean).join(' ')
    case 'button':
      return `${block.text}: ${block.link}`
    case 'event':
      return [block.title, longDayOf(block.date, locale), block.details, linkOf(block)].filter(Boolean).join('\n')
    case 'divider':
      return '* * *'
    case 'text':
    case 'html':
      return textOfHtml(block.html)
  }
}

const linkOf = ({ link, linkText }: { link?: string | undefined; linkText?: string | undefined }): string =>
  link ? [linkText, link].filter(Boolean).join(': ') : ''
