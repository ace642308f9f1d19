import { claimSlug } from '../identity/index.ts'
import type { Church } from './build-church.ts'
import type { TestApp } from './start-app.ts'

export type Typed = Partial<Record<'firstName' | 'lastName' | 'phone' | 'sms' | 'website' | 'token' | 'at', string>>
export type Answered = { status: number; location: string; html: string }

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
/** Longer than a machine takes to fill in a form. */
const READING_MS = 5_000

/** Somebody with a phone in front of a church's poster. */
export type Visitor = {
  path: string
  open: (path: string, headers?: Record<string, string>) => Promise<Answered>
  post: (path: string, fields: Record<string, string>) => Promise<Answered>
  /** The token of a page that is opened now. */
  token: () => Promise<string>
  /** Opens the form, reads it and sends it; answers the page behind the press. */
  send: (typed: Typed) => Promise<Answered>
}

export async function visitorOf(app: TestApp, { tenantId }: Church, slug: string): Promise<Visitor> {
  await app.server.context.database.withTenant(tenantId, (tx) => claimSlug(tx, slug))
  const path = `/welcome/${slug}`
  const ask = async (to: string, init: RequestInit): Promise<Answered> => {
    const answer = await fetch(app.url + to, { redirect: 'manual', ...init })
    return { status: answer.status, location: answer.headers.get('location') ?? '', html: await answer.text() }
  }
  const open: Visitor['open'] = (to, headers = {}) => ask(to, { headers })
  const post: Visitor['post'] = (to, fields) =>
    ask(to, { method: 'POST', headers: FORM, body: new URLSearchParams(fields).toString() })
  const token = async () => /name="token" value="([^"]+)"/.exec((await open(path)).html)?.[1] ?? ''
  const send: Visitor['send'] = async (typed) => {
    const opened = typed.token ?? (await token())
    app.clock.advance(READING_MS)
    return post(path, { firstName: 'Zainab', lastName: 'Bello', token: opened, ...typed })
  }
  return { path, open, post, token, send }
}
