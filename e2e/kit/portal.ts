import type { Page } from 'playwright-core'
import { ask, yearsAgo } from './checkin.ts'
import { PASSWORD } from './sign-in.ts'
import type { Stage, Visit } from './stage.ts'

/** Most families come by phone, held in one hand. */
export const PHONE = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true }

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1, exact: true })
export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
/** An answer in a corner of the screen. */
export const said = (page: Page, words: string) => page.getByRole('region', { name: 'Notifications' }).getByText(words)

export const CODE = /[346789CDFGHJKMNPQRTVWXY]{3} [346789CDFGHJKMNPQRTVWXY]{3}/
/** Of the pass that is open. */
export const codeOn = async (page: Page) =>
  (await page.getByRole('region', { name: 'Your pass' }).textContent())?.match(CODE)?.[0]

/** In a hundred of their own: what ends in 98 or 99 has a meaning at the sandbox. */
let numbers = Math.floor(Math.random() * 900) * 100
/** A mobile number of Nigeria that nobody in the demo has. */
export const newPhone = (): string => `0815${String(++numbers).padStart(7, '0')}`

type NewFamily = {
  /** Of its mother. */
  firstName?: string
  /** Its children by first name, with their ages. */
  children?: Record<string, number>
  /** Opened first. */
  path?: string
  /** In a browser that was never here. */
  isNew?: boolean
}

/** A new family of Grace Chapel: its mother on a phone, signed in at the portal without walking the form. */
export async function newFamily(
  stage: Stage,
  { firstName = 'Ìyábọ̀', children = {}, path, isNew = false }: NewFamily,
): Promise<Visit> {
  const visit = await stage.visit({ ...PHONE, isNew })
  const { url } = stage
  const door = { url, method: 'GET', path: '/api/checkin/door/grace-chapel' }
  const { id: tenantId } = await ask<{ id: string }>(visit.context, door)
  const lastName = 'Ọlálékan'
  const data = { tenantId, firstName, lastName, userName: newPhone(), familyRole: 2, password: PASSWORD }
  await ask(visit.context, { url, path: '/api/checkin/signup', data })
  for (const [child, years] of Object.entries(children)) {
    const birthday = { dayOfBirth: 1, monthOfBirth: 1, yearOfBirth: yearsAgo(years) }
    const person = { firstName: child, lastName, ...birthday }
    await ask(visit.context, { url, path: '/api/Family/addFamilyMember', data: { familyRoleId: 4, person } })
  }
  if (path) await visit.page.goto(url + path)
  return visit
}
