import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { welcomeLanguages, type WelcomeLanguage } from '#contract/followup/welcome.ts'
import { gateOf } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { refuseCrossSite } from '../../platform/http/index.ts'
import { acceptedLanguage } from '../../platform/plain-pages/index.ts'
import { selectSources } from '../lists/index.ts'
import { addAnswers, readEntry } from './add-answers.ts'
import { placeOf, readAdded, readSaid, readTyped, type Fault, type Typed } from './answers.ts'
import { findTenantOf, selectFormChurch, selectFormSetting } from './form-store.ts'
import { newFormToken } from './form-token.ts'
import { FORM_SCRIPT, FORM_STYLE } from './page-files.ts'
import { addressOf, formPage, gonePage, thanksPage, type Door } from './page-html.ts'
import { chosenLanguage, type Gone } from './page-words.ts'
import { receive } from './receive.ts'

type Asked = FastifyRequest<{ Params: { church: string; id?: string }; Querystring: Record<string, unknown> }>
type Exchange = { request: Asked; reply: FastifyReply; form: URLSearchParams }

const BODY_BYTES = 8_192
const A_DAY = 'public, max-age=86400'
const ENTRY_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The form that people who are there for the first time fill in on their own phone, at `/welcome/<church>`: HTML of some
 * kilobytes, without a session and working without a script.
 */
export async function serveWelcomePage(http: FastifyInstance, context: AppContext): Promise<void> {
  await http.register(async (pages) => {
    pages.removeContentTypeParser('application/x-www-form-urlencoded')
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    pages.get('/welcome/page.css', (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', A_DAY).send(FORM_STYLE),
    )
    pages.get('/welcome/page.js', (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', A_DAY).send(FORM_SCRIPT),
    )
    const act =
      (work: (context: AppContext, exchange: Exchange, door: Door) => Promise<FastifyReply>) =>
      async (request: Asked, reply: FastifyReply): Promise<FastifyReply> => {
        refuseCrossSite(request)
        const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
        const exchange = { request, reply, form }
        reply.type('text/html; charset=utf-8').header('vary', 'accept-language').header('x-robots-tag', 'noindex')
        const door = await openDoor(context, exchange)
        return typeof door === 'string' ? sendGone(exchange, door) : work(context, exchange, door)
      }
    pages.get('/welcome/:church', act(showForm))
    pages.post('/welcome/:church', act(takeForm))
    pages.get('/welcome/:church/:id', act(showThanks))
    pages.post('/welcome/:church/:id', act(takeAnswers))
  })
}

/** As it was chosen, else as the browser asks for. */
const languageOf = ({ request, form }: Exchange): WelcomeLanguage =>
  chosenLanguage(form.get('lang')) ??
  chosenLanguage(request.query['lang']) ??
  acceptedLanguage(request.headers['accept-language'], welcomeLanguages)

/** The church of an address, its form and the visitor's language; else why there is no form. */
async function openDoor({ database, clock }: AppContext, exchange: Exchange): Promise<Door | Gone> {
  const { params, query } = exchange.request
  const slug = params.church.toLowerCase()
  const tenantId = await database.withoutTenant((tx) => findTenantOf(tx, slug))
  const found =
    tenantId &&
    (await database.withTenant(tenantId, async (tx) => ({
      church: await selectFormChurch(tx),
      setting: await selectFormSetting(tx),
    })))
  if (!found || !found.church) return 'unknown'
  const { church, setting } = found
  if (!setting.isOn) return 'off'
  // A church with too many people takes answers still: they wait until there is room.
  if (gateOf(church, clock.now()).gate === 'expired') return 'closed'
  const at = typeof query['at'] === 'string' ? query['at'] : (exchange.form.get('at') ?? '')
  return {
    church,
    setting,
    language: languageOf(exchange),
    path: `/welcome/${church.slug ?? slug}`,
    place: placeOf(at),
  }
}

const statusOf: Record<Gone, number> = { unknown: 404, off: 410, closed: 403, flood: 429 }
const FLOOD_SECONDS = 3_600

function sendGone(exchange: Exchange, gone: Gone): FastifyReply {
  const { reply } = exchange
  if (gone === 'flood') reply.header('retry-after', String(FLOOD_SECONDS))
  return reply.code(statusOf[gone]).send(gonePage(languageOf(exchange), gone))
}

const untyped = { firstName: '', lastName: '', phone: '', token: '', trap: '', sms: false }

async function showForm(context: AppContext, { reply }: Exchange, door: Door): Promise<FastifyReply> {
  return sendForm(context, { reply, door, typed: { ...untyped, place: door.place ?? '' }, faults: [] })
}

type Sending = { reply: FastifyReply; door: Door; typed: Typed; faults: Fault[] }

function sendForm({ config, clock }: AppContext, { reply, door, typed, faults }: Sending): FastifyReply {
  const { tenantId } = door.church
  // What is corrected is sent from the same page.
  const token = typed.token || newFormToken({ tenantId, secretKey: config.secretKey }, clock.now())
  return reply.code(faults.length > 0 ? 422 : 200).send(formPage(door, { typed, token, faults }))
}

/** What is loaded again after a press is the page of thanks, not the press. */
async function takeForm(context: AppContext, exchange: Exchange, door: Door): Promise<FastifyReply> {
  const { request, reply, form } = exchange
  const { church, language, path, place } = door
  const typed = readTyped(form)
  const read = readSaid(typed, church.isoCode)
  if (read.faults) return sendForm(context, { reply, door, typed, faults: read.faults })
  const id = await receive(context, { church, said: read.said, typed, language, ip: request.ip })
  if (id === null) return sendGone(exchange, 'flood')
  return reply.redirect(addressOf(`${path}/${id}`, { language, place }), 303)
}

const idOf = ({ request }: Exchange): string | null => {
  const id = request.params.id?.toLowerCase() ?? ''
  return ENTRY_ID.test(id) ? id : null
}

async function showThanks(context: AppContext, exchange: Exchange, door: Door): Promise<FastifyReply> {
  return sendThanks(context, exchange, { door, wrongEmail: false })
}

async function sendThanks(
  context: AppContext,
  exchange: Exchange,
  { door, wrongEmail }: { door: Door; wrongEmail: boolean },
): Promise<FastifyReply> {
  const { church, path } = door
  const id = idOf(exchange)
  const entry = id && (await readEntry(context, { church, id }))
  const sources = await context.database.withTenant(church.tenantId, selectSources)
  const content = {
    entry: entry || null,
    sources: sources.filter(({ isRetired }) => !isRetired),
    path: `${path}/${id ?? ''}`,
    wrongEmail,
  }
  return exchange.reply.code(wrongEmail ? 422 : 200).send(thanksPage(door, content))
}

async function takeAnswers(context: AppContext, exchange: Exchange, door: Door): Promise<FastifyReply> {
  const { church, language, path, place } = door
  const id = idOf(exchange)
  const added = readAdded(exchange.form)
  if (added === null) return sendThanks(context, exchange, { door, wrongEmail: true })
  if (id) await addAnswers(context, { church, id, added })
  return exchange.reply.redirect(addressOf(id ? `${path}/${id}` : path, { language, place }), 303)
}
