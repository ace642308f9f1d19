import { expect, test } from 'vitest'
import type { EmailBlock, EmailContent } from '#contract/messaging/email-content.ts'
import { cleanHtml } from './clean-html.ts'
import { drawEmail } from './draw-email.ts'
import { personalParts } from './personal-parts.ts'

const stopLink = 'https://narthex.example/o/AbCdE000000000'
const picture: EmailBlock = {
  type: 'picture',
  pictureId: '0193a000-0000-7000-8000-000000000001',
  width: 1200,
  height: 400,
  alt: 'Families at the door',
}
const every: EmailBlock[] = [
  { type: 'heading', text: 'Come and give thanks' },
  {
    type: 'text',
    html:
      '<p>Dear #name#,</p><p>one <strong>service</strong> &lt;for&gt; &amp; all</p><ul><li>bread</li>' +
      '<li><em><u>wine</u></em></li></ul><ol><li>first</li></ol>' +
      '<p><a href="https://grace.example/garden?a=1&amp;b=2">the garden</a></p>',
  },
  picture,
  { type: 'button', text: 'Reserve', link: 'https://grace.example/lunch' },
  {
    type: 'event',
    title: 'Thanksgiving',
    date: '2026-11-22',
    details: '9:00 AM, main hall',
    link: 'https://grace.example/e',
  },
  { type: 'divider' },
]

const draw = (content: Partial<EmailContent>) =>
  drawEmail({
    content: { subject: 'Thanks, #name#', preview: 'Then lunch', blocks: every, ...content },
    church: 'Grace Chapel',
    place: 'Lagos',
    stopLink,
    pictureUrl: (id) => `https://narthex.example/p/${id}`,
  })

test('every block is drawn, with words for whoever sees no pictures, and nothing that scripts or loads', async () => {
  const { html } = await draw({})
  expect(html).toMatch(/^<!doctype html><html lang="en" dir="ltr">/)
  expect(html).toContain('<strong>service</strong> &lt;for&gt; &amp; all')
  expect(html).toContain('<ul style="margin:0 0 12px">')
  expect(html.match(/<li/g)).toHaveLength(3)
  expect(html).toContain('<em><u>wine</u></em>')
  expect(html).toContain('href="https://grace.example/garden?a=1&amp;b=2"')
  expect(html).toMatch(
    /<img src="https:\/\/narthex\.example\/p\/[^"]*" alt="Families at the door" width="552" height="184"/,
  )
  expect(html).toMatch(/Nov<\/div><div[^>]*>22<\/div><div[^>]*>Sun/)
  expect(html).toContain(`href="${stopLink}"`)
  expect(html).not.toMatch(/<script|<iframe|<form|<link|@import|url\(/)
  // Tables that only lay out are passed over by screen readers.
  expect(html.match(/<table/g)?.length).toBe(html.match(/<table [^>]*role="presentation"/g)?.length)
})

const VOID = new Set(['br', 'hr', 'img', 'meta'])
/** What a reader would have to mend: elements that are left open or closed twice, attributes or ids said twice. */
function mendedIn(html: string): string[] {
  const mended: string[] = []
  const open: string[] = []
  const ids = new Set<string>()
  for (const [, end, name = '', attributes = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)((?:\s+[^<>]*)?)>/g)) {
    const names = [...attributes.matchAll(/\s([a-z-]+)="[^"<>]*"/gi)].map(([, attribute = '']) => attribute)
    if (new Set(names).size < names.length) mended.push(`${name} says an attribute twice`)
    if (attributes.replaceAll(/\s[a-z-]+="[^"<>]*"|\/$/gi, '').trim()) mended.push(`${name}${attributes}`)
    for (const [, id = ''] of attributes.matchAll(/\sid="([^"]*)"/g)) {
      if (ids.has(id)) mended.push(`id ${id} twice`)
      ids.add(id)
    }
    if (end && open.pop() !== name) mended.push(`</${name}>`)
    if (!end && !VOID.has(name)) open.push(name)
  }
  return [...mended, ...open.map((name) => `<${name}>`)]
}

test('the html is whole, in every language and with what an existing client wrote', async () => {
  const html = cleanHtml(
    '<table><tr><td width=5>Hi<p>one<p>two<b>bold</table></div><img src=https://x.example/a.png><br>',
  )
  for (const content of [{}, { language: 'ar' }, { blocks: [{ type: 'html', html }] as const }])
    expect(mendedIn((await draw(content as Partial<EmailContent>)).html)).toEqual([])
})

test('the plain part says the same', async () => {
  expect((await draw({})).text).toBe(`Come and give thanks

Dear #name#,
one service <for> & all
- bread
- wine

- first

the garden (https://grace.example/garden?a=1&b=2)

[Families at the door]

Reserve: https://grace.example/lunch

Thanksgiving
Sunday, November 22, 2026
9:00 AM, main hall
https://grace.example/e

* * *

--
Grace Chapel, Lagos
Choose what you receive or unsubscribe: ${stopLink}
`)
})

test('Arabic is drawn from right to left, and days are in the language of the email', async () => {
  const { html } = await draw({ language: 'ar' })
  expect(html).toContain('<html lang="ar" dir="rtl">')
  expect(html).toContain('<td align="right"')
  expect((await draw({ language: 'fr' })).html).toContain('nov.')
  expect((await draw({ language: 'fr' })).text).toContain('Choisir ce que vous recevez')
})

test('each recipient reads their own name, as text, and has a link of their own', async () => {
  const parts = personalParts({ ...(await draw({})), subject: 'Thanks, #NAME#' }, stopLink)
  const ada = { firstName: '<b>Ada</b>', neutralName: 'Friend', stopLink: 'https://narthex.example/o/AbCdE001xyzxyz' }
  expect(parts.subject(ada)).toBe('Thanks, <b>Ada</b>')
  expect(parts.html(ada)).toContain('Dear &lt;b&gt;Ada&lt;/b&gt;,')
  expect(parts.html(ada)).not.toContain('AbCdE000000000')
  expect(parts.html(ada)).toContain(`href="${ada.stopLink}"`)
  expect(parts.text(ada)).toContain(`unsubscribe: ${ada.stopLink}`)
  expect(parts.text({ ...ada, firstName: '' })).toContain('Dear Friend,')
})
