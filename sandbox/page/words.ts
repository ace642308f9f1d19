import { html, type Html } from './html.ts'

const ADDRESS = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g

/** The text with its web addresses as links. */
export function withLinks(text: string): Html {
  const pieces: Html[] = []
  let done = 0
  for (const match of text.matchAll(ADDRESS)) {
    const [address] = match
    pieces.push(html`${text.slice(done, match.index)}${link(address)}`)
    done = match.index + address.length
  }
  return html`${pieces}${text.slice(done)}`
}

const link = (address: string): Html =>
  html`<a href="${address}" target="_blank" rel="noopener noreferrer">${address}</a>`

/** How long ago, in words; the page has no script that could know the reader's clock. */
export function ago(at: string, now: Date): Html {
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(at)) / 1_000))
  return html`<time datetime="${at}" title="${at}">${agoInWords(seconds, at)}</time>`
}

function agoInWords(seconds: number, at: string): string {
  if (seconds < 5) return 'just now'
  if (seconds < 60) return `${seconds} s ago`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ago`
  return at.slice(0, 10)
}

export const counted = (count: number): string => count.toLocaleString('en')

/** Phone numbers read from left to right in any language. */
export const phone = (number: string): Html => html`<bdi dir="ltr" class="num">${number}</bdi>`

export type Tone = 'ok' | 'warn' | 'bad' | 'info'

const SHAPES: Record<Tone, Html> = {
  ok: html`<path d="m5 12.500 4.500 4.500L19 7.500" />`,
  warn: html`<circle cx="12" cy="12" r="8.500" /><path d="M12 7.500V12l3 2" />`,
  bad: html`<circle cx="12" cy="12" r="8.500" /><path d="M12 8v4.500M12 16v.01" />`,
  info: html`<circle cx="12" cy="12" r="8.500" /><path d="M12 8v.01M12 11.500V16" />`,
}

export const icon = (tone: Tone): Html =>
  html`<svg class="i" viewBox="0 0 24 24" aria-hidden="true">${SHAPES[tone]}</svg>`

/** A state: a word and a shape, never colour alone. */
export const badge = (tone: Tone, words: string): Html => html`<span class="badge ${tone}">${icon(tone)}${words}</span>`
