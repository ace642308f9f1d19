import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf, takeAttempt } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { refuseCrossSite, systemActor } from '../../platform/http/index.ts'
import { acceptedLanguage, escapeHtml, plainPage, PLAIN_STYLE } from '../../platform/plain-pages/index.ts'
import { pageLanguages, pageWords, type PageLanguage } from './page-words.ts'
import { emailChoices, followLink, readLink, type Linked } from './use-link.ts'

type Asked = FastifyRequest<{ Params: { token: string; wish?: string } }>

/**
 * The page behind an opt-out link: HTML of some kilobytes that every phone shows, without a script and without a session.
 * Looking at it changes nothing (message scanners open links too); its one button does.
 */
export async function serveLinkPage(http: FastifyInstance, context: AppContext): Promise<void> {
  await http.register(async (pages) => {
    // The button's form sends nothing but the press; mail programs send `List-Unsubscribe=One-Click` (RFC 8058).
    pages.removeContentTypeParser('application/x-www-form-urlencoded')
    pages.addContentTypeParser('application/x-www-form-urlencoded', { bodyLimit: 1024 }, (_request, _body, done) =>
      done(null, undefined),
    )
    pages.get('/o/page.css', (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=86400').send(PLAIN_STYLE),
    )
    pages.get('/o/:token', async (request: Asked, reply) =>
      send(context, { request, reply }, await readLink(context, request.params.token)),
    )
    // Mail services press for their users (RFC 8058), from anywhere and without a cookie. They learn nothing about a link.
    pages.post('/o/:token', async (request: Asked, reply) => {
      await followLink(context, request.params.token, { stop: true, actor: systemActor, at: context.clock.now() })
      return reply.code(200).send()
    })
    for (const [path, stop, only] of [
      ['/o/:token/stop', true, null],
      ['/o/:token/undo', false, null],
      ['/o/:token/choose/none', true, null],
      ['/o/:token/choose/all', false, null],
      ['/o/:token/choose/events', false, 'events'],
      ['/o/:token/choose/prayer', false, 'prayer'],
    ] as const)
      pages.post(path, async (request: Asked, reply) => {
        refuseCrossSite(request)
        const wish = { stop, only, actor: systemActor, at: context.clock.now() }
        const linked = await followLink(context, request.params.token, wish)
        if (!linked) return send(context, { request, reply }, null)
        // What is loaded again is the page, not the press.
        return reply.redirect(`/o/${request.params.token}`, 303)
      })
  })
}

type Exchange = { request: Asked; reply: FastifyReply }

async function send(context: AppContext, { request, reply }: Exchange, linked: Linked | null): Promise<FastifyReply> {
  const language = acceptedLanguage(request.headers['accept-language'], pageLanguages)
  reply.type('text/html; charset=utf-8').header('vary', 'accept-language').header('x-robots-tag', 'noindex')
  if (linked) return reply.send(linkedPage(language, request.params.token, linked))
  // Only what leads nowhere is counted: whoever has a link is never shut out by whoever tries.
  const wait = await countMiss(context, request.ip)
  if (wait > 0) reply.header('retry-after', String(wait))
  return reply.code(wait > 0 ? 429 : 404).send(nowhere(language, wait > 0))
}

function countMiss({ database, clock }: AppContext, ip: string): Promise<number> {
  return database.withoutTenant((tx) => takeAttempt(tx, { kind: 'optOutLink', who: networkOf(ip) }, clock.now()))
}

/** What to receive by email: one button for each choice, the one that stands marked. */
function emailPage(
  language: PageLanguage,
  token: string,
  { church, isStopped, mayUndo, email }: Linked & { email: NonNullable<Linked['email']> },
): string {
  const words = pageWords[language]
  const others = emailChoices.filter((choice) => choice !== email.choice)
  const isFinal = isStopped && !mayUndo
  return page(language, {
    title: isStopped ? words.doneTitle : words.chooseTitle(church),
    paragraphs: [
      isStopped ? words.emailDone(church, email.masked) : words.chooseText(email.masked, words.choices[email.choice]),
      ...(isFinal ? [words.otherWay(church)] : []),
      words.stays,
    ],
    forms: isFinal
      ? []
      : others.map((choice) => ({
          action: `/o/${token}/choose/${choice}`,
          button: words.choices[choice],
          isMain: choice === 'none',
        })),
  })
}

function linkedPage(language: PageLanguage, token: string, linked: Linked): string {
  const { church, ending, isStopped, mayUndo } = linked
  const words = pageWords[language]
  if (linked.email) return emailPage(language, token, { ...linked, email: linked.email })
  if (!isStopped)
    return page(language, {
      title: words.askTitle(church),
      paragraphs: [words.askText(ending), words.stays],
      form: { action: `/o/${token}/stop`, button: words.stop, isMain: true },
    })
  return page(language, {
    title: words.doneTitle,
    paragraphs: [words.doneText(church, ending), words.stays, mayUndo ? words.undoHint : words.otherWay(church)],
    ...(mayUndo && { form: { action: `/o/${token}/undo`, button: words.undo, isMain: false } }),
  })
}

function nowhere(language: PageLanguage, tooMany: boolean): string {
  const { noneTitle, noneText, manyTitle, manyText } = pageWords[language]
  return page(language, { title: tooMany ? manyTitle : noneTitle, paragraphs: [tooMany ? manyText : noneText] })
}

type Content = {
  title: string
  paragraphs: readonly string[]
  form?: PageForm
  forms?: readonly PageForm[]
}
type PageForm = { action: string; button: string; isMain: boolean }

function page(language: PageLanguage, { title, paragraphs, form, forms = form ? [form] : [] }: Content): string {
  const texts = paragraphs.map((text) => `<p dir="auto">${escapeHtml(text)}</p>`)
  const presses = forms.map(
    ({ action, button, isMain }) =>
      `<form method="post" action="${action}"><button${isMain ? ' class="main"' : ''}>${escapeHtml(button)}</button></form>`,
  )
  const body = [`<h1 dir="auto">${escapeHtml(title)}</h1>`, ...texts, ...presses].join('\n')
  return plainPage({ language, title: pageWords[language].title, body, style: '/o/page.css' })
}
