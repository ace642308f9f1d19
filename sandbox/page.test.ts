import { expect, test } from 'vitest'
import { message, openSandbox } from './test-kit/sandbox.ts'

const ATTACK = `<script>alert(1)</script><img src=x onerror="alert('2')">`
const page = async (url: string) => (await fetch(url)).text()

test('shows messages as text, whatever they hold', async () => {
  const { url, submit } = await openSandbox()
  await submit([message('a', { text: ATTACK, from: '<b>Grace</b>', to: '"><script>' })])
  const shown = await page(url)
  expect(shown).toContain(
    '&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;2&#39;)&quot;&gt;',
  )
  expect(shown).toContain('&lt;b&gt;Grace&lt;/b&gt;')
  // The text keeps its own line breaks, so the markup must not add any.
  expect(shown).toMatch(/class="text" dir="auto">&lt;script.*&quot;&gt;<\/p>/)
  expect(shown).not.toMatch(/<script|<img|<b>Grace/i)
})

test('shows mails as text, whatever they hold, and their html in a frame that runs nothing', async () => {
  const { url, mailer, mailInbox } = await openSandbox()
  await mailer().sendMail({
    from: { name: ATTACK, address: 'a@b.example' },
    to: 'c@d.example',
    subject: ATTACK,
    text: `${ATTACK} https://x.example/?a=1&b="<script>`,
    html: `<!doctype html><html><head><title>t</title></head><body>${ATTACK}</body></html>`,
    headers: { 'X-Strange': ATTACK },
  })
  const id = (await mailInbox()).items[0]?.id
  for (const address of [`${url}/?show=mail`, `${url}/mail/${id}`]) {
    const shown = await page(address)
    expect(shown).toContain('&lt;script&gt;alert(1)')
    expect(shown).not.toMatch(/<script|<img/i)
  }
  expect(await page(`${url}/mail/${id}`)).toContain(
    '<a href="https://x.example/?a=1&amp;b=" target="_blank" rel="noopener noreferrer">',
  )
  expect(await page(`${url}/mail/${id}`)).toMatch(/<iframe\s[^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/)
  const frame = await fetch(`${url}/mail/${id}/html`)
  expect(frame.headers.get('content-security-policy')).toMatch(
    /^default-src 'none';.*; sandbox allow-popups allow-popups-to-escape-sandbox$/,
  )
  expect(await frame.text()).toMatch(/^<!doctype html><html><head><base target="_blank">/)
})

test('may load its own style sheet and nothing else', async () => {
  const { url } = await openSandbox()
  const response = await fetch(url)
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'",
  )
  const shown = await response.text()
  expect(shown).not.toMatch(/ style=| on\w+=|<style|<script/)
  const [, sheet] = /<link rel="stylesheet" href="([^"]+)"/.exec(shown) ?? []
  const styles = await fetch(url + sheet)
  expect([styles.status, styles.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
})

test('says what goes wrong on purpose', async () => {
  const { url, fault } = await openSandbox()
  expect(await page(url)).not.toContain('on purpose')
  await fault('sms', 'accept-late', { times: 3 })
  expect(await page(url)).toContain(
    '<code>sms: accept-late</code> takes the messages, answers too late, the next 3 times',
  )
})

test('an unknown mail, address or tab fails softly', async () => {
  const { url } = await openSandbox()
  const statuses = []
  for (const path of ['/mail/none', '/mail/none/html', '/nowhere', '/?show=__proto__', '/?show=a&show=b'])
    statuses.push((await fetch(url + path)).status)
  expect(statuses).toEqual([404, 404, 404, 200, 200])
})
