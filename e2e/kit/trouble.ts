import type { BrowserContext, ConsoleMessage, Request, Response, WebError } from 'playwright-core'

/** What went wrong on the pages of a context, as sentences; a page that works leaves it empty. */
export type Trouble = {
  said: () => string[]
  expect: (pattern: RegExp) => void
  /** All that the console, scripts and calls said, also what is expected or harmless. */
  heard: () => string[]
}

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
  const heard: string[] = []
  const expected: RegExp[] = []
  const hear = (sentence: string) => heard.push(`${new Date().toISOString().slice(11, 23)} ${sentence}`)
  const onThrown = (thrown: WebError) => {
    const { message, stack } = thrown.error()
    said.push(`thrown: ${message}`)
    hear(`thrown: ${stack ?? message}`)
  }
  const onConsole = (message: ConsoleMessage) => {
    hear(`console.${message.type()}: ${message.text()}`)
    const isBad = message.type() === 'error' || message.type() === 'warning'
    if (isBad && !NOT_OF_THE_PAGE.test(message.text())) said.push(`console: ${message.text()}`)
  }
  const onRequest = (request: Request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
      said.push(`left for ${request.url()}`)
  }
  const onResponse = (response: Response) => {
    if (response.status() < 400) return
    const sentence = `${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`
    said.push(sentence)
    hear(sentence)
  }
  const onFailed = (request: Request) =>
    hear(`${request.method()} ${request.url()} got no answer: ${request.failure()?.errorText}`)
  context.on('weberror', onThrown).on('console', onConsole).on('request', onRequest).on('response', onResponse)
  context.on('requestfailed', onFailed)
  return {
    heard: () => heard,
    said: () => said.filter((sentence) => !expected.some((pattern) => pattern.test(sentence))),
    expect: (pattern) => void expected.push(pattern),
    end: () => {
      context.off('weberror', onThrown).off('console', onConsole).off('request', onRequest).off('response', onResponse)
      context.off('requestfailed', onFailed)
    },
  }
}
