import { expect, test } from 'vitest'
import { newFormToken, openedAt, pressId } from './form-token.ts'

const SECRET = 'a secret of this installation, long enough'
const grace = { tenantId: '018f0000-0000-7000-8000-000000000001', secretKey: SECRET }
const hope = { ...grace, tenantId: '018f0000-0000-7000-8000-000000000002' }
const OPENED = new Date('2027-05-02T08:30:15.123Z')

test('a token says when its page was opened, to the millisecond', () => {
  expect(openedAt(grace, newFormToken(grace, OPENED))).toEqual(OPENED)
})

test('two pages that are opened at once have different tokens', () => {
  expect(newFormToken(grace, OPENED)).not.toBe(newFormToken(grace, OPENED))
})

test('the token of one church is none at another', () => {
  expect(openedAt(hope, newFormToken(grace, OPENED))).toBeNull()
})

test('the token of another installation, with another secret, is none', () => {
  expect(openedAt(grace, newFormToken({ ...grace, secretKey: `${SECRET}!` }, OPENED))).toBeNull()
})

test('a token whose time, chance or seal was changed is none', () => {
  const [opened = '', random = '', seal = ''] = newFormToken(grace, OPENED).split('.')
  const flip = (text: string) => (text.startsWith('a') ? `b${text.slice(1)}` : `a${text.slice(1)}`)
  const later = (OPENED.getTime() + 1).toString(36)
  const forged = [
    `${later}.${random}.${seal}`,
    `${opened}.${flip(random)}.${seal}`,
    `${opened}.${random}.${flip(seal)}`,
  ]
  expect(forged.map((token) => openedAt(grace, token))).toEqual([null, null, null])
})

test.each([
  '',
  '.',
  '..',
  'made-up',
  'lq2x3y4z.short.seal',
  'LQ2X3Y4Z.abcdefghijklmnop.abcdefghijklmnopqrstuv',
  '\u0000',
])('%j is no token, and no fault either', (token) => {
  expect(openedAt(grace, token)).toBeNull()
})

test('nothing in front of a token or behind it is a part of it', () => {
  const token = newFormToken(grace, OPENED)
  expect([` ${token}`, `${token}\n`, `${token}=`].map((each) => openedAt(grace, each))).toEqual([null, null, null])
})

test('the same words on the same page are one press; another word, page or church is another', () => {
  const said = ['token', 'Zainab', 'Bello', '+2348035550001']
  const id = pressId(grace, said)
  expect(pressId(grace, [...said])).toBe(id)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const others = [
    pressId(grace, ['other', ...said.slice(1)]),
    pressId(grace, ['token', 'Zainab', 'Bello', '+2348035550002']),
    pressId(grace, ['token', 'ZainabBello', '', '+2348035550001']),
    pressId(hope, said),
  ]
  expect(new Set([id, ...others]).size).toBe(5)
})
