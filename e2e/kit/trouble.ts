import type { BrowserContext, ConsoleMessage, Request, Response, WebError } from 'playwright-core'

/** What went wrong on the pages of a context, as sentences; a page that works leaves it empty. */
export type Trouble = { said: () => string[]; expect: (pattern: RegExp) => void }

/**
 * Said besides the answer itself, without naming the call; and said of a page that takes seconds to begin, which the
 * machine decides.
 */
const NOT_OF_THE_PAGE = /^Failed to load resource|was preloaded using link preload but not used within a few seconds/

/**
 * Listens for errors of scripts and of the console (refusals by the page's policy are among them), for refused calls,
 * and for requests that leave for another host.
 */
export function watch(context: BrowserContext, origin: string): Trouble & { end: () => void } {
  const said: string[] = []
  const expected: RegExp[] = []
  const onThrown = (thrown: WebError) => said.push(`thrown: ${thrown.error().message}`)
  const onConsole = (message: ConsoleMessage) => {
    const isBad = message.type() === 'error' || message.type() === 'warning'
    if (isBad && !NOT_OF_THE_PAGE.test(message.text())) said.push(`console: ${message.text()}`)
  }
  const onRequest = (request: Request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
      said.push(`left for ${request.url()}`)
  }
  const onResponse = (response: Response) => {
    if (response.status() < 400) return
    said.push(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`)
  }
  context.on('weberror', onThrown).on('console', onConsole).on('request', onRequest).on('response', onResponse)
  return {
    said: () => said.filter((sentence) => !expected.some((pattern) => pattern.test(sentence))),
    expect: (pattern) => void expected.push(pattern),
    end: () => {
      context.off('weberror', onThrown).off('console', onConsole).off('request', onRequest).off('response', onResponse)
    },
  }
}
