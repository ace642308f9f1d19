import sanitize from 'sanitize-html'

const TEXT_TAGS = [
  'a',
  'abbr',
  'b',
  'blockquote',
  'br',
  'center',
  'code',
  'div',
  'em',
  'font',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'i',
  'img',
  'li',
  'ol',
  'p',
  'pre',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'u',
  'ul',
]

const SIZE = /^\d{1,4}(\.\d{1,2})?(px|em|rem|%|pt)?$/
const SIZES = /^(\d{1,4}(\.\d{1,2})?(px|em|rem|%|pt)?|auto)(\s+(\d{1,4}(\.\d{1,2})?(px|em|rem|%|pt)?|auto)){0,3}$/
const COLOUR = /^(#[0-9a-f]{3,8}|rgba?\([\d\s.,%]+\)|[a-z]{3,20})$/i
const FONT = /^[\w\s,'"-]{1,200}$/

/** Just what changes how text looks: nothing that loads, covers the page or leaves its place. */
const STYLES = {
  color: [COLOUR],
  background: [COLOUR],
  'background-color': [COLOUR],
  'font-family': [FONT],
  'font-size': [SIZE],
  'font-weight': [/^(normal|bold|[1-9]00)$/],
  'font-style': [/^(normal|italic)$/],
  'line-height': [SIZE],
  'text-align': [/^(left|right|center|justify|start|end)$/],
  'text-decoration': [/^(none|underline|line-through)$/],
  padding: [SIZES],
  margin: [SIZES],
  width: [SIZE],
  'max-width': [SIZE],
  height: [/^(auto|\d{1,4}(px|%)?)$/],
  border: [/^(none|0|\d{1,2}px\s+(solid|dashed|dotted)\s+(#[0-9a-f]{3,8}|[a-z]{3,20}))$/i],
  'border-radius': [SIZE],
  'border-collapse': [/^(collapse|separate)$/],
  'vertical-align': [/^(top|middle|bottom|baseline)$/],
}

const MEASURES = ['align', 'valign', 'width', 'height', 'style', 'dir', 'lang']

const LEADS = /^(https?:\/\/|mailto:|tel:)/i
const SHOWS = /^https?:\/\//i

/** Where links may lead, and what is not even text. */
const SAFE = {
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https', 'http'] },
  allowProtocolRelative: false,
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'title',
    'template',
    'svg',
    'math',
    'xmp',
    'iframe',
    'object',
  ],
  nestingLimit: 60,
  transformTags: {
    // An address without a host leads nowhere in an email, and into our own pages in its frame.
    a: (tagName, { href = '', ...attribs }) => ({
      tagName,
      attribs: LEADS.test(href) ? { ...attribs, href } : attribs,
    }),
  },
} satisfies sanitize.IOptions

/**
 * HTML that others wrote, as it may stand in an email and in our pages: no scripts, frames, forms, style sheets or handlers,
 * and no picture that is nobody's to see (one pixel wide: a tracker). Links lead to the web, to an address or to a phone.
 */
export function cleanHtml(html: string): string {
  return sanitize(html.toWellFormed().replaceAll('\u0000', ''), {
    ...SAFE,
    allowedTags: TEXT_TAGS,
    allowedAttributes: {
      '*': MEASURES,
      a: ['href', 'title', ...MEASURES],
      img: ['src', 'alt', ...MEASURES],
      font: ['color', 'size', 'face', ...MEASURES],
      table: ['cellpadding', 'cellspacing', 'border', 'bgcolor', 'role', ...MEASURES],
      td: ['colspan', 'rowspan', 'bgcolor', ...MEASURES],
      th: ['colspan', 'rowspan', 'bgcolor', 'scope', ...MEASURES],
      tr: ['bgcolor', ...MEASURES],
      ol: ['start', ...MEASURES],
    },
    allowedStyles: { '*': STYLES },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && (!SHOWS.test(attribs.src ?? '') || isTracker(attribs)),
  })
}

/** What a text block may hold, which looks as the email does. */
export const cleanText = (html: string): string =>
  sanitize(html.toWellFormed().replaceAll('\u0000', ''), {
    ...SAFE,
    allowedTags: ['p', 'br', 'strong', 'em', 'u', 'a', 'ul', 'ol', 'li'],
    allowedAttributes: { a: ['href'] },
    transformTags: { ...SAFE.transformTags, b: 'strong', i: 'em', div: 'p' },
  })

const isTracker = ({ width = '', height = '', style = '' }: Record<string, string>): boolean =>
  [width, height].some((size) => /^[0-3](px)?$/.test(size.trim())) ||
  /(?:^|;)\s*(?:width|height)\s*:\s*[0-3](?:px)?\s*(?:;|$)/.test(style)

const ENDS_LINE = /<\/(p|div|h[1-6]|li|tr|table|ul|ol|blockquote|pre)>|<br\s*\/?>|<hr\s*\/?>/gi

/** Cleaned HTML as plain text: its links behind their words. */
export function textOfHtml(clean: string): string {
  const spaced = clean
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<img [^>]*alt="([^"]+)"[^>]*>/g, '[$1]')
    .replaceAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g, (_all, link: string, words: string) =>
      words.includes(link) ? words : `${words} (${link})`,
    )
    .replaceAll(/<li[^>]*>/g, '- ')
    .replaceAll(ENDS_LINE, '\n')
    .replaceAll(/<[^>]*>/g, '')
  return decoded(spaced)
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const SIGNS: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
}
const decoded = (text: string): string => text.replaceAll(/&(lt|gt|quot|#39|nbsp|amp);/g, (sign) => SIGNS[sign] ?? sign)
