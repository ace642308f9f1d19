import { expect, test } from 'vitest'
import { splitHtml } from './split-html.ts'

const words = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')

test('a long document is split between its paragraphs, and nothing of it is lost', () => {
  const paragraph = (nth: number) => `<p>Paragraph ${nth} with <b>bold</b> words &amp; more of them.</p>`
  const html = Array.from({ length: 40 }, (_, nth) => paragraph(nth)).join('')
  const parts = splitHtml(html, 300)
  expect(parts.join('')).toBe(html)
  expect(parts.filter((part) => part.length > 300 || !part.startsWith('<p>') || !part.endsWith('</p>'))).toEqual([])
})

test('a paragraph that is too long is split between words, never inside a tag', () => {
  const html = `<p>${'Grace and <a href="https://grace.example/a-long-way">peace</a> to you. '.repeat(20)}</p>`
  const parts = splitHtml(html, 100)
  expect(parts.filter((part) => part.length > 100 || /<[^>]*$/.test(part) || /^[^<]*>/.test(part))).toEqual([])
  expect(words(parts.join(''))).toBe(words(html))
})

test('a short one is one part, an empty one none, and a tag of pages is left out', () => {
  expect([splitHtml('<p>Hi</p>', 100), splitHtml(' \n', 100)]).toEqual([['<p>Hi</p>'], []])
  expect(splitHtml(`<p>a</p><img src="data:${'x'.repeat(500)}"><p>b</p>`, 100)).toEqual(['<p>a</p><p>b</p>'])
})
