import type { BrowserContext } from 'playwright-core'

/** What went wrong on the pages of a context, as sentences; a page that works leaves it empty. */
export type Trouble = { said: () => string[]; expect: (pattern: RegExp) => void }

/** The browser says this besides the answer itself, without naming the call. */
const FAILED_LOAD = /^Failed to load resource/

/**
 * Listens for errors of scripts and of the console (refusals by the page's policy are among them), for refused calls,
 * and for requests that leave for another host.
 */
export function watch(context: BrowserContext, origin: string): Trouble {
  const said: string[] = []
  const expected: RegExp[] = []
  context.on('weberror', (thrown) => said.push(`thrown: ${thrown.error().message}`))
  context.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning'
    if (isBad && !FAILED_LOAD.test(message.text())) said.push(`console: ${message.text()}`)
  })
  context.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
      said.push(`left for ${request.url()}`)
  })
  context.on('response', (response) => {
    if (response.status() < 400) return
    said.push(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`)
  })
  return {
    said: () => said.filter((sentence) => !expected.some((pattern) => pattern.test(sentence))),
    expect: (pattern) => void expected.push(pattern),
  }
}
