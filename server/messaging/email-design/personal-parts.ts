import type { DrawnEmail } from './draw-email.ts'

/** What of an email is one recipient's own. */
type Personal = { firstName: string; neutralName: string; stopLink: string }

/** An email ready to be made personal, many times: cut once where a recipient's own words stand. */
type PersonalParts = { subject: Cut; html: Cut; text: Cut }
type Cut = (personal: Personal) => string

/** `stopLink`: as it stands in what was drawn. */
export function personalParts(
  { subject, html, text }: DrawnEmail & { subject: string },
  stopLink: string,
): PersonalParts {
  return {
    subject: cut(subject, '', (name) => name),
    html: cut(html, escapeHtml(stopLink), escapeHtml),
    text: cut(text, stopLink, (name) => name),
  }
}

const NAME = '#name#'

function cut(drawn: string, stopLink: string, written: (name: string) => string): Cut {
  const marks = [NAME, ...(stopLink ? [stopLink.replaceAll(/[^\w]/g, String.raw`\$&`)] : [])]
  const parts = drawn.split(new RegExp(`(${marks.join('|')})`, 'i'))
  return ({ firstName, neutralName, stopLink: own }) => {
    const name = written(firstName || neutralName)
    let whole = ''
    // What the expression found stands at every second place.
    for (const [at, part] of parts.entries())
      whole += at % 2 === 0 ? part : part.length === NAME.length ? name : written(own)
    return whole
  }
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)
