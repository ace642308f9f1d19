import { createElement as tag, type CSSProperties, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { EmailBlock } from '#contract/messaging/email-content.ts'
import type { Drawing } from './draw-text.ts'
import { dayOf, directionOf, footWords, localeOf } from './words.ts'

const WIDTH = 600
const PADDING = 24
const TEXT = '#241c21'
const SOFT = '#63585e'
const ACCENT = '#6f2a5d'
const LINE = '#d9d0cc'
// Without quotation marks, which would be written out at every place.
const SANS = '-apple-system, Segoe UI, Roboto, Noto Sans, Arial, sans-serif'
const SERIF = 'Noto Serif, Georgia, Times New Roman, serif'

/** Readers without dark mode never see these, so every colour stands at its place too. */
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
img{border:0;max-width:100%;height:auto}
a{color:${ACCENT}}
@media (max-width:620px){.page{width:100%!important}}
@media (prefers-color-scheme:dark){.ground{background-color:#171416!important}.page{background-color:#1f1b1e!important}.ink,.ink a{color:#f3eef0!important}.soft,.soft a{color:#bdb2b8!important}.day{background-color:#37212f!important}.card,.rule{border-color:#4a4148!important}a{color:#e6aed3}}
[data-ogsb] .page{background-color:#1f1b1e!important}[data-ogsc] .ink{color:#f3eef0!important}`

/** The whole document: tables, which every reader lays out alike, and styles at their places. */
export function drawHtml(drawing: Drawing): string {
  const { content } = drawing
  const direction = directionOf(content.language)
  const document = tag(
    'html',
    { lang: content.language ?? 'en', dir: direction },
    tag(
      'head',
      null,
      tag('meta', { charSet: 'utf-8' }),
      tag('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      tag('meta', { name: 'color-scheme', content: 'light dark' }),
      tag('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      tag('title', null, content.subject),
      raw('style', STYLE),
    ),
    tag(
      'body',
      { className: 'ground', dir: direction, style: { margin: 0, padding: 0, backgroundColor: '#faf8f6' } },
      content.preview ? previewOf(content.preview) : null,
      tag(
        'div',
        { role: 'article', 'aria-roledescription': 'email', 'aria-label': content.subject },
        table({ width: '100%' }, [cell({ align: 'center', style: { padding: '24px 8px' } }, page(drawing))]),
      ),
    ),
  )
  return `<!doctype html>${renderToStaticMarkup(document)}`
}

/** Read by lists of emails, seen by nobody; the signs behind it keep the text of the email from following. */
const previewOf = (text: string): ReactNode =>
  tag(
    'div',
    { style: { display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 } },
    text,
    '\u00a0\u200c\u200d'.repeat(50),
  )

function page(drawing: Drawing): ReactNode {
  const { content } = drawing
  const side = directionOf(content.language) === 'rtl' ? 'right' : 'left'
  const rows = content.blocks.map((block, index) =>
    cell(
      { key: index, align: side, style: { padding: `0 ${PADDING}px 20px` } },
      drawn(block, { ...drawing, isFirst: index === 0 }),
    ),
  )
  return table(
    {
      className: 'page',
      width: WIDTH,
      style: { width: WIDTH, maxWidth: '100%', backgroundColor: '#ffffff', borderRadius: 12 },
    },
    [
      cell({ key: 'top', style: { height: PADDING, lineHeight: `${PADDING}px`, fontSize: 1 } }, '\u00a0'),
      ...rows,
      foot(drawing),
    ],
  )
}

type Placed = Drawing & { isFirst: boolean }

function drawn(block: EmailBlock, drawing: Placed): ReactNode {
  switch (block.type) {
    case 'heading':
      return tag(drawing.isFirst ? 'h1' : 'h2', { className: 'ink', style: headingStyle(drawing.isFirst) }, block.text)
    case 'text':
      return text(block.html)
    case 'picture':
      return picture(block, drawing)
    case 'button':
      return button(block)
    case 'event':
      return event(block, drawing)
    case 'divider':
      return table({ width: '100%' }, [
        cell(
          { className: 'rule', style: { borderTop: `1px solid ${LINE}`, fontSize: 1, lineHeight: '1px' } },
          '\u00a0',
        ),
      ])
    case 'html':
      return tag('div', { className: 'ink', style: textStyle, dangerouslySetInnerHTML: { __html: block.html } })
  }
}

const textStyle: CSSProperties = { margin: 0, fontFamily: SANS, fontSize: 16, lineHeight: '24px', color: TEXT }
const headingStyle = (isFirst: boolean): CSSProperties => ({
  margin: 0,
  fontFamily: SERIF,
  fontSize: isFirst ? 28 : 22,
  lineHeight: isFirst ? '36px' : '30px',
  fontWeight: 600,
  color: TEXT,
})

/** Paragraphs and lists with their looks at their places; what was cleaned has none. */
const text = (html: string): ReactNode =>
  tag('div', {
    className: 'ink',
    style: textStyle,
    dangerouslySetInnerHTML: {
      __html: html.replaceAll(/<(p|ul|ol|li|a)(?=[ >])/g, (open, name: string) => `${open} style="${LOOKS[name]}"`),
    },
  })

const LOOKS: Record<string, string> = {
  p: 'margin:0 0 12px',
  ul: 'margin:0 0 12px',
  ol: 'margin:0 0 12px',
  li: 'margin:0 0 4px',
  a: `color:${ACCENT}`,
}

type Of<Type extends EmailBlock['type']> = Extract<EmailBlock, { type: Type }>

function picture({ pictureId, width, height, alt, link }: Of<'picture'>, { pictureUrl }: Drawing): ReactNode {
  const shownWidth = Math.min(width, WIDTH - 2 * PADDING)
  const image = tag('img', {
    src: pictureUrl(pictureId),
    alt,
    width: shownWidth,
    height: Math.round((height * shownWidth) / width),
    // Else React adds a preload to the head, which readers of email refuse.
    fetchPriority: 'low',
    style: { display: 'block', width: '100%', maxWidth: shownWidth, height: 'auto', borderRadius: 8 },
  })
  return link ? tag('a', { href: link }, image) : image
}

/** The cell has the colour and the room, so that it is a button where padding of links is unknown. */
const button = ({ text: said, link }: Of<'button'>): ReactNode =>
  table({}, [
    cell(
      { bgcolor: ACCENT, align: 'center', style: { backgroundColor: ACCENT, borderRadius: 8, padding: '12px 24px' } },
      tag(
        'a',
        {
          href: link,
          style: {
            fontFamily: SANS,
            fontSize: 16,
            lineHeight: '24px',
            fontWeight: 600,
            color: '#ffffff',
            textDecoration: 'none',
            display: 'inline-block',
          },
        },
        said,
      ),
    ),
  ])

function event({ title, date, details, link, linkText }: Of<'event'>, { content }: Drawing): ReactNode {
  const { month, day, weekday } = dayOf(date, localeOf(content.language))
  const small: CSSProperties = { fontFamily: SANS, fontSize: 13, lineHeight: '18px', color: ACCENT }
  const date_ = cell(
    {
      className: 'day',
      width: 72,
      align: 'center',
      style: { width: 72, padding: '12px 8px', backgroundColor: '#f7edf4', borderRadius: 8 },
    },
    tag('div', { className: 'ink', style: small }, month),
    tag('div', { className: 'ink', style: { ...headingStyle(true), color: ACCENT } }, day),
    tag('div', { className: 'ink', style: small }, weekday),
  )
  const said = cell(
    { style: { padding: '0 16px', verticalAlign: 'middle' } },
    tag('div', { className: 'ink', style: { ...headingStyle(false), fontSize: 18, lineHeight: '26px' } }, title),
    tag('div', { className: 'soft', style: { ...textStyle, fontSize: 14, lineHeight: '20px', color: SOFT } }, details),
    link
      ? tag(
          'a',
          { href: link, style: { ...textStyle, fontSize: 14, lineHeight: '20px', fontWeight: 600, color: ACCENT } },
          linkText || title,
        )
      : null,
  )
  return table({ width: '100%', className: 'card', style: { border: `1px solid ${LINE}`, borderRadius: 12 } }, [
    cell(
      { style: { padding: 12 } },
      tag(
        'table',
        { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0 },
        tag('tbody', null, tag('tr', null, date_, said)),
      ),
    ),
  ])
}

/** Who writes, and how to hear less from them: part of every email to a group. */
function foot({ church, place, stopLink, content }: Drawing): ReactNode {
  const style: CSSProperties = { ...textStyle, fontSize: 13, lineHeight: '20px', color: SOFT, textAlign: 'center' }
  const sender = [church, place].filter(Boolean).join(', ')
  const choose = tag('a', { href: stopLink, style: { color: SOFT } }, footWords(content.language).choose)
  return cell(
    { key: 'foot', align: 'center', style: { padding: `4px ${PADDING}px ${PADDING}px` } },
    tag('div', { className: 'soft', style }, sender),
    stopLink ? tag('div', { className: 'soft', style }, choose) : null,
  )
}

const raw = (name: 'style', css: string): ReactNode => tag(name, { dangerouslySetInnerHTML: { __html: css } })

type Attributes = Record<string, unknown>

const table = (attributes: Attributes, rows: ReactNode[]): ReactNode =>
  tag(
    'table',
    { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, ...attributes },
    tag(
      'tbody',
      null,
      rows.map((row, at) => tag('tr', { key: at }, row)),
    ),
  )

const cell = (attributes: Attributes, ...children: ReactNode[]): ReactNode => tag('td', attributes, ...children)
