import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { launchBrowser } from './kit/browser.ts'

test('a real browser opens a page of a server here and runs its script', async () => {
  const server = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end('<p>Hall</p><script>document.querySelector("p").append(" of grace")</script>'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    expect(await page.textContent('p')).toBe('Hall of grace')
  } finally {
    await browser.close()
    server.close()
  }
})
